// The site's mark, and the icons of the header, which are drawn with the built page, with `drawn` for other such icons.
// The package with all other icons is larger than most pages, and is loaded later.
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { icon, color, size } from '../../styles/theme';

interface IconProps {
  readonly size: keyof typeof icon;
  readonly className?: string;
}

/** An icon of this shape, hidden from screen readers. */
export function drawn(shape: ReactNode) {
  return function SiteIcon({ size: name, className }: IconProps) {
    const { size, ...stroke } = icon[name];
    return (
      <svg
        {...stroke}
        className={className}
        aria-hidden
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        {shape}
      </svg>
    );
  };
}

export const MenuIcon = drawn(<path d="M4 6.5h16M4 12h16M4 17.5h16" />);

export const SlidersIcon = drawn(
  <>
    <path d="M3 7.5h9M19 7.5h2M3 16.5h2M12 16.5h9" />
    <circle cx="15.5" cy="7.5" r="3" />
    <circle cx="8.5" cy="16.5" r="3" />
  </>,
);

export const PersonIcon = drawn(
  <>
    <circle cx="12" cy="8" r="4.5" />
    <path d="M4.5 20.5a7.5 7.5 0 0 1 15 0" />
  </>,
);

export const ScreenIcon = drawn(
  <>
    <rect x="2.5" y="4" width="19" height="12.5" rx="2" />
    <path d="M12 16.5v4M8.5 20.5h7" />
  </>,
);

export const SunIcon = drawn(
  <>
    <circle cx="12" cy="12" r="4" />
    <path d="M12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4" />
  </>,
);

export const MoonIcon = drawn(<path d="M20 14.2A8.5 8.5 0 1 1 9.8 4 7 7 0 0 0 20 14.2z" />);

/** The site's mark: an open box whose lid is the hand of a clock. icons/mark.mjs draws it for files. */
export function SiteMark() {
  return (
    <Drawing viewBox="0 0 32 32" aria-hidden="true">
      <path d="M27 13.5V26a3 3 0 0 1-3 3H8a3 3 0 0 1-3-3V15" />
      <path d="M1.8 12.6 27.5 4.2" stroke={color.accent} strokeWidth="2.3" />
      <circle cx="6" cy="11.2" r="2" fill={color.accent} stroke="none" />
    </Drawing>
  );
}

const Drawing = styled.svg`
  inline-size: ${size.mark};
  block-size: ${size.mark};
  flex: none;
  fill: none;
  stroke: ${color.ink};
  stroke-width: 2;
  stroke-linecap: round;
`;
