/** Captions: the text of a slide's speech, split into parts that are shown while they are spoken. */
import { framesOf, speechTailSeconds, timelineOf } from './timeline.ts';
import { framesPerSecond, type Tile, type VideoProject } from './project.ts';
import { wordsOf } from './text/words.ts';

/** A range of a slide's frames, with its caption, or none. */
export type Stretch = { from: number; frames: number; caption: string | null };

/** Two lines of 42 characters, the usual maximum of subtitles. */
const mostCharacters = 84;
/**
 * Pieces with fewer frames cannot be joined to others: x264 knows when to decode its pictures only from the third on.
 */
const leastPieceFrames = 3;
/** A caption lasts longer than any transition: none changes within one, and the piece after it can be joined. */
const leastFrames = framesPerSecond / 2 + leastPieceFrames;

type Spoken = Pick<Tile, 'seconds' | 'speech'>;

/** Splits a slide where its caption changes: the ranges cover all of its frames. */
export function stretchesOf(tile: Spoken, isCaptioned: boolean): Stretch[] {
  const frames = framesOf(tile);
  const cues = isCaptioned ? cuesOf(tile, frames) : [];
  const stretches = cues.map(({ text, from, to }): Stretch => ({ from, frames: to - from, caption: text }));
  const end = cues.at(-1)?.to ?? 0;
  return end < frames ? [...stretches, { from: end, frames: frames - end, caption: null }] : stretches;
}

/** The caption at a frame of a slide. */
export function captionAt(tile: Spoken, frame: number): string | null {
  return stretchesOf(tile, true).findLast(({ from }) => from <= frame)?.caption ?? null;
}

/** Every text that is drawn in a project, so that its fonts and emoji can be loaded first. */
export const textsOf = ({ tiles, captions }: Pick<VideoProject, 'tiles' | 'captions'>): string[] =>
  tiles.flatMap(({ text, speech }) => [text, captions ? (speech?.words ?? '') : '']).filter((text) => text !== '');

/** The captions of a whole project as SubRip text, `.srt`; '' without any speech. */
export function srtOf({ tiles }: Pick<VideoProject, 'tiles'>): string {
  const { slides } = timelineOf(tiles);
  const cues = tiles.flatMap((tile, index) => {
    const start = slides[index]?.start ?? 0;
    return cuesOf(tile, framesOf(tile)).map(({ text, from, to }) => ({ text, from: start + from, to: start + to }));
  });
  return cues
    .map(({ text, from, to }, index) => `${index + 1}\r\n${timeOf(from)} --> ${timeOf(to)}\r\n${text}\r\n`)
    .join('\r\n');
}

type Cue = { text: string; from: number; to: number };

/**
 * The parts of a speech, each with a duration by its share of the characters; the last one also covers the silence
 * after it.
 */
function cuesOf({ speech }: Spoken, frames: number): Cue[] {
  const parts = speech === null ? [] : partsOf(speech.words);
  const spoken = Math.min(frames, Math.ceil(((speech?.seconds ?? 0) + speechTailSeconds) * framesPerSecond));
  const whole = parts.reduce((sum, part) => sum + part.length, 0);
  const cues: Cue[] = [];
  let [from, said] = [0, 0];
  for (const text of parts) {
    said += text.length;
    const end = Math.max(from + leastFrames, Math.round((spoken * said) / whole));
    const to = frames - end < leastPieceFrames ? frames : end;
    // The rest of the slide is too short to be read.
    if (frames - from < leastFrames && cues.length > 0) break;
    cues.push({ text, from, to });
    from = to;
  }
  return cues;
}

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Sentences, the long ones in parts of about equal length that end between words. */
function partsOf(words: string): string[] {
  const text = words.replace(/\s+/gu, ' ').trim();
  return [...sentences.segment(text)].flatMap(({ segment }) => {
    const sentence = segment.trim();
    const count = Math.ceil(sentence.length / mostCharacters);
    return count < 2 ? (sentence === '' ? [] : [sentence]) : inParts(sentence, sentence.length / count);
  });
}

function inParts(sentence: string, length: number): string[] {
  const parts: string[] = [];
  let start = 0;
  for (const { end, next } of wordsOf(sentence)) {
    if (next < sentence.length && end - start < length) continue;
    parts.push(sentence.slice(start, end).trim());
    start = next;
  }
  return parts.filter((part) => part !== '');
}

/** `95 -> '00:00:03,167'`. */
function timeOf(frame: number): string {
  const ms = Math.round((frame * 1000) / framesPerSecond);
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  const clock = [ms / 3_600_000, (ms / 60_000) % 60, (ms / 1000) % 60].map(two).join(':');
  return `${clock},${String(ms % 1000).padStart(3, '0')}`;
}
