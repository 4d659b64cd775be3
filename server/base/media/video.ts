import {
  sdrFilters,
  sdrTags,
  squareFilters,
  squareSize,
  videoPictureIn,
  type VideoPicture,
} from '#rules/video-picture.ts';
import { runFfmpeg } from './ffmpeg.ts';

/** The known facts of a video: its size as displayed (rotated, with square pixels) in px, and its length. */
export type VideoFacts = { width: number; height: number; durationMs: number };

/** A video on disk, and its agency. */
export type GivenVideo = { path: string; agencyId: string; signal?: AbortSignal };

/** Reads an mp4's facts and decodes its first picture; null if it cannot be read. */
export async function probeVideo(ffmpeg: string, { signal, ...video }: GivenVideo): Promise<VideoFacts | null> {
  const run = await runFfmpeg(ffmpeg, {
    ...video,
    format: 'mov',
    args: ['-map', '0:v:0', '-frames:v', '1', '-f', 'null', '-'],
    ...(signal && { signal }),
  });
  return run.code === 0 ? readFacts(run.stderr) : null;
}

/** The facts in the log of an ffmpeg run; null if one is missing or no picture came out. */
export function readFacts(said: string): VideoFacts | null {
  const duration = /Duration: (\d+):(\d\d):(\d\d)\.(\d\d)/.exec(said);
  const [, output = ''] = said.split(/^Output #0/m);
  const size = sizeIn(output);
  if (!duration || !size || !/frame=\s*1\b/.test(output)) return null;
  const [hours = 0, minutes = 0, seconds = 0, hundredths = 0] = duration.slice(1).map(Number);
  const durationMs = ((hours * 60 + minutes) * 60 + seconds) * 1000 + hundredths * 10;
  const [, wide = '1', high = '1'] = /\[SAR (\d+):(\d+)/.exec(output) ?? [];
  const pixelRatio = Number(wide) > 0 && Number(high) > 0 ? Number(wide) / Number(high) : 1;
  return { ...squareSize({ width: Number(size[1]), height: Number(size[2]) }, pixelRatio), durationMs };
}

/** The first line that names a picture's size, which stands behind the codec. */
function sizeIn(output: string): RegExpExecArray | null {
  for (const line of output.split('\n')) {
    const from = line.indexOf('Video: ');
    const size = from === -1 ? null : /[ ,](\d{2,5})x(\d{2,5})/.exec(line.slice(from + 6));
    if (size !== null) return size;
  }
  return null;
}

/** The codec and the rest of the first stream of a kind; null if there is none. */
function streamOf(input: string, kind: 'Video' | 'Audio'): RegExpExecArray | null {
  for (const line of input.split('\n')) {
    const from = line.indexOf('Stream #0:');
    const at = from === -1 ? -1 : line.indexOf(`: ${kind}: `, from);
    const stream = at === -1 ? null : /^(\w+)(.*)/.exec(line.slice(at + kind.length + 4));
    if (stream !== null) return stream;
  }
  return null;
}

const atMost960 = "scale=w='min(960,iw)':h='min(960,ih)':force_original_aspect_ratio=decrease";

/** Filters that read the picture of a video of unknown colours in a browser's way, at most 960 px wide and high. */
const posterFilters = (picture: VideoPicture, height: number): string =>
  [...squareFilters(picture), atMost960, ...sdrFilters(picture, height), 'setsar=1'].join(',');

/**
 * A picture of the video (PNG) from about a tenth of its length, at most three seconds in; null if none can be decoded.
 */
export async function videoFrame(
  ffmpeg: string,
  { durationMs, signal, ...video }: GivenVideo & { durationMs: number },
): Promise<Buffer | null> {
  const probe = await runFfmpeg(ffmpeg, {
    ...video,
    format: 'mov',
    args: ['-map', '0:v:0', '-frames:v', '1', '-f', 'null', '-'],
    ...(signal && { signal }),
  });
  const filters = posterFilters(videoPictureIn(probe.stderr), readFacts(probe.stderr)?.height ?? 0);
  for (const seekSeconds of [Math.min(durationMs / 10_000, 3), 0]) {
    const run = await runFfmpeg(ffmpeg, {
      ...video,
      format: 'mov',
      seekSeconds,
      args: ['-map', '0:v:0', '-frames:v', '1', '-vf', filters, '-f', 'image2pipe', '-c:v', 'png', 'pipe:1'],
      ...(signal && { signal }),
    });
    if (run.code === 0 && run.stdout.length > 0) return run.stdout;
  }
  return null;
}

/**
 * The properties of a video, besides its size, that networks limit. `audioCodec` is '' for a silent one; the names are
 * ffmpeg's.
 */
export type VideoDetails = VideoFacts & {
  videoCodec: string;
  audioCodec: string;
  pixelFormat: string | null;
  framesPerSecond: number | null;
  picture: VideoPicture;
};

/** Reads an mp4's facts and its encoding; null if it cannot be read. */
export async function detailsOf(ffmpeg: string, { signal, ...video }: GivenVideo): Promise<VideoDetails | null> {
  const run = await runFfmpeg(ffmpeg, {
    ...video,
    format: 'mov',
    args: ['-map', '0:v:0', '-frames:v', '1', '-f', 'null', '-'],
    ...(signal && { signal }),
  });
  return run.code === 0 ? readDetails(run.stderr) : null;
}

/** The details in the log of an ffmpeg run; null if it shows no picture. */
export function readDetails(said: string): VideoDetails | null {
  const facts = readFacts(said);
  const [input = ''] = said.split(/^Output #0/m);
  const line = streamOf(input, 'Video');
  if (facts === null || line === null) return null;
  const [, videoCodec = '', rest = ''] = line;
  const framesPerSecond = /, ([\d.]+)(k?) fps/.exec(rest);
  return {
    ...facts,
    videoCodec,
    picture: videoPictureIn(said),
    audioCodec: streamOf(input, 'Audio')?.[1] ?? '',
    pixelFormat: /, (yuvj?\d{3}p\w*|nv12|gbrp\w*|rgb\w*|gray\w*)/.exec(rest)?.[1] ?? null,
    framesPerSecond:
      framesPerSecond === null ? null : Number(framesPerSecond[1]) * (framesPerSecond[2] === 'k' ? 1000 : 1),
  };
}

/** The time that the longest permitted video takes on a slow machine. */
const transcodeSeconds = 480;

/** Limits of a re-encoded video; null for none. */
export type TranscodeBounds = { width: number | null; height: number | null; framesPerSecond: number | null };

type Transcoding = TranscodeBounds & GivenVideo & { out: string; details: VideoDetails };

/**
 * Re-encodes a video as H.264 with AAC to `out`, never larger or faster than the limits, with square pixels and in SDR;
 * null if ffmpeg cannot.
 */
export async function transcodeVideo(
  ffmpeg: string,
  { agencyId, path, out, width, height, framesPerSecond, details, signal }: Transcoding,
): Promise<VideoFacts | null> {
  // Even sides, as H.264 with chroma subsampling requires.
  const bounds = `w='min(${width ?? 'iw'},iw)':h='min(${height ?? 'ih'},ih)'`;
  const scale = `scale=${bounds}:force_original_aspect_ratio=decrease:force_divisible_by=2`;
  const filters = [
    ...squareFilters(details.picture),
    scale,
    'setsar=1',
    ...sdrFilters(details.picture, details.height),
    ...(framesPerSecond === null ? [] : [`fps='min(source_fps,${framesPerSecond})'`]),
  ].join(',');
  const run = await runFfmpeg(ffmpeg, {
    agencyId,
    path,
    format: 'mov',
    limitSeconds: transcodeSeconds,
    args: [
      '-map',
      '0:v:0',
      '-map',
      '0:a:0?',
      '-vf',
      filters,
      '-c:v',
      'libx264',
      '-preset',
      'veryfast',
      '-crf',
      '20',
      '-pix_fmt',
      'yuv420p',
      ...sdrTags,
      '-c:a',
      'aac',
      '-b:a',
      '128k',
      '-ac',
      '2',
      '-movflags',
      '+faststart',
      '-f',
      'mp4',
      '-y',
      `file:${out}`,
    ],
    ...(signal && { signal }),
  });
  return run.code === 0 ? probeVideo(ffmpeg, { path: out, agencyId, ...(signal && { signal }) }) : null;
}
