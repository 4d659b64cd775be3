/** The files that may be uploaded, checked by content: the limits as data, and magic bytes. */

/** A kind of file that we recognise by its first bytes. */
export type FileKind = 'jpeg' | 'png' | 'mp4' | 'mp3' | 'wav' | 'woff2';
/** The purpose of an upload; the key of `uploadLimits`. */
export type UploadPurpose = 'profileImage' | 'logo' | 'streamImage' | 'streamVideo' | 'libraryImage' | 'music';

/**
 * By purpose: the allowed kinds, the size that a file must stay under (decimal bytes) and the key of the text in
 * `contract/messages.ts` for a larger one.
 */
export const uploadLimits = {
  profileImage: { kinds: ['jpeg', 'png'], underBytes: 5_000_000, tooLarge: 'imageTooLarge' },
  logo: { kinds: ['jpeg', 'png'], underBytes: 5_000_000, tooLarge: 'imageTooLarge' },
  streamImage: { kinds: ['jpeg', 'png'], underBytes: 5_000_000, tooLarge: 'streamFileTooLarge' },
  streamVideo: { kinds: ['mp4'], underBytes: 20_000_000, tooLarge: 'streamFileTooLarge' },
  libraryImage: { kinds: ['jpeg', 'png'], underBytes: 5_000_000, tooLarge: 'imageTooLarge' },
  music: { kinds: ['mp3', 'wav'], underBytes: 10_000_000, tooLarge: 'musicTooLarge' },
} as const satisfies Record<UploadPurpose, { kinds: readonly FileKind[]; underBytes: number; tooLarge: string }>;

/**
 * The media type, the common extensions (lower case, first the one that we use) and the kind of stream item of each
 * kind of file.
 */
export const fileKinds = {
  jpeg: { contentType: 'image/jpeg', extensions: ['jpg', 'jpeg'], media: 'image' },
  png: { contentType: 'image/png', extensions: ['png'], media: 'image' },
  mp4: { contentType: 'video/mp4', extensions: ['mp4'], media: 'video' },
  mp3: { contentType: 'audio/mpeg', extensions: ['mp3', 'mpeg', 'mpga', 'mp2'], media: 'audio' },
  wav: { contentType: 'audio/wav', extensions: ['wav', 'wave'], media: 'audio' },
  woff2: { contentType: 'font/woff2', extensions: ['woff2'], media: 'font' },
} as const satisfies Record<
  FileKind,
  { contentType: string; extensions: readonly string[]; media: 'image' | 'video' | 'audio' | 'font' }
>;

/**
 * The most pixels that a picture may have: more than cameras make, and as many as one process can decode in its memory.
 */
export const mostPixels = 50_000_000;

/** The number of leading bytes that `sniffFile` needs. */
export const sniffBytes = 16;

/**
 * Brands of `ftyp` that are MPEG-4 video; QuickTime ('qt  '), audio (M4A), HEIF and AVIF share the box and are not.
 * Source: mp4ra.org/filetype.html (read 2026-11-21), and the newer iso3-9 and camera brands.
 */
const mp4Brands = new Set([
  'isom',
  'iso2',
  'iso3',
  'iso4',
  'iso5',
  'iso6',
  'iso7',
  'iso8',
  'iso9',
  'mp41',
  'mp42',
  'mp71',
  'avc1',
  'dash',
  'M4V ',
  'M4VH',
  'M4VP',
  'MSNV',
  'f4v ',
  'XAVC',
]);

const latin1 = new TextDecoder('latin1');

/** The kind of a file from its first bytes, or null for every unsupported file. */
export function sniffFile(head: Uint8Array): FileKind | null {
  const begins = (...bytes: readonly number[]): boolean => bytes.every((byte, at) => head[at] === byte);
  if (begins(0xff, 0xd8, 0xff)) return 'jpeg';
  if (begins(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'png';
  const latin = (from: number, to: number): string => latin1.decode(head.subarray(from, to));
  if (latin(4, 8) === 'ftyp' && mp4Brands.has(latin(8, 12))) return 'mp4';
  if (latin(0, 4) === 'RIFF' && latin(8, 12) === 'WAVE') return 'wav';
  if (latin(0, 4) === 'wOF2') return 'woff2';
  return latin(0, 3) === 'ID3' || isMpegFrame(head) ? 'mp3' : null;
}

/**
 * Whether these bytes begin with the header of an MPEG audio frame: eleven ones, a version and a layer that exist
 * (layer bits of zero are AAC), a bit rate and a sample rate that exist.
 */
function isMpegFrame(head: Uint8Array): boolean {
  const [sync = 0, second = 0, third = 0] = head;
  const version = (second >> 3) & 3;
  const layer = (second >> 1) & 3;
  return (
    sync === 0xff &&
    (second & 0xe0) === 0xe0 &&
    version !== 1 &&
    layer !== 0 &&
    third >> 4 !== 15 &&
    third >> 4 !== 0 &&
    ((third >> 2) & 3) !== 3
  );
}

/** The key of the refusal's message in `contract/messages.ts`, or null for an accepted file. */
export type UploadRefusal = 'invalidFileType' | 'imageTooLarge' | 'streamFileTooLarge' | 'musicTooLarge';

/** The facts known before any byte is sent: name and size. `sizeBytes` is null while unknown. */
export function refuseByName(
  purpose: UploadPurpose,
  { fileName, sizeBytes }: { fileName: string; sizeBytes: number | null },
): UploadRefusal | null {
  const { kinds, underBytes, tooLarge } = uploadLimits[purpose];
  const extension = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
  if (!kinds.some((kind) => extensionsOf(kind).includes(extension))) return 'invalidFileType';
  return sizeBytes !== null && sizeBytes >= underBytes ? tooLarge : null;
}

/**
 * The server's check: name, then content, then size. The content decides the kind of file; a name of another kind of
 * media (a video named .png) is refused too, while a PNG named .jpg is just a PNG.
 */
export function refuseUpload(
  purpose: UploadPurpose,
  file: { fileName: string; sizeBytes: number; head: Uint8Array },
): UploadRefusal | null {
  const kind = sniffFile(file.head);
  const allowed: readonly FileKind[] = uploadLimits[purpose].kinds;
  if (kind === null || !allowed.includes(kind)) return 'invalidFileType';
  return refuseByName(purpose, file);
}

const extensionsOf = (kind: FileKind): readonly string[] => fileKinds[kind].extensions;
