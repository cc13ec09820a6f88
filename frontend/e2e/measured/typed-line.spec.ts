// The processor time of a key press on the line of alarms and on that of timers, on a page that is slowed four times as a
// stand-in for a slow phone: in all scripts up to the next frame, and in the reader of what was typed.
import { chromium, expect, test, type CDPSession } from '@playwright/test';
import { launchOptions, quietChromium } from '../browser';

const slowedTimes = 4;
/** How often a phrase is typed; the first time nothing is compiled yet. */
const rounds = 3;
/** For what a page loads when it is idle. */
const secondsBefore = 4;

const phrases = {
  ja: ['毎週火曜日と木曜日の夜9時半にゴミの準備', 'カレーを1時間15分煮込む'],
  en: [
    'call mum every second tuesday at quarter past six in the evening',
    'one and a half hours of revision for the exam',
  ],
  zh: ['每周一到周五早上七点半提醒我吃药', '一个小时二十分钟炖牛肉汤'],
  hi: ['हर दूसरे मंगलवार शाम साढ़े सात बजे कूड़ा बाहर रखना', 'साढ़े तीन घंटे की पढ़ाई और आराम'],
  es: [
    'todos los martes y jueves a las siete y media de la tarde sacar la basura',
    'una hora y media de estudio para el examen',
  ],
  fr: [
    'un mardi sur deux à sept heures et quart du soir sortir les poubelles',
    'une heure et demie de révision pour l’examen',
  ],
  ar: [
    'كل أسبوعين يوم الثلاثاء الساعة السابعة والنصف مساء إخراج القمامة',
    'ساعة ونصف مراجعة قبل الامتحان الكبير',
  ],
  pt: [
    'todas as terças e quintas às sete e meia da noite tirar o lixo',
    'uma hora e meia de estudo para a prova',
  ],
  ru: [
    'каждый второй вторник без четверти восемь вечера вынести мусор',
    'полтора часа подготовки к экзамену',
  ],
  id: [
    'setiap dua minggu hari selasa jam setengah delapan malam buang sampah',
    'satu setengah jam belajar untuk ujian',
  ],
  de: [
    'jeden zweiten Dienstag um viertel nach sechs abends Müll rausstellen',
    'anderthalb Stunden lernen für die Prüfung',
  ],
  tr: ['iki haftada bir salı akşam yediye çeyrek kala çöp çıkar', 'bir buçuk saat sınava hazırlık'],
  ko: ['격주 화요일 저녁 일곱시 반에 분리수거 하기', '한시간 반 시험 공부하기'],
} as const;

for (const [language, texts] of Object.entries(phrases)) {
  for (const [index, path] of ['alarm', 'timer'].entries()) {
    test(`a key press on the line: ${language}, ${path}`, async () => {
      const browser = await chromium.launch({
        ...launchOptions,
        args: ['--headless', ...quietChromium],
      });
      const page = await browser.newPage({
        baseURL: process.env.TOKIBAKO_TEST_URL,
        viewport: { width: 1440, height: 900 },
      });
      await page.goto(`/${path}/${language}`);
      await page.waitForTimeout(secondsBefore * 1000);
      const session = await page.context().newCDPSession(page);
      // Processor time of the thread, which other processes of the machine do not distort.
      await session.send('Performance.enable', { timeDomain: 'threadTicks' });
      await session.send('Emulation.setCPUThrottlingRate', { rate: slowedTimes });
      await page.locator('input[data-line]').first().focus();
      const idle = median(await costs(session, Array<null>(20).fill(null), 0));
      await page.evaluate(timeReader);
      const presses: number[][] = [];
      let inReader = 0;
      for (let round = 0; round < rounds; round++) {
        await page.locator('input[data-line]').first().fill('');
        const before = await page.evaluate(msInReader);
        presses.push(await costs(session, Array.from(texts[index] ?? ''), idle));
        inReader = (await page.evaluate(msInReader)) - before;
      }
      const [first = [], last = []] = [presses[0], presses.at(-1)];
      const figures = [inReader / last.length, median(last), Math.max(...last), Math.max(...first)];
      process.stdout.write(
        `| ${language} | ${path} | ${figures.map((one) => one.toFixed(1)).join(' | ')} |\n`,
      );
      await browser.close();
      // Other work on the machine makes all figures larger, so they have no limit here.
      expect(inReader).toBeGreaterThan(0);
    });
  }
}

type Method = (...given: unknown[]) => unknown;

interface Measured {
  readonly siteChunks: {
    push: (chunk: [string[], object, (require: Require) => void]) => unknown;
  };
  msInReader?: number;
}

interface Require {
  (id: string): Readonly<Record<string, unknown>>;
  /** The site's modules, by their ids. */
  readonly m: Readonly<Record<string, Method>>;
}

/** From here on, adds up how long the reader of the page takes. */
function timeReader() {
  const page = globalThis as unknown as Measured;
  page.msInReader = 0;
  page.siteChunks.push([
    ['measured'],
    {},
    (require) => {
      const ids = Object.keys(require.m).filter((id) => String(require.m[id]).includes('ownWords'));
      for (const value of ids.flatMap((id) => Object.values(require(id)))) {
        const reader =
          (value as { prototype?: Record<string, Method | undefined> }).prototype ?? {};
        const { alarm, timer } = reader;
        if (alarm === undefined || timer === undefined) continue;
        for (const [name, method] of Object.entries({ alarm, timer })) {
          reader[name] = function timed(this: unknown, ...given: unknown[]) {
            const begin = performance.now();
            const read = method.apply(this, given);
            page.msInReader = (page.msInReader ?? 0) + performance.now() - begin;
            return read;
          };
        }
      }
    },
  ]);
}

function msInReader(): number {
  return (globalThis as unknown as Measured).msInReader ?? 0;
}

/** Milliseconds of scripts up to the next frame, for each key; null is none. */
async function costs(session: CDPSession, keys: readonly (string | null)[], idle: number) {
  const found: number[] = [];
  for (const key of keys) {
    const before = await scriptSeconds(session);
    if (key !== null) {
      await session.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text: key });
      await session.send('Input.dispatchKeyEvent', { type: 'keyUp', key });
    }
    await session.send('Runtime.evaluate', {
      expression: 'new Promise((done) => requestAnimationFrame(() => setTimeout(done)))',
      awaitPromise: true,
    });
    found.push(((await scriptSeconds(session)) - before) * 1000 - idle);
  }
  return found;
}

async function scriptSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? NaN;
}

function median(figures: readonly number[]): number {
  return figures.toSorted((one, other) => one - other)[Math.floor(figures.length / 2)] ?? NaN;
}
