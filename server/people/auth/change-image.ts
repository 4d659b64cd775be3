import type { Data, Input } from '#contract/index.ts';
import { messages } from '#contract/messages.ts';
import { may } from '#rules/permissions.ts';
import { refuseUpload } from '#rules/uploads.ts';
import { audit } from '../../base/audit/index.ts';
import { findImageHolder, updateImage } from '../users/index.ts';
import { fileAddress } from '../../base/lib/file-address.ts';
import { UserError, type OutsideContext, type ReceivedFile, type Reply, type SignedIn } from '../../base/handlers.ts';
import { bodyOf, headOf, squareImage, dropFile, storeFile, type JudgedFile } from '../../base/media/index.ts';
import { eraseFile, insertFile, takeReplaced } from '../../base/files/index.ts';

/**
 * Handles `change-image`: checks the picture by its bytes, re-encodes it as a square, and replaces the previous one,
 * which is deleted. A failure leaves nothing behind.
 */
export async function changeImage(
  input: Input<'change-image'>,
  context: OutsideContext,
): Promise<Reply<Data<'change-image'>>> {
  const { user, services, transaction, file, now, origin, signal } = context;
  if (file === null) throw new UserError(messages.fileMissing, { status: 422, errors: { file: messages.fileMissing } });
  const { agencyId } = user;
  const key = { agencyId, id: input.user_id };
  if (!mayPicture(user, await transaction((tx) => findImageHolder(tx, key))))
    throw new UserError(messages.notFound, { status: 404 });

  const judged = await judgePicture(file, { agencyId, signal });
  const stored = await storeFile(services.storage, judged);
  try {
    const before = await transaction(async (tx) => {
      const fileId = await insertFile(tx, { ...judged, ...stored, agencyId, createdBy: user.id, now });
      const earlier = await updateImage(tx, { ...key, fileId });
      await audit(tx, {
        user,
        origin,
        action: 'picture-changed',
        subjectKind: input.user_id === user.id ? '' : 'client',
        subjectId: input.user_id,
      });
      const erased = earlier === null ? null : await eraseFile(tx, { agencyId, id: earlier });
      const { uploadQuotaBytes: quotaBytes } = services.config;
      await takeReplaced(tx, { agencyId, quotaBytes, before: erased, sizeBytes: judged.sizeBytes });
      return erased;
    });
    if (before !== null) await dropFile(services.storage, before);
  } catch (error) {
    await dropFile(services.storage, stored);
    throw error;
  }
  return {
    message: messages.imageUpdated,
    data: { image: fileAddress(stored.name), thumbnail: fileAddress(stored.thumbnailName ?? stored.name) },
  };
}

/** Everybody may change their own picture; people who manage clients may also change their clients'. */
const mayPicture = (user: SignedIn, holder: { id: string; role: string } | undefined): boolean =>
  holder !== undefined && (holder.id === user.id || (holder.role === 'client' && may(user, 'manageClients')));

async function judgePicture(file: ReceivedFile, whose: { agencyId: string; signal: AbortSignal }): Promise<JudgedFile> {
  const refusal = refuseUpload('profileImage', { ...file, head: await headOf(file.path) });
  if (refusal !== null)
    throw new UserError(messages[refusal], {
      status: refusal === 'invalidFileType' ? 422 : 413,
      errors: { file: messages[refusal] },
    });
  const picture = await squareImage({ path: file.path, ...whose });
  if (typeof picture === 'string')
    throw new UserError(messages[picture], { status: 422, errors: { file: messages[picture] } });
  return {
    kind: 'image',
    extension: picture.contentType === 'image/png' ? 'png' : 'jpg',
    contentType: picture.contentType,
    ...(await bodyOf(file.path)),
    width: picture.width,
    height: picture.height,
    durationMs: null,
    thumbnail: picture.thumbnail,
  };
}
