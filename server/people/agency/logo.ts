/** Checks logos of an agency and its brands by their bytes and stores them. */
import { messages } from '#contract/messages.ts';
import { refuseUpload, type UploadRefusal } from '#rules/uploads.ts';
import { UserError, type ReceivedFile } from '../../base/handlers.ts';
import type { Storage } from '../../base/storage/storage.ts';
import {
  bodyOf,
  headOf,
  logoImage,
  storeFile,
  type JudgedFile,
  type PictureRefusal,
  type StoredNames,
} from '../../base/media/index.ts';

type Reason = UploadRefusal | PictureRefusal;

const refusals: Readonly<Record<Reason, { message: string; status: 413 | 422 }>> = {
  invalidFileType: { message: messages.logoInvalidFileType, status: 422 },
  imageTooLarge: { message: messages.imageTooLarge, status: 413 },
  streamFileTooLarge: { message: messages.imageTooLarge, status: 413 },
  musicTooLarge: { message: messages.imageTooLarge, status: 413 },
  unreadableImage: { message: messages.unreadableImage, status: 422 },
  pictureTooHeavy: { message: messages.pictureTooHeavy, status: 422 },
  pictureNotOpened: { message: messages.pictureNotOpened, status: 422 },
  tooManyPixels: { message: messages.tooManyPixels, status: 422 },
};

function refused(reason: Reason, words: LogoWords): UserError {
  const { status } = refusals[reason];
  const message = words[reason] ?? refusals[reason].message;
  return new UserError(message, { status, errors: { logo: message } });
}

/** A logo whose bytes are stored, but not its row yet. */
export type StoredLogo = JudgedFile & StoredNames;

/** Another form's own message for a refused logo. */
type LogoWords = Readonly<Partial<Record<Reason, string>>>;
type Whose = { agencyId: string; signal: AbortSignal; words?: LogoWords };

/** Checks a logo by its bytes and stores it, before any transaction; throws a UserError about `logo`. */
export async function storedLogo(storage: Storage, file: ReceivedFile, whose: Whose): Promise<StoredLogo> {
  const judged = await judgeLogo(file, whose);
  return { ...judged, ...(await storeFile(storage, judged)) };
}

async function judgeLogo(file: ReceivedFile, { words = {}, ...whose }: Whose): Promise<JudgedFile> {
  const refusal = refuseUpload('logo', { ...file, head: await headOf(file.path) });
  if (refusal !== null) throw refused(refusal, words);
  const logo = await logoImage({ path: file.path, ...whose });
  if (typeof logo === 'string') throw refused(logo, words);
  return {
    kind: 'image',
    extension: logo.contentType === 'image/png' ? 'png' : 'jpg',
    contentType: logo.contentType,
    ...(await bodyOf(file.path)),
    width: logo.width,
    height: logo.height,
    durationMs: null,
    thumbnail: logo.thumbnail,
  };
}
