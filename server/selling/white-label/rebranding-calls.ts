import type { Rebranding } from '#contract/base/brand.ts';
import { messages } from '#contract/messages.ts';
import type { Tx } from '#db/database.ts';
import { storedLogo, type StoredLogo } from '../../people/agency/index.ts';
import { outside, UserError, type Handlers, type OutsideContext } from '../../base/handlers.ts';
import { audit } from '../../base/audit/index.ts';
import { fileAddress } from '../../base/lib/file-address.ts';
import { eraseFile, insertFile, takeReplaced } from '../../base/files/index.ts';
import { dropFile, type StoredNames } from '../../base/media/index.ts';
import { deleteRebranding, findRebranding, lockRebranding, saveRebranding } from './rebranding-queries.ts';

async function listOwn(tx: Tx, agencyId: string): Promise<Rebranding[]> {
  const row = await findRebranding(tx, agencyId);
  return row === undefined ? [] : [{ id: row.id, name: row.name, logo: fileAddress(row.logo_name) }];
}

const logoWords = { imageTooLarge: messages.rebrandingTooLarge } as const;

type Saving = {
  name: string;
  logo: StoredLogo | null;
  context: Pick<OutsideContext, 'user' | 'now' | 'origin' | 'services'>;
};

/** Saves the fields that were sent; answers the stored names of the replaced logo. */
async function save(
  tx: Tx,
  { name, logo, context: { user, now, origin, services } }: Saving,
): Promise<{ before: StoredNames | null }> {
  const { agencyId } = user;
  await lockRebranding(tx, agencyId);
  const earlier = await findRebranding(tx, agencyId);
  if (logo === null && (earlier?.logo_name ?? null) === null)
    throw new UserError(messages.logoMissing, { status: 422, errors: { logo: messages.logoMissing } });
  const logoFileId = logo === null ? null : await insertFile(tx, { ...logo, agencyId, createdBy: user.id, now });
  await saveRebranding(tx, { agencyId, name, logoFileId, now });
  await audit(tx, { user, origin, action: 'rebranding-saved', details: { name, logo: logo !== null } });
  const replaced = logoFileId === null ? null : (earlier?.logo_file_id ?? null);
  const before = replaced === null ? null : await eraseFile(tx, { agencyId, id: replaced });
  const { uploadQuotaBytes: quotaBytes } = services.config;
  await takeReplaced(tx, { agencyId, quotaBytes, before, sizeBytes: logo?.sizeBytes ?? 0 });
  return { before };
}

/** The handlers of the rebranding calls in contract/selling/white-label.ts. */
export const rebrandingCalls = {
  'fetch-wl-rebranding': async (_input, { user, tx }) => ({ message: '', data: await listOwn(tx, user.agencyId) }),

  'wl-rebranding': outside(async ({ name }, context) => {
    const { user, services, transaction, file, signal } = context;
    const { storage } = services;
    const logo =
      file === null ? null : await storedLogo(storage, file, { agencyId: user.agencyId, signal, words: logoWords });
    const { before } = await transaction((tx) => save(tx, { name, logo, context })).catch(async (error: unknown) => {
      if (logo !== null) await dropFile(storage, logo);
      throw error;
    });
    if (before !== null) await dropFile(storage, before);
    return { message: messages.rebrandingSaved, data: await transaction((tx) => listOwn(tx, user.agencyId)) };
  }),

  'delete-wl': outside(async ({ id }, { user, services, transaction, origin }) => {
    const { agencyId } = user;
    const gone = await transaction(async (tx) => {
      const deleted = await deleteRebranding(tx, { agencyId, id });
      if (deleted === undefined) throw new UserError(messages.notFound, { status: 404 });
      await audit(tx, { user, origin, action: 'rebranding-removed' });
      return deleted.logo_file_id === null ? null : eraseFile(tx, { agencyId, id: deleted.logo_file_id });
    });
    if (gone !== null) await dropFile(services.storage, gone);
    return { message: messages.rebrandingRemoved, data: null };
  }),
} satisfies Partial<Handlers>;
