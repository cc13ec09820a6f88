// What is on a page against the rules of access that a machine can check.
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

interface Scope {
  /** Selects what is looked at; without it the whole page is. */
  readonly within?: string;
  readonly exceptRules?: string[];
}

/** In both themes; texts and their order are the same in them, so a page is loaded once. */
export async function expectNoViolations(page: Page, scope: Scope = {}): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    // The page hears of it a frame later, and a colour on its way to another is neither theme's.
    await page.waitForFunction(
      (theme) =>
        document.documentElement.classList.contains(theme) &&
        !document.getAnimations().some((animation) => animation instanceof CSSTransition),
      colorScheme,
    );
    const rules = new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
      .disableRules(scope.exceptRules ?? []);
    const { violations } = await (
      scope.within === undefined ? rules : rules.include(scope.within)
    ).analyze();
    expect(
      violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) })),
    ).toEqual([]);
  }
}
