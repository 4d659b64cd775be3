/**
 * Writes the tutorial's files under catalog/. Their names contain a hash of their content, so browsers may cache them
 * forever.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Tutorial } from '#catalog/films/tutorial.ts';
import type { Texts } from './texts.ts';
import { lengthOf, spansOf, type Placed } from './timeline.ts';

/**
 * The parts of a tutorial: its name, the path of its video, a poster (JPEG), and the texts with the shots that show
 * them.
 */
export type Written = {
  name: string;
  texts: Texts;
  shots: readonly Placed[];
  path: string;
  poster: Buffer;
  dir: string;
};

/** Writes all files and deletes the previous ones; returns the tutorial's size and length. */
export async function writeTutorial({
  name: tutorialName,
  texts,
  shots,
  path,
  poster,
  dir,
}: Written): Promise<{ bytes: number; seconds: number }> {
  const seconds = lengthOf(shots);
  const said = texts.acts.flatMap((act) => act.captions.map((caption) => ({ ...caption, act: act.title })));
  const spans = spansOf(shots, said.length);
  const cues = said.map((caption, index) => ({ ...caption, ...at(spans[index]) }));
  const chapters = texts.acts.map(({ title }) => {
    const own = cues.filter(({ act }) => act === title);
    return { title, start: own[0]?.start ?? 0, end: own.at(-1)?.end ?? seconds };
  });
  for (const name of readdirSync(dir)) if (name !== 'texts.json') rmSync(join(dir, name));
  const bytes = readFileSync(path);
  const keep = (content: Buffer | string, extension: string): string => {
    const name = `${tutorialName}-${createHash('sha256').update(content).digest('hex').slice(0, 16)}.${extension}`;
    writeFileSync(join(dir, name), content);
    return name;
  };
  const made: Tutorial = {
    title: texts.title,
    language: texts.language,
    seconds: rounded(seconds),
    width: 1280,
    height: 720,
    files: {
      video: keep(bytes, 'mp4'),
      poster: keep(await sharp(poster).webp({ quality: 82 }).toBuffer(), 'webp'),
      captions: keep(
        vtt([
          cardCue(texts.opening, { start: 0, end: cues[0]?.start ?? 0 }),
          ...cues.map(({ says, ...cue }) => ({ ...cue, text: says })),
          cardCue(texts.closing, { start: cues.at(-1)?.end ?? 0, end: seconds }),
        ]),
        'captions.vtt',
      ),
      descriptions: keep(vtt(cues.map(({ seen, ...cue }) => ({ ...cue, text: seen }))), 'descriptions.vtt'),
      chapters: keep(vtt(chapters.map(({ title, ...cue }) => ({ ...cue, text: title }))), 'chapters.vtt'),
    },
    chapters: chapters.map(({ title, start }) => ({
      title,
      start,
      captions: cues
        .filter(({ act }) => act === title)
        .map(({ says, seen, start: from, end }) => ({ says, seen, start: from, end })),
    })),
  };
  writeFileSync(join(dir, 'film.json'), `${JSON.stringify(made, null, 2)}\n`);
  return { bytes: bytes.length, seconds };
}

const rounded = (seconds: number): number => Math.round(seconds * 1000) / 1000;
const at = (span: { start: number; end: number } | undefined): { start: number; end: number } => ({
  start: rounded(span?.start ?? 0),
  end: rounded(span?.end ?? 0),
});
const cardCue = ({ title, text }: Texts['opening'], span: { start: number; end: number }): Cue => ({
  ...span,
  text: `${title}\n${text}`,
});

type Cue = { start: number; end: number; text: string };

/** `75.5` -> `00:01:15.500`. */
const clock = (seconds: number): string => new Date(Math.round(seconds * 1000)).toISOString().slice(11, 23);

/**
 * A WebVTT track. Source: w3.org/TR/webvtt1 (2026-11-21). Captions are at the top, because the tutorial's own words are
 * at the bottom.
 */
const vtt = (cues: readonly Cue[]): string =>
  `WEBVTT\n\n${cues.map(({ start, end, text }) => `${clock(start)} --> ${clock(end)} line:0\n${text}\n`).join('\n')}`;
