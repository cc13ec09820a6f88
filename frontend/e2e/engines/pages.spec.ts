// Every page opens without an error, a warning or a violation of the policy.
import { AlteredLine } from './altered-line';
import { expect, test, testServer, Visitor } from './fixtures';
import { recorded, recording } from './recorded';
import { sitePages } from '../../src/pages/site-pages';

/**
 * What drivers also tell: Firefox ends the requests of a page that is being left, which that page or the browser itself still
 * reports; and tests reach no weather provider, so the server answers 502.
 */
const expected =
  /NetworkError when attempting to fetch resource|Loading chunk \d+ failed|A ServiceWorker intercepted the request|status of 502/;

for (const language of ['', '/en', '/ar']) {
  test(`every page opens without a problem${language === '' ? '' : ` in ${language.slice(1)}`}`, async ({
    profile,
  }) => {
    const line = await AlteredLine.open(testServer(), '127.0.0.1', recording);
    const visitor = new Visitor(profile, line.url, testServer());
    try {
      const tab = await visitor.open(language === '' ? '/' : language);
      for (const { path } of sitePages) {
        await tab.open(path === '/' ? language || '/' : path + language);
        await tab.until(
          'it does not scroll sideways',
          'document.documentElement.scrollWidth <= innerWidth',
        );
        expect(await recorded(tab)).toEqual([]);
        const problems = (await tab.problems()) ?? [];
        expect(problems.filter((problem) => !expected.test(problem))).toEqual([]);
      }
    } finally {
      await visitor.leave();
      await line.close();
    }
  });
}
