// The processor time of a key press on the line of alarms and on that of timers, on a page that is slowed four times as a
// stand-in for a slow phone: in all scripts up to the next frame, and in the reader of what was typed.
import { chromium, expect, test, type CDPSession } from '@playwright/test';
import { launchOptions, quietChromium } from '../browser';

const slowedTimes = 4;
/** How often a phrase is typed without a profile; the first time nothing is compiled yet. */
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
      const presses: number[][] = [];
      for (let round = 0; round < rounds; round++) {
        await page.locator('input[data-line]').first().fill('');
        presses.push(await costs(session, Array.from(texts[index] ?? ''), idle));
      }
      await page.locator('input[data-line]').first().fill('');
      const share = await shareTyped(session, texts[index] ?? '');
      const [first = [], last = []] = [presses[0], presses.at(-1)];
      const figures = [mean(last) * share, median(last), Math.max(...last), Math.max(...first)];
      process.stdout.write(
        `| ${language} | ${path} | ${figures.map((one) => one.toFixed(1)).join(' | ')} |\n`,
      );
      await browser.close();
      // Other work on the machine makes all figures larger, so they have no limit here.
      expect(share).toBeGreaterThan(0);
    });
  }
}

/** Types a text once more, and says which part of the processor time was the reader's: a profile costs time itself. */
async function shareTyped(session: CDPSession, text: string) {
  await session.send('Profiler.enable');
  await session.send('Profiler.setSamplingInterval', { interval: 200 });
  await session.send('Profiler.start');
  await costs(session, Array.from(text), 0);
  const { profile } = await session.send('Profiler.stop');
  return shareOfReader(profile);
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

type Profile = Awaited<ReturnType<typeof stopped>>['profile'];

async function stopped(session: CDPSession) {
  return session.send('Profiler.stop');
}

/** Of all samples in scripts of the page, those in the reader and in what it calls. */
function shareOfReader({ nodes, samples = [], timeDeltas = [] }: Profile): number {
  const parents = new Map<number, number>();
  for (const { id, children = [] } of nodes) for (const child of children) parents.set(child, id);
  const byId = new Map(nodes.map((node) => [node.id, node.callFrame]));
  const pathOf = (id: number) => {
    const frames: (typeof nodes)[number]['callFrame'][] = [];
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      const frame = byId.get(at);
      if (frame !== undefined) frames.push(frame);
    }
    return frames;
  };
  let inReader = 0;
  let inScripts = 0;
  samples.forEach((id, at) => {
    const frames = pathOf(id);
    if (['(idle)', '(program)', '(root)'].includes(frames[0]?.functionName ?? '')) return;
    inScripts += timeDeltas[at] ?? 0;
    if (frames.some(({ url }) => url.includes('typed-reader'))) inReader += timeDeltas[at] ?? 0;
  });
  return inScripts === 0 ? 0 : inReader / inScripts;
}

function mean(figures: readonly number[]): number {
  return figures.reduce((sum, one) => sum + one, 0) / figures.length;
}

function median(figures: readonly number[]): number {
  return figures.toSorted((one, other) => one - other)[Math.floor(figures.length / 2)] ?? NaN;
}
