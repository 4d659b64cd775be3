import { messages } from '#contract/messages.ts';
import { fileKinds, refuseByName, uploadLimits, type UploadRefusal } from '#rules/uploads.ts';

const words: Readonly<Record<UploadRefusal, string>> = {
  invalidFileType: messages.logoInvalidFileType, imageTooLarge: messages.imageTooLarge, streamFileTooLarge: messages.imageTooLarge,
};

/** Why a file cannot be the agency's logo, in the words of the dialog; null if it can. The server judges again, by content. Source: specification 3, §5 (Agency). */
export function logoRefusal({ name, size }: { name: string; size: number }): string | null {
  const refusal = refuseByName('logo', { fileName: name, sizeBytes: size });
  return refusal && words[refusal];
}

/** What the browser's file dialog offers. */
export const logoAccept = uploadLimits.logo.kinds.map((kind) => fileKinds[kind].contentType).join(',');
