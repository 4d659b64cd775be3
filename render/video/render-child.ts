/** The process that renders one plan: started by `renderApart`, ended by its last message. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import {
  faceKey,
  fallbacksNeeded,
  needs,
  openFace,
  rangedFace,
  rangesOf,
  textsOf,
  type Face,
  type FaceWish,
  type FontStack,
  type FallbacksAtHand,
} from '../layout/index.ts';
import type { RenderPlan } from './plan.ts';
import { renderVideo } from './render-video.ts';

const stop = new AbortController();
let isAlone = false;
// The parent process has ended: all children are ended and the folder is removed, since no other process would remove
// it.
process.once('disconnect', () => {
  isAlone = true;
  stop.abort();
});
process.once('message', (plan: RenderPlan) => {
  void rendered(plan);
});
process.on('message', (word) => {
  if (word === 'stop') stop.abort();
});

async function rendered(plan: RenderPlan): Promise<void> {
  try {
    const { fonts, fallbacks, files, project, ...rest } = plan;
    const end = await renderVideo({
      ...rest,
      project,
      fileOf: (name) => files[name],
      fontsFor: stacksOf({ fonts, fallbacks }, textsOf(project).join('')),
      signal: stop.signal,
      onProgress: (progress) => tell({ kind: 'progress', progress }),
    });
    tell({ kind: 'end', end });
  } catch (error) {
    tell({ kind: 'broken', message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
  if (isAlone) await rm(plan.tempDir, { recursive: true, force: true });
  else if (process.connected) process.disconnect();
}

function tell(word: object): void {
  if (process.connected) process.send?.(word);
}

/** Opens the files of a face that the texts need, on first use; each text's further scripts follow them. */
function stacksOf(
  { fonts, fallbacks }: Pick<RenderPlan, 'fonts' | 'fallbacks'>,
  all: string,
): (style: FaceWish, text: string) => FontStack {
  const baseOf = baseStacksOf(fonts, all);
  const further = fallbacksIn(fallbacks);
  return (style, text) => {
    const base = baseOf(style);
    return { ...base, faces: [...base.faces, ...further({ text, isBold: style.bold })] };
  };
}

function fallbacksIn({ fonts, paths }: FallbacksAtHand): (text: { text: string; isBold: boolean }) => Face[] {
  const faces = new Map<string, Face>();
  return (text) =>
    fallbacksNeeded(fonts, text).flatMap((name) => {
      const path = paths[name];
      if (path === undefined) return [];
      const face = faces.get(name) ?? faceIn(path);
      faces.set(name, face);
      return [face];
    });
}

function baseStacksOf(fonts: RenderPlan['fonts'], text: string): (style: FaceWish) => FontStack {
  const stacks = new Map<string, FontStack>();
  return (style) => {
    const key = faceKey(style);
    const known = stacks.get(key);
    if (known !== undefined) return known;
    const planned = fonts[key] ?? Object.values(fonts)[0];
    if (planned === undefined) throw new Error('a plan without fonts');
    const { files, slanted, emboldened } = planned;
    const wanted = files
      .map(({ path, range }) => ({ path, ranges: rangesOf(range) }))
      .filter(({ ranges }, index) => index === 0 || needs(ranges, text));
    const [first, ...others] = wanted.map(({ path, ranges }) => rangedFace(faceIn(path), ranges));
    if (first === undefined) throw new Error('a face without files');
    const stack: FontStack = { faces: [first, ...others], slanted, emboldened };
    stacks.set(key, stack);
    return stack;
  };
}

function faceIn(path: string): Face {
  const bytes = readFileSync(path);
  return openFace(bytes, createHash('sha256').update(bytes).digest('hex'));
}
