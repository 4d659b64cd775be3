/** Whether a picture or video fits a network's limits, and the conversion that would make it fit. */

import { isHdr, type VideoPicture } from './video-picture.ts';

/** The limits that matter here, in bytes, seconds and pixels; a null or missing limit does not apply. */
export type FitLimits = {
  imageBytes: number | null;
  videoBytes: number | null;
  videoSeconds: number | null;
  media?: MediaRules;
};

/**
 * A network's limits for pictures and videos besides size and length; a missing limit does not apply. A network with
 * such limits gets videos with square pixels and in SDR. Codecs by their ffmpeg names. Media is converted to fit before
 * an adapter receives it.
 */
export type MediaRules = {
  /** Maximum pixels (width × height), maximum sum of width and height, maximum ratio of longer to shorter side. */
  imagePixels?: number;
  imageSides?: number;
  imageRatio?: number;
  videoSecondsLeast?: number;
  videoBytesLeast?: number;
  /** Maximum pixels of the longer and of the shorter side, in either orientation. */
  videoLongSide?: number;
  videoShortSide?: number;
  videoRatio?: number;
  videoFramesPerSecond?: number;
  videoCodecs?: readonly string[];
  audioCodecs?: readonly string[];
  pixelFormats?: readonly string[];
};

/** The known facts of a picture. */
export type ImageToFit = { kind: 'image'; sizeBytes: number; width: number | null; height: number | null };

/** The known facts of a video; null ones were not read and are not checked. `audioCodec` '' for a silent one. */
export type VideoToFit = {
  kind: 'video';
  sizeBytes: number;
  width: number | null;
  height: number | null;
  durationMs: number | null;
  videoCodec: string | null;
  audioCodec: string | null;
  pixelFormat: string | null;
  framesPerSecond: number | null;
  picture: VideoPicture | null;
};

/**
 * The result: as it is, a smaller picture, a video encoded again within these bounds, or never (with a message for the
 * person).
 */
export type Fit =
  | { kind: 'fits' }
  | { kind: 'shrink'; width: number; height: number; underBytes: number | null }
  | { kind: 'transcode'; width: number | null; height: number | null; framesPerSecond: number | null }
  | { kind: 'unfit'; message: string };

const fits: Fit = { kind: 'fits' };
const unfit = (message: string): Fit => ({ kind: 'unfit', message });

/** Checks a picture or video against a network's limits; `network` is its display name. */
export const fitOf = (media: ImageToFit | VideoToFit, limits: FitLimits, network: string): Fit =>
  media.kind === 'image' ? fitImage(media, limits, network) : fitVideo(media, limits, network);

const ratioOf = (width: number, height: number): number =>
  Math.max(width, height) / Math.max(1, Math.min(width, height));

function fitImage(
  { sizeBytes, width, height }: ImageToFit,
  { imageBytes, media = {} }: FitLimits,
  network: string,
): Fit {
  const isHeavy = imageBytes !== null && sizeBytes > imageBytes;
  if (width === null || height === null)
    return isHeavy ? unfit(`This picture is larger than ${megabytes(imageBytes)}, the most ${network} takes.`) : fits;
  if (media.imageRatio !== undefined && ratioOf(width, height) > media.imageRatio) {
    return unfit(
      `This picture is too long and narrow for ${network}: one side may be at most ${media.imageRatio} ` +
        'times the other.',
    );
  }
  const scale = Math.min(
    1,
    Math.sqrt((media.imagePixels ?? Infinity) / (width * height)),
    (media.imageSides ?? Infinity) / (width + height),
  );
  if (scale === 1 && !isHeavy) return fits;
  return {
    kind: 'shrink',
    width: Math.max(1, Math.floor(width * scale)),
    height: Math.max(1, Math.floor(height * scale)),
    underBytes: imageBytes,
  };
}

function fitVideo(video: VideoToFit, { videoBytes, videoSeconds, media = {} }: FitLimits, network: string): Fit {
  const { sizeBytes, width, height, durationMs } = video;
  const seconds = durationMs === null ? null : durationMs / 1000;
  if (videoBytes !== null && sizeBytes > videoBytes)
    return unfit(`This video is larger than ${megabytes(videoBytes)}, the most ${network} takes.`);
  if (media.videoBytesLeast !== undefined && sizeBytes < media.videoBytesLeast)
    return unfit(
      `This video is too small for ${network}, which takes none under ${Math.ceil(media.videoBytesLeast / 1000)} kB.`,
    );
  if (seconds !== null && videoSeconds !== null && seconds > videoSeconds)
    return unfit(`This video is ${clock(seconds)} long; ${network} takes at most ${clock(videoSeconds)}.`);
  if (seconds !== null && media.videoSecondsLeast !== undefined && seconds < media.videoSecondsLeast) {
    return unfit(`This video is shorter than ${media.videoSecondsLeast} seconds, the least ${network} takes.`);
  }
  if (
    width !== null &&
    height !== null &&
    media.videoRatio !== undefined &&
    ratioOf(width, height) > media.videoRatio
  ) {
    return unfit(
      `This video is too long and narrow for ${network}: one side may be at most ${media.videoRatio} times the other.`,
    );
  }
  return needsTranscoding(video, media)
    ? {
        kind: 'transcode',
        ...boxFor(video, media),
        framesPerSecond: media.videoFramesPerSecond ?? null,
      }
    : fits;
}

/** The box of an encoded video, in the orientation of the original. */
function boxFor(
  { width, height }: VideoToFit,
  { videoLongSide, videoShortSide }: MediaRules,
): { width: number | null; height: number | null } {
  const [long, short] = [videoLongSide ?? null, videoShortSide ?? null];
  const isPortrait = width !== null && height !== null && height > width;
  return isPortrait ? { width: short, height: long } : { width: long, height: short };
}

function needsTranscoding(
  { width, height, videoCodec, audioCodec, pixelFormat, framesPerSecond, picture }: VideoToFit,
  media: NonNullable<FitLimits['media']>,
): boolean {
  const isStrange = (found: string | null, known: readonly string[] | undefined): boolean =>
    found !== null && found !== '' && known !== undefined && !known.includes(found);
  const isBeyond = (found: number | null, most: number | undefined): boolean =>
    found !== null && most !== undefined && found > most;
  const longer = width === null || height === null ? (width ?? height) : Math.max(width, height);
  const shorter = width === null || height === null ? null : Math.min(width, height);
  return (
    (picture !== null && (picture.pixelRatio !== 1 || isHdr(picture))) ||
    isStrange(videoCodec, media.videoCodecs) ||
    isStrange(audioCodec, media.audioCodecs) ||
    isStrange(pixelFormat, media.pixelFormats) ||
    isBeyond(longer, media.videoLongSide) ||
    isBeyond(shorter, media.videoShortSide) ||
    isBeyond(framesPerSecond, media.videoFramesPerSecond)
  );
}

const megabytes = (bytes: number): string => `${Math.floor(bytes / 100_000) / 10} MB`;

/** 192 -> '3:12'. */
function clock(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
