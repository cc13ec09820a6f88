// What is on a page against the rules of access that a machine can check.
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

interface Scope {
  /** Selects what is looked at; without it the whole page is. */
  readonly within?: string;
  readonly exceptRules?: readonly string[];
}

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** What takes longest by far, and is the same in every language. */
const ruleOfColours = 'color-contrast';

/** All rules in the light theme; in the dark one, where texts and their order are the same, the one of colours. */
export async function expectNoViolations(page: Page, scope: Scope = {}): Promise<void> {
  const { exceptRules = [] } = scope;
  await showTheme(page, 'light');
  await expectNone(page, scope, (rules) =>
    rules.withTags(standards).disableRules([...exceptRules]),
  );
  await showTheme(page, 'dark');
  await expectNone(page, scope, (rules) => rules.withRules([ruleOfColours]));
}

/** All rules but the one of colours, for languages in which something is judged once more. */
export async function expectNoViolationsButColours(page: Page, scope: Scope = {}): Promise<void> {
  const { exceptRules = [] } = scope;
  await expectNone(page, scope, (rules) =>
    rules.withTags(standards).disableRules([...exceptRules, ruleOfColours]),
  );
}

async function showTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  // The page hears of it a frame later, and what is on its way to another colour or into view is neither theme's.
  await page.waitForFunction(
    (theme) =>
      document.documentElement.classList.contains(theme) &&
      !document
        .getAnimations()
        .filter((one) => one instanceof CSSTransition || one instanceof CSSAnimation)
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
        .some(({ playState }) => playState !== 'finished'),
    colorScheme,
  );
}

async function expectNone(
  page: Page,
  { within }: Scope,
  choose: (rules: AxeBuilder) => AxeBuilder,
): Promise<void> {
  // The site has no frames; without this, a page of the builder's own would be opened each time.
  const rules = choose(new AxeBuilder({ page }).setLegacyMode());
  const { passes, violations } = await (
    within === undefined ? rules : rules.include(within)
  ).analyze();
  expect(violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }))).toEqual(
    [],
  );
  // Rules that found nothing to look at have proved nothing.
  expect(passes).not.toEqual([]);
}
