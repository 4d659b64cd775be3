/** Checks an uploaded file: by its bytes and its name together, then by its size, then by whether it can be decoded. */
import { messages } from '#contract/messages.ts';
import type { StreamType } from '#rules/eligibility.ts';
import { fileKinds, refuseByName, sniffFile } from '#rules/uploads.ts';
import { UserError, type ReceivedFile } from '../../base/handlers.ts';
import { headOf, judgedFile, type GivenFile, type JudgedFile } from '../../base/media/index.ts';

const purposes = { image: 'streamImage', video: 'streamVideo' } as const;

type Upload = Omit<GivenFile, 'path'> & { streamType: StreamType };

/**
 * The file ready to be stored in a stream of this type; throws a UserError with its fault. The file may be rewritten in
 * place.
 */
export async function judgeFile(file: ReceivedFile, { streamType, ...upload }: Upload): Promise<JudgedFile> {
  const kind = sniffFile(await headOf(file.path));
  const media = kind === null ? null : fileKinds[kind].media;
  // A JPEG called .png is a renamed picture and harmless; a video called .jpg is not a picture.
  if (
    kind === null ||
    media === null ||
    media === 'audio' ||
    media === 'font' ||
    refuseByName(purposes[media], { fileName: file.fileName, sizeBytes: null }) !== null
  ) {
    throw new UserError(messages.invalidFileType, { status: 422 });
  }
  if (streamType !== media) throw new UserError(messages.streamTypeMismatch, { status: 422 });
  if (refuseByName(purposes[media], file) !== null) throw new UserError(messages.streamFileTooLarge, { status: 413 });
  const judged = await judgedFile(kind, { ...upload, path: file.path });
  if (typeof judged === 'string') throw new UserError(messages[judged], { status: 422 });
  return judged;
}
