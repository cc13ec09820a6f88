// Every page opens without an error, a warning or a violation of the policy.
import { expect, test } from './fixtures';
import { sitePages } from '../../src/pages/site-pages';

/**
 * Firefox ends the requests of a page that is being left, with an error that the page still logs; and tests reach no weather
 * provider, so the server answers 502.
 */
const expected = /NetworkError when attempting to fetch resource|status of 502/;

for (const language of ['', '/en', '/ar']) {
  test(`every page opens without a problem${language === '' ? '' : ` in ${language.slice(1)}`}`, async ({
    visitor,
  }) => {
    const tab = await visitor.open(language === '' ? '/' : language);
    for (const { path } of sitePages) {
      await tab.open(path === '/' ? language || '/' : path + language);
      await tab.until(
        'it does not scroll sideways',
        'document.documentElement.scrollWidth <= innerWidth',
      );
      const problems = (await tab.problems()) ?? [];
      expect(problems.filter((problem) => !expected.test(problem))).toEqual([]);
    }
  });
}
