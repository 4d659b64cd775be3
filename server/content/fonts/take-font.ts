import type { Data, Input } from '#contract/index.ts';
import { messages } from '#contract/messages.ts';
import { UserError, type OutsideContext, type Reply } from '../../base/handlers.ts';
import { takeFaces } from '../stock/index.ts';
import { putFace } from './queries.ts';
import { typefacesOf } from './taken.ts';

/** Copies a found font with its licence, so that texts can be set in it; a bundled font needs no copy. */
export async function takeFont(
  { url: address }: Input<'take-font'>,
  { services, transaction, user, now, signal }: OutsideContext,
): Promise<Reply<Data<'take-font'>>> {
  const { agencyId, id: userId } = user;
  const { family, source, faces } = await takeFaces(
    { services, transaction },
    { address, agencyId, userId, now, signal },
  );
  return transaction(async (tx) => {
    for (const { isBold, isItalic, file } of faces)
      await putFace(tx, { agencyId, family, source, isBold, isItalic, fileId: file.id, now });
    const taken = (await typefacesOf(tx, agencyId)).find((typeface) => typeface.family === family);
    if (taken === undefined) throw new UserError(messages.foundGone, { status: 422 });
    return { message: messages.fontTaken, data: taken };
  });
}
