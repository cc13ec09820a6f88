// The site's mark as SVG, for files and pictures. For pages it is in components/page/site-icons.tsx.

/** Colours of both themes, as in src/styles/tokens.ts. */
export const light = {
  ground: '#faf8f4',
  ink: '#1b1a18',
  soft: '#5e5a54',
  line: '#e4dfd6',
  accent: '#d3381c',
};
export const dark = { ground: '#131211', ink: '#f3efe8', accent: '#ff6b4a' };

/** An open box whose lid is the hand of a clock, in a square of 32. */
export function mark({ ink = '', accent = '', weight = 2 }) {
  return `<path ${ink} d="M27 13.5V26a3 3 0 0 1-3 3H8a3 3 0 0 1-3-3V15" fill="none" stroke-width="${weight}"/>
<path ${accent} d="M1.8 12.6 27.5 4.2" fill="none" stroke-width="${weight + 0.3}"/>
<circle ${accent} cx="6" cy="11.2" r="${(weight * 0.5 + 1).toFixed(2)}" stroke="none"/>`;
}

/** The mark on a paper-coloured tile: `corner` is the radius of its corners, `scale` the mark's share of its width. */
export function tile({ size, corner, scale, weight }) {
  const inset = (32 - 32 * scale) / 2;
  const ink = `stroke="${light.ink}"`;
  const accent = `stroke="${light.accent}" fill="${light.accent}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 32 32" stroke-linecap="round">
<rect width="32" height="32" rx="${corner}" fill="${light.ground}"/>
<g transform="translate(${inset} ${inset - 0.3 * scale}) scale(${scale})">${mark({ ink, accent, weight })}</g>
</svg>`;
}

/** The mark in one colour without a background: a phone's status bar only shows the shape. */
export function badge({ size, weight }) {
  const white = 'stroke="#fff" fill="#fff"';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 32 32" stroke-linecap="round">${mark({ ink: white, accent: white, weight })}</svg>`;
}

/** The mark without a background, in the colours of the browser's theme. */
export function favicon() {
  const marked = mark({ ink: 'class="ink"', accent: 'class="hand"', weight: 2.6 });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" stroke-linecap="round"><style>.ink{stroke:${light.ink}}.hand{stroke:${light.accent};fill:${light.accent}}@media (prefers-color-scheme:dark){.ink{stroke:${dark.ink}}.hand{stroke:${dark.accent};fill:${dark.accent}}}</style>${marked.replaceAll('\n', '')}</svg>
`;
}
