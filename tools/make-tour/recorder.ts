/**
 * Records a page as single pictures: each is taken once the page has stopped changing, and the movement between them is
 * drawn later.
 */
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { pressingSeconds, type Box, type Point, type Shot } from './timeline.ts';

/** The steps of an act of the tutorial. Seconds are the minimum length of a shot. */
export type Recorder = {
  page: Page;
  /** Starts the next caption. */
  say(): void;
  /** Points the camera at this from the next shot on; `null` shows as much as fits, from the top. */
  look(at: Locator | null, options?: { width?: number }): Promise<void>;
  /** One picture of the page as it is; `ring` frames an element. */
  show(seconds: number, options?: { ring?: Locator }): Promise<void>;
  /** Moves the pointer there and really presses. The camera follows if it does not show that spot. */
  press(target: Locator): Promise<void>;
  /**
   * Presses into a field and fills it, a part at a time; a secret at once, because half of one would be an invalid
   * password.
   */
  type(field: Locator, text: string, options?: { secret?: true }): Promise<void>;
  /** Hides the pointer until the next press. */
  hidePointer(): void;
};

/** The recorded window, CSS px. */
export const recorded = { width: 1200, height: 1400 };
/** The part of a frame that shows the page, px; captions are below it. */
export const stage = { width: 1280, height: 592 };

const aspect = stage.width / stage.height;
const typingSeconds = 0.3;

/** Records shots into `shots` and their pictures into `dir`. `isClean` throws for a page that must not be shown. */
export function openRecorder(
  page: Page,
  { dir, shots, isClean }: { dir: string; shots: Shot[]; isClean: (page: Page) => Promise<void> },
): Recorder {
  let caption = -1;
  let camera: Box = { x: 0, y: 0, width: recorded.width, height: recorded.width / aspect };
  let pointer: Point | null = null;

  const take = async (): Promise<string> => {
    await page.waitForLoadState('networkidle');
    await page.evaluate(atRest);
    await isClean(page);
    const path = join(dir, `${String(shots.length).padStart(3, '0')}.jpg`);
    await page.screenshot({ path, type: 'jpeg', quality: 95, caret: 'initial' });
    return path;
  };
  const add = (shot: Pick<Shot, 'picture' | 'seconds'> & Partial<Shot>): void => {
    shots.push({ camera, pointer, presses: false, ring: null, card: null, caption, ...shot });
  };
  const recorder: Recorder = {
    page,
    say: () => {
      caption += 1;
    },
    look: async (at, { width = 640 } = {}) => {
      camera =
        at === null
          ? { x: 0, y: 0, width: recorded.width, height: recorded.width / aspect }
          : cameraOn(await boxOf(at), width);
    },
    show: async (seconds, { ring } = {}) => {
      add({ picture: await take(), seconds, ring: ring === undefined ? null : await boxOf(ring) });
    },
    press: async (target) => {
      const box = await boxOf(target);
      const { x, y, width, height } = box;
      const picture = await take();
      camera = following(camera, box);
      pointer = { x: x + width / 2, y: y + height / 2 };
      add({ picture, presses: true, seconds: pressingSeconds });
      await target.click();
    },
    hidePointer: () => {
      pointer = null;
    },
    type: async (field, text, { secret = false } = {}) => {
      await recorder.press(field);
      const parts = secret ? 1 : Math.min(4, text.length);
      for (let part = 1; part <= parts; part += 1) {
        await field.fill(text.slice(0, Math.ceil((text.length * part) / parts)));
        add({ picture: await take(), seconds: secret ? 2 * typingSeconds : typingSeconds });
      }
    },
  };
  return recorder;
}

/** Resolves once fonts are loaded, pictures are drawn, nothing loads or moves, and two more frames have passed. */
const atRest = `document.fonts.ready.then(() => new Promise((done) => {
  const isCalm = () => [...document.images].every((image) => image.complete || image.loading === 'lazy')
    && !document.querySelector('[aria-busy=true], .mantine-Skeleton-root, .mantine-Loader-root')
    && document.getAnimations().every(({ playState }) => playState !== 'running');
  const look = () => (isCalm() ? requestAnimationFrame(() => requestAnimationFrame(done)) : setTimeout(look, 50));
  look();
}))`;

async function boxOf(locator: Locator): Promise<Box> {
  await locator.waitFor();
  const box = await locator.boundingBox();
  if (box === null) throw new Error(`${String(locator)} is not on the screen`);
  if (box.y + box.height / 2 > recorded.height) throw new Error(`${String(locator)} is below what is filmed`);
  return box;
}

/** A view of the requested width, or of the width of its content; never larger than the recorded window. */
function cameraOn(box: Box, wanted: number): Box {
  const width = Math.min(recorded.width, Math.max(wanted, box.width + 48));
  const height = width / aspect;
  // Content higher than the view is shown from its top.
  const y = box.height > height - 32 ? box.y - 16 : box.y + box.height / 2 - height / 2;
  return {
    x: clamp(box.x + box.width / 2 - width / 2, recorded.width - width),
    y: clamp(y, recorded.height - height),
    width,
    height,
  };
}

const clamp = (at: number, most: number): number => Math.min(Math.max(0, at), Math.max(0, most));

/** How much of the page is shown around a pressed element, CSS px. */
const margin = 48;

/** The view, moved only as far as needed to contain all of this. */
function following(camera: Box, { x, y, width, height }: Box): Box {
  const within = (from: number, size: number, at: number, needed: number): number =>
    Math.min(Math.max(from, at + needed + margin - size), at - margin);
  return {
    ...camera,
    x: clamp(
      within(camera.x, camera.width, x, Math.min(width, camera.width - 2 * margin)),
      recorded.width - camera.width,
    ),
    y: clamp(within(camera.y, camera.height, y, height), recorded.height - camera.height),
  };
}
