/** Files of unknown origin: the reader for each, and their contents. */
import { open } from 'node:fs/promises';
import { squareSize, videoPictureIn, type VideoPicture } from '#rules/video-picture.ts';
import type { Ffmpeg } from './find.ts';
import { runFfmpeg } from './run.ts';

/** The readers of ffmpeg that are allowed for files of unknown origin. */
export type Demuxer = 'mov' | 'matroska' | 'mp3' | 'wav' | 'ogg' | 'flac' | 'aac';

/** The facts that a file states about itself. `seconds` is null if it does not state its length. */
export type MediaFacts = {
  demuxer: Demuxer;
  seconds: number | null;
  sounds: number;
  /** Its size as displayed: rotated, with square pixels. */
  video: { width: number; height: number; codec: string; picture: VideoPicture } | null;
};

/** Why a file is refused. */
export type Unfit = { unfit: string };

const mostStreams = 12;
const mostPixels = 4096 * 2304;

/** The reader for a file, by its first bytes; null for every other kind of file. */
export async function demuxerOf(path: string): Promise<Demuxer | null> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, 0);
    return bytesRead < 12 ? null : byMagic(buffer);
  } finally {
    await file.close();
  }
}

function byMagic(head: Buffer): Demuxer | null {
  const text = head.toString('latin1');
  if (['ftyp', 'moov', 'mdat', 'wide', 'free'].includes(text.slice(4, 8))) return 'mov';
  if (head.readUInt32BE(0) === 0x1a45dfa3) return 'matroska';
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WAVE') return 'wav';
  if (text.startsWith('OggS')) return 'ogg';
  if (text.startsWith('fLaC')) return 'flac';
  // ADTS before MPEG audio: both begin with eleven or twelve ones, AAC's layer bits are zero.
  if (head[0] === 0xff && ((head[1] ?? 0) & 0xf6) === 0xf0) return 'aac';
  return text.startsWith('ID3') || (head[0] === 0xff && ((head[1] ?? 0) & 0xe0) === 0xe0) ? 'mp3' : null;
}

/** Arguments that read such a file: forced reader, no network, no other files. */
export function inputArgs(
  path: string,
  { demuxer, seekSeconds = 0, loops = false }: { demuxer: Demuxer; seekSeconds?: number; loops?: boolean },
): string[] {
  return [
    '-protocol_whitelist',
    'file',
    '-threads',
    '1',
    ...(loops ? ['-stream_loop', '-1'] : []),
    ...(seekSeconds > 0 ? ['-ss', seekSeconds.toFixed(3)] : []),
    '-f',
    demuxer,
    '-i',
    `file:${path}`,
  ];
}

/**
 * Makes damage an error for containers with an index, which are error-free when intact. Streams like mp3 resynchronise,
 * and real files often have foreign bytes at their beginning or end.
 */
export const strictly = (demuxer: Demuxer): string[] =>
  demuxer === 'mov' || demuxer === 'matroska' ? ['-xerror'] : [];

/** Reads the contents of a file and decodes its beginning. Rejects only for a disk that fails or an aborted signal. */
export async function probeMedia(
  ffmpeg: Ffmpeg,
  path: string,
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<MediaFacts | Unfit> {
  const demuxer = await demuxerOf(path);
  if (demuxer === null) return { unfit: 'it is not a video or sound that can be read' };
  const end = await runFfmpeg(ffmpeg, {
    args: [
      ...strictly(demuxer),
      ...inputArgs(path, { demuxer }),
      '-map',
      '0:v:0?',
      '-map',
      '0:a:0?',
      '-t',
      '0.1',
      '-f',
      'null',
      '-',
    ],
    limitSeconds: 20,
    signal,
  });
  if (end.kind !== 'done')
    return { unfit: end.kind === 'timed-out' ? 'it takes too long to read' : 'it is damaged or not complete' };
  return factsIn(end.said, demuxer);
}

/** The facts in ffmpeg's report of an input. */
export function factsIn(said: string, demuxer: Demuxer): MediaFacts | Unfit {
  const [input = '', output = ''] = said.split(/^Output #0/m);
  const streams = streamsIn(input);
  if (streams.length > mostStreams)
    return { unfit: `it has ${streams.length} tracks, at most ${mostStreams} are read` };
  // The output's size is the displayed one: rotated if the file says so. A copied track's tag begins with 0x.
  const size = sizeIn(output);
  const codec = streams.find(({ kind }) => kind === 'Video')?.codec;
  const [width, height] = [Number(size?.[1] ?? 0), Number(size?.[2] ?? 0)];
  if (width * height > mostPixels) return { unfit: `it is ${width} x ${height} px, which is too large` };
  const sounds = streams.filter(({ kind }) => kind === 'Audio').length;
  const picture = videoPictureIn(said);
  const video =
    codec === undefined || width === 0
      ? null
      : { ...squareSize({ width, height }, pixelRatioIn(output)), codec, picture };
  return sounds === 0 && video === null
    ? { unfit: 'it has neither picture nor sound' }
    : { demuxer, seconds: secondsIn(input), sounds, video };
}

/** The streams that the report lists, each with the name of its codec ('' if none is given), in one pass. */
function streamsIn(input: string): { kind: string; codec: string }[] {
  return input.split('\n').flatMap((line) => {
    const [, kind = '', codec = ''] = /^ +Stream #0:\d/.test(line)
      ? (/: (Video|Audio|Subtitle|Data|Attachment)\b(?:: (\w+))?/.exec(line) ?? [])
      : [];
    return kind === '' ? [] : [{ kind, codec }];
  });
}

/** The first size behind `Video: ` in a line, which stands behind the codec. */
function sizeIn(output: string): RegExpExecArray | null {
  for (const line of output.split('\n')) {
    const from = line.indexOf('Video: ');
    const size = from === -1 ? null : /[ ,]([1-9]\d{0,4})x(\d{1,5})/.exec(line.slice(from + 6));
    if (size !== null) return size;
  }
  return null;
}

/** The ratio of the output's pixels: that of the input, turned with the picture. */
function pixelRatioIn(output: string): number {
  const [, wide = '1', high = '1'] = /\[?SAR (\d+):(\d+)/.exec(output) ?? [];
  return Number(wide) > 0 && Number(high) > 0 ? Number(wide) / Number(high) : 1;
}

function secondsIn(input: string): number | null {
  const [, hours, minutes, seconds] = /Duration: (\d+):(\d\d):(\d\d\.\d+)/.exec(input) ?? [];
  return hours === undefined ? null : (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
}
