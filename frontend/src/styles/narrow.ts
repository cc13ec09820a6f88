// The query of narrow screens, for scripts; apart from the theme, because few pages ask for it.

/** The screens of `below.md`. */
export const narrow = '(max-width: 47.998em)';
