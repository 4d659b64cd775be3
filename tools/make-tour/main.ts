/**
 * `npm run make-tour`: records the product for the button Watch now, from the texts in catalog/films/tour/texts.json.
 * With names (`npm run make-tour -- plan-posts`) it records these tutorials. `--stills` only draws one picture per shot
 * into a folder and prints its path, for a look before the tutorial is made.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { findFfmpeg } from '#server/base/media/ffmpeg.ts';
import { startBrowser } from '../browser.ts';
import { acts } from './acts.ts';
import { encode, openStage, type Draw, type Words } from './encode.ts';
import { owner, startTourProduct, timezone } from './product.ts';
import { recorded, openRecorder } from './recorder.ts';
import { lengthOf, arrange, spansOf, type Placed, type Shot } from './timeline.ts';
import { parseTexts, type Texts } from './texts.ts';
import { soundOf, speak, writeSound } from './voice.ts';
import { writeTutorial } from './write-tutorial.ts';

const tutorialsDir = fileURLToPath(new URL('../../catalog/films', import.meta.url));
const cardSeconds = 4;

/** Hides everything that belongs to a brand, because every brand shows the same tutorial, and all passing notices. */
const neutral =
  'header a[href="/dashboard"] > *, footer:has(nav[aria-label="Legal and support"]), ' +
  '[role="region"][aria-label="Notices"] { visibility: hidden !important; }';

const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'));
for (const name of wanted.length > 0 ? wanted : ['tour']) await makeTutorial(name);

async function makeTutorial(name: string): Promise<void> {
  const tutorialDir = join(tutorialsDir, name);
  const texts = parseTexts(JSON.parse(readFileSync(join(tutorialDir, 'texts.json'), 'utf8')));
  const dir = mkdtempSync(join(tmpdir(), 'tour-'));
  const browser = await startBrowser();
  try {
    const shots = await record(texts, dir);
    const captions: Words[] = texts.acts.flatMap(({ title, captions: own }) =>
      own.map(({ says }) => ({ title, says })),
    );
    const said = captions.map(({ says }) => says);
    const speeches = texts.voice ? await speak(said, dir) : [];
    const placed = arrange(
      shots,
      said,
      speeches.map(({ seconds }) => seconds),
    );
    const draw = await openStage(browser, { shots: placed, captions, pictures: dir });
    if (process.argv.includes('--stills')) return await drawStills(draw, placed);
    const path = join(dir, 'video.mp4');
    const length = lengthOf(placed);
    const starts = spansOf(placed, said.length).map(({ start }) => start);
    const sound = texts.voice
      ? writeSound(join(dir, 'sound.wav'), soundOf(speeches, { starts, seconds: length }))
      : null;
    await encode(draw, { ffmpeg: await findFfmpeg(null), seconds: length, out: path, sound });
    const { bytes, seconds } = await writeTutorial({
      name,
      texts,
      shots: placed,
      path,
      poster: await draw(cardSeconds / 2),
      dir: tutorialDir,
    });
    console.log(`The tutorial ${name} is ${seconds.toFixed(1)} s long and has ${(bytes / 1e6).toFixed(2)} MB.`);
  } finally {
    await browser.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Performs the whole job in a real browser; returns its shots and the cards around them. */
async function record(texts: Texts, dir: string): Promise<Shot[]> {
  const product = await startTourProduct();
  // Twice the pixels, so that close-ups stay sharp.
  const browser = await startBrowser();
  try {
    const context = await browser.newContext({
      baseURL: product.url,
      viewport: recorded,
      deviceScaleFactor: 2,
      timezoneId: timezone,
      locale: 'en-GB',
      colorScheme: 'light',
      reducedMotion: 'reduce',
    });
    await context.addInitScript(`addEventListener('DOMContentLoaded', () => {
      const style = document.createElement('style');
      style.textContent = ${JSON.stringify(neutral)};
      document.head.append(style);
    })`);
    const page = await context.newPage();
    const setClock = (): Promise<void> => page.clock.setFixedTime(product.now());
    await setClock();
    await page.goto('/login');
    await page.getByLabel('Email').fill(owner.email);
    await page.getByLabel('Password', { exact: true }).fill(owner.password);
    await page
      .getByRole('main')
      .getByRole('button', { name: /log ?in|sign in/i })
      .click();
    await page.waitForURL('**/dashboard');
    const shots: Shot[] = [];
    const recorder = openRecorder(page, { dir, shots, isClean });
    const unseen = openRecorder(page, { dir, shots: [], isClean: async () => {} });
    for (const [key, act] of playedFor(texts)) {
      const isSeen = texts.acts.some((own) => own.key === key);
      await act({ record: isSeen ? recorder : unseen, product, dir, setClock });
      console.log(`${isSeen ? 'filmed' : 'played'}: ${key}`);
    }
    const [first, last] = [shots[0], shots.at(-1)];
    if (first === undefined || last === undefined) throw new Error('nothing was filmed');
    const card = (shot: Shot, words: Texts['opening']): Shot => ({
      ...shot,
      card: words,
      caption: null,
      pointer: null,
      ring: null,
      presses: false,
      seconds: cardSeconds,
    });
    return [card(first, texts.opening), ...shots, card(last, texts.closing)];
  } catch (error) {
    await saveProblem(browser.contexts()[0]?.pages()[0]);
    throw error;
  } finally {
    await browser.close();
    await product.stop();
  }
}

/** The acts of a tutorial, preceded by the acts they depend on, in order. */
function playedFor(texts: Texts): [string, (typeof acts)[string]][] {
  const own = texts.acts.map(({ key }) => key);
  const unknown = own.find((key) => acts[key] === undefined);
  if (unknown !== undefined) throw new Error(`texts.json names the act ${unknown}, which nobody plays`);
  const all = Object.entries(acts);
  return all.slice(0, all.findLastIndex(([key]) => own.includes(key)) + 1);
}

/** Throws if the product's own name is on the page. */
async function isClean(page: Page): Promise<void> {
  const seen = await page.evaluate(
    `[...document.querySelectorAll('body *')].filter((element) => element.checkVisibility({ visibilityProperty: true ` +
      '}) && [...element.childNodes].some((node) => node.nodeType === 3 && /agency ' +
      '?reel/i.test(node.data))).map((element) => element.textContent).join()',
  );
  if (seen !== '') throw new Error(`the product's name is to be seen: ${String(seen)}`);
}

async function saveProblem(page: Page | undefined): Promise<void> {
  if (page === undefined) return;
  const path = join(tmpdir(), 'tour-problem.png');
  await page.screenshot({ path });
  console.error(`What the page showed: ${path}`);
}

/** One picture per shot, taken once everything in it has stopped moving. */
async function drawStills(draw: Draw, shots: readonly Placed[]): Promise<void> {
  const dir = join(tmpdir(), 'tour-stills');
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  for (const [index, { from, seconds, presses }] of shots.entries()) {
    writeFileSync(
      join(dir, `${String(index).padStart(3, '0')}.jpg`),
      await draw(from + (presses ? 0.97 : seconds * 0.95)),
    );
  }
  console.log(`${shots.length} shots, ${lengthOf(shots).toFixed(1)} s: ${dir}`);
}
