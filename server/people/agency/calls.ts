import type { AgencyProfile } from '#contract/people/agency.ts';
import type { Input } from '#contract/index.ts';
import { messages } from '#contract/messages.ts';
import type { Tx } from '#db/database.ts';
import { audit } from '../../base/audit/index.ts';
import { fileAddress } from '../../base/lib/file-address.ts';
import { outside, type Handlers, type OutsideContext } from '../../base/handlers.ts';
import { dropFile, type StoredNames } from '../../base/media/index.ts';
import { eraseFile, insertFile, takeReplaced } from '../../base/files/index.ts';
import { saved, versionOf } from '../../base/lib/versions.ts';
import { storedLogo, type StoredLogo } from './logo.ts';
import { findAgency, lockProfile, updateAgency, updateLogo, type AgencyRow } from './queries.ts';

/** The stored fields that the form edits. */
const stateOf = ({ name, email, site }: AgencyRow): Pick<AgencyProfile, 'name' | 'email' | 'site'> => ({
  name,
  email,
  site,
});

const presentAgency = (row: AgencyRow): AgencyProfile => ({
  id: row.id,
  ...stateOf(row),
  logo: fileAddress(row.logo_name),
  version: versionOf(stateOf(row)),
});

/** Calls for an agency's profile. */
export const agencyCalls = {
  'fetch-agency': async (_input, { user, tx }) => ({
    message: '',
    data: presentAgency(await findAgency(tx, user.agencyId)),
  }),

  agency: outside(async (input, context) => {
    const { user, services, transaction, file, signal } = context;
    const logo = file === null ? null : await storedLogo(services.storage, file, { agencyId: user.agencyId, signal });
    const saved = await transaction((tx) => save(tx, { input, logo, context })).catch(async (error: unknown) => {
      if (logo !== null) await dropFile(services.storage, logo);
      throw error;
    });
    if (saved.before !== null) await dropFile(services.storage, saved.before);
    return {
      message: messages.agencySaved,
      data: presentAgency(await transaction((tx) => findAgency(tx, user.agencyId))),
    };
  }),
} satisfies Partial<Handlers>;

type Saving = {
  input: Input<'agency'>;
  logo: StoredLogo | null;
  context: Pick<OutsideContext, 'user' | 'now' | 'origin' | 'services'>;
};

/** Saves the fields that were sent; returns the stored names of the replaced logo. */
async function save(
  tx: Tx,
  { input, logo, context: { user, now, origin, services } }: Saving,
): Promise<{ before: StoredNames | null }> {
  const { agencyId } = user;
  await lockProfile(tx, agencyId);
  await updateAgency(tx, { agencyId, ...saved(stateOf(await findAgency(tx, agencyId)), input, { site: '' }) });
  await audit(tx, { user, origin, action: 'agency-edited', details: { logo: logo !== null } });
  if (logo === null) return { before: null };
  const earlier = await updateLogo(tx, {
    agencyId,
    fileId: await insertFile(tx, { ...logo, agencyId, createdBy: user.id, now }),
  });
  const before = earlier === null ? null : await eraseFile(tx, { agencyId, id: earlier });
  const { uploadQuotaBytes: quotaBytes } = services.config;
  await takeReplaced(tx, { agencyId, quotaBytes, before, sizeBytes: logo.sizeBytes });
  return { before };
}
