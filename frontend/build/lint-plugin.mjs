// Rules of the linter that only this site has: literals belong in `src/styles`, and directions are logical.
const styleLiterals = [
  [/#[0-9a-fA-F]{3,8}\b|rgba?\(|hsla?\(/, 'Colours live in styles.'],
  [/\d(px|rem|em|vw|vh|m?s)\b/, 'Sizes and durations live in styles.'],
  [/z-index:\s*-?\d/, 'Layers live in styles.'],
  [
    /(margin|padding|border)-(left|right)|text-align:\s*(left|right)|(^|[\s;])(left|right):/,
    'Use logical properties.',
  ],
];

export default {
  meta: { name: 'site' },
  rules: {
    'no-style-literals': {
      create: (context) => ({
        TemplateElement(node) {
          for (const [pattern, message] of styleLiterals) {
            if (pattern.test(node.value.raw)) context.report({ node, message });
          }
        },
      }),
    },
  },
};
