import { messages } from '#contract/messages.ts';
import type { StreamType } from '#rules/eligibility.ts';
import { fileKinds, refuseByName, uploadLimits } from '#rules/uploads.ts';

/** The stream types that contain files. */
export type FileStreamType = Extract<StreamType, 'image' | 'video'>;

const purposes = { image: 'streamImage', video: 'streamVideo' } as const satisfies Record<
  FileStreamType,
  keyof typeof uploadLimits
>;

/** Whether a stream contains files, not texts. */
export const holdsFiles = (type: StreamType): type is FileStreamType => type === 'image' || type === 'video';

/**
 * Why a file cannot go into a stream of this type, in the words of the dialog; null if it can. The server checks again,
 * by content.
 */
export function refusalOf(file: { name: string; size: number }, type: FileStreamType): string | null {
  const refusal = refuseByName(purposes[type], { fileName: file.name, sizeBytes: file.size });
  return refusal && messages[refusal];
}

/** The types that the browser's file dialog offers: extensions by MIME type. */
export function acceptOf(type: FileStreamType): Record<string, string[]> {
  return Object.fromEntries(
    uploadLimits[purposes[type]].kinds.map((kind) => {
      const { contentType, extensions } = fileKinds[kind];
      return [contentType, extensions.map((extension) => `.${extension}`)];
    }),
  );
}

/** The files that a stream accepts, shown before any is chosen: `'image' -> 'JPG, JPEG, PNG, under 5 MB each'`. */
export function limitsInWords(type: FileStreamType): string {
  const { kinds, underBytes } = uploadLimits[purposes[type]];
  const endings = kinds.flatMap((kind) => fileKinds[kind].extensions.map((extension) => extension.toUpperCase()));
  return `${endings.join(', ')}, under ${underBytes / 1_000_000} MB each`;
}
