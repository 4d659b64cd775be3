import { messages } from '#contract/messages.ts';
import { fileKinds, refuseByName, uploadLimits, type UploadRefusal } from '#rules/uploads.ts';

const words = (tooLarge: string): Readonly<Record<UploadRefusal, string>> => ({
  invalidFileType: messages.logoInvalidFileType,
  imageTooLarge: tooLarge,
  streamFileTooLarge: tooLarge,
  musicTooLarge: tooLarge,
});

/**
 * Why a file cannot be a logo, in the words of the dialog; null if it can. The server checks again, by content.
 * `tooLarge` is the form's message for a file above the limit.
 */
export function logoRefusal(
  { name, size }: { name: string; size: number },
  tooLarge: string = messages.imageTooLarge,
): string | null {
  const refusal = refuseByName('logo', { fileName: name, sizeBytes: size });
  return refusal && words(tooLarge)[refusal];
}

/** The types that the browser's file dialog offers. */
export const logoAccept = uploadLimits.logo.kinds.map((kind) => fileKinds[kind].contentType).join(',');
