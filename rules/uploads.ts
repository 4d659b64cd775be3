/** What may be uploaded, judged by content: the limits of the specification as data, and magic bytes. */

/** A kind of file we know by its first bytes. */
export type FileKind = 'jpeg' | 'png' | 'mp4';
/** What an upload is for; the key of `uploadLimits`. */
export type UploadPurpose = 'profileImage' | 'logo' | 'streamImage' | 'streamVideo';

/**
 * Per purpose: the kinds allowed, the size a file must stay under (decimal bytes) and the key of the text in `contract/messages.ts` a
 * larger one gets. Source: specification 1 §6 (profile image), 2 §5 (stream files), 3 (logos).
 */
export const uploadLimits = {
  profileImage: { kinds: ['jpeg', 'png'], underBytes: 5_000_000, tooLarge: 'imageTooLarge' },
  logo: { kinds: ['jpeg', 'png'], underBytes: 5_000_000, tooLarge: 'imageTooLarge' },
  streamImage: { kinds: ['jpeg', 'png'], underBytes: 5_000_000, tooLarge: 'streamFileTooLarge' },
  streamVideo: { kinds: ['mp4'], underBytes: 20_000_000, tooLarge: 'streamFileTooLarge' },
} as const satisfies Record<UploadPurpose, { kinds: readonly FileKind[]; underBytes: number; tooLarge: string }>;

/** The media type, the extensions people use (lower case, first the one we give) and the kind of stream item of each kind of file. */
export const fileKinds = {
  jpeg: { contentType: 'image/jpeg', extensions: ['jpg', 'jpeg'], media: 'image' },
  png: { contentType: 'image/png', extensions: ['png'], media: 'image' },
  mp4: { contentType: 'video/mp4', extensions: ['mp4'], media: 'video' },
} as const satisfies Record<FileKind, { contentType: string; extensions: readonly string[]; media: 'image' | 'video' }>;

/** The most pixels a picture may have: more than cameras make, and as much as one process can decode in its memory. */
export const mostPixels = 50_000_000;

/** How many first bytes `sniffFile` needs to be sure. */
export const sniffBytes = 16;

/** Brands of `ftyp` that are MPEG-4 video; QuickTime ('qt  '), audio (M4A), HEIF and AVIF share the box and are not. Source: mp4ra.org/filetype.html (read 2026-11-21), and the newer iso3-9 and camera brands. */
const mp4Brands = new Set(['isom', 'iso2', 'iso3', 'iso4', 'iso5', 'iso6', 'iso7', 'iso8', 'iso9', 'mp41', 'mp42', 'mp71', 'avc1', 'dash', 'M4V ', 'M4VH', 'M4VP', 'MSNV', 'f4v ', 'XAVC']);

/** The kind of a file from its first bytes, or null for everything we do not take. */
export function sniffFile(head: Uint8Array): FileKind | null {
  const begins = (...bytes: readonly number[]): boolean => bytes.every((byte, at) => head[at] === byte);
  if (begins(0xff, 0xd8, 0xff)) return 'jpeg';
  if (begins(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'png';
  const latin = (from: number, to: number): string => String.fromCharCode(...head.subarray(from, to));
  return latin(4, 8) === 'ftyp' && mp4Brands.has(latin(8, 12)) ? 'mp4' : null;
}

/** The key of the refusal's text in `contract/messages.ts`, or null for a file that may come in. */
export type UploadRefusal = 'invalidFileType' | 'imageTooLarge' | 'streamFileTooLarge';

/** What a person may know before a byte has moved: name and size. `sizeBytes` null while it is not known. */
export function refuseByName(purpose: UploadPurpose, { fileName, sizeBytes }: { fileName: string; sizeBytes: number | null }): UploadRefusal | null {
  const { kinds, underBytes, tooLarge } = uploadLimits[purpose];
  const extension = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
  if (!kinds.some((kind) => extensionsOf(kind).includes(extension))) return 'invalidFileType';
  return sizeBytes !== null && sizeBytes >= underBytes ? tooLarge : null;
}

/**
 * The judgement of the server: name, then content, then size. The content decides what the file is; a name that says another kind
 * of media (a video named .png) is refused too, while a PNG named .jpg is just a PNG.
 */
export function refuseUpload(purpose: UploadPurpose, file: { fileName: string; sizeBytes: number; head: Uint8Array }): UploadRefusal | null {
  const kind = sniffFile(file.head);
  const allowed: readonly FileKind[] = uploadLimits[purpose].kinds;
  if (kind === null || !allowed.includes(kind)) return 'invalidFileType';
  return refuseByName(purpose, file);
}

const extensionsOf = (kind: FileKind): readonly string[] => fileKinds[kind].extensions;
