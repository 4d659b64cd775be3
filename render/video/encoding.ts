/** The encoding of pieces: the same for all, so that they can be joined without encoding again. */
import { sdrFilters, squareFilters } from '#rules/video-picture.ts';
import type { MediaFacts } from '../ffmpeg/media.ts';
import { framesPerSecond, type Size } from '../layout/index.ts';

/** The options that every piece is encoded with; part of each piece's key. */
export const encoding = {
  gopFrames: 60,
  video: [
    '-an',
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-crf',
    '21',
    '-pix_fmt',
    'yuv420p',
    '-profile:v',
    'high',
    '-g',
    '60',
    '-threads',
    '1',
    // One SPS/PPS for every piece, regardless of its content; players may fail at a seam where they change.
    '-x264-params',
    'open-gop=0:stitchable=1',
    '-colorspace',
    'bt709',
    '-color_primaries',
    'bt709',
    '-color_trc',
    'bt709',
    '-color_range',
    'tv',
    '-chroma_sample_location',
    'left',
    '-video_track_timescale',
    '15360',
    '-map_metadata',
    '-1',
    '-f',
    'mp4',
  ],
  audio: ['-vn', '-c:a', 'aac', '-b:a', '128k', '-ar', '44100', '-ac', '2', '-map_metadata', '-1', '-f', 'mp4'],
  /** Converts the canvas's RGBA to the encoder's format. */
  toYuv: 'scale=in_range=pc:out_range=tv:out_color_matrix=bt709:flags=bilinear',
} as const;

/** Samples a second of the sound; a frame has 1,470 of them, a whole number. */
export const sampleRate = 44_100;

/** Samples of so many frames. */
export const samplesOf = (frames: number): number => (frames * sampleRate) / framesPerSecond;

/** Arguments that read raw frames of the stage from a pipe. */
export const rawInput = ({ width, height }: Size): string[] => [
  '-f',
  'rawvideo',
  '-pix_fmt',
  'rgba',
  '-s',
  `${width}x${height}`,
  '-r',
  String(framesPerSecond),
  '-i',
  'pipe:0',
];

/** Frames of a clip, and what its file says about its picture. */
export type ClipFrames = { from: number; frames: number; video: MediaFacts['video'] };

/**
 * A clip from its frame `from` on, `frames` of them, filling the stage, with square pixels and in the colours that the
 * preview shows. If it ends too early, its last frame holds.
 * NOTE setpts drops the frame rate in ffmpeg 7: fps after it, else the encoder assumes 25.
 */
export const clipFilter = ({ width, height }: Size, { from, frames, video }: ClipFrames): string =>
  [
    `fps=${framesPerSecond}`,
    'tpad=stop_mode=clone:stop=-1',
    `trim=start_frame=${from}:end_frame=${from + frames}`,
    'setpts=PTS-STARTPTS',
    ...(video === null ? [] : squareFilters(video.picture)),
    `scale=${width}:${height}:force_original_aspect_ratio=increase`,
    `crop=${width}:${height}`,
    ...(video === null ? [] : sdrFilters(video.picture, video.height)),
    'setsar=1',
    `fps=${framesPerSecond}`,
  ].join(',');
