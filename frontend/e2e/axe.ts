// Checks a page with axe.
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

interface Scope {
  /** Selects a part; by default the whole page. */
  readonly within?: string;
  readonly exceptRules?: readonly string[];
}

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The slowest rule, whose result is the same in every language. */
const contrastRule = 'color-contrast';

/** All rules in the light theme, and the contrast rule in the dark theme, whose texts and structure are the same. */
export async function expectNoViolations(page: Page, scope: Scope = {}): Promise<void> {
  const { exceptRules = [] } = scope;
  await showTheme(page, 'light');
  await expectNone(page, scope, (rules) =>
    rules.withTags(standards).disableRules([...exceptRules]),
  );
  await showTheme(page, 'dark');
  await expectNone(page, scope, (rules) => rules.withRules([contrastRule]));
}

/** All rules except the contrast rule, for additional languages. */
export async function expectNoViolationsExceptContrast(
  page: Page,
  scope: Scope = {},
): Promise<void> {
  const { exceptRules = [] } = scope;
  await expectNone(page, scope, (rules) =>
    rules.withTags(standards).disableRules([...exceptRules, contrastRule]),
  );
}

async function showTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  // The change takes effect a frame later.
  await page.waitForFunction(
    (theme) => document.documentElement.classList.contains(theme),
    colorScheme,
  );
}

/** What moves or fades is measured at a size and in a colour that it does not keep. */
async function expectStill(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      !document
        .getAnimations()
        .filter((one) => one instanceof CSSTransition || one instanceof CSSAnimation)
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
        .some(({ playState }) => playState !== 'finished'),
  );
}

async function expectNone(
  page: Page,
  { within }: Scope,
  choose: (rules: AxeBuilder) => AxeBuilder,
): Promise<void> {
  await expectStill(page);
  // The site has no frames; without this option axe's builder opens another page each time.
  const rules = choose(new AxeBuilder({ page }).setLegacyMode());
  const { passes, violations } = await (
    within === undefined ? rules : rules.include(within)
  ).analyze();
  expect(violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }))).toEqual(
    [],
  );
  // If no rule found anything to check, nothing was tested.
  expect(passes).not.toEqual([]);
}
