import { createHash } from 'node:crypto';
import type { AgencyProfile } from '#contract/agency.ts';
import type { Input } from '#contract/index.ts';
import { messages } from '#contract/messages.ts';
import type { Tx } from '#db/database.ts';
import { refuseUpload, type UploadRefusal } from '#rules/uploads.ts';
import { audit } from '../audit/queries.ts';
import { fileAddress } from '../files.ts';
import { outside, UserError, type Handlers, type OutsideContext, type ReceivedFile } from '../handlers.ts';
import { headOf } from '../media/head.ts';
import { logoImage, type PictureRefusal } from '../media/image.ts';
import { dropFile, storeFile, type JudgedFile, type StoredNames } from '../media/store.ts';
import type { Storage } from '../storage.ts';
import { eraseFile, insertFile } from '../streams/file-queries.ts';
import { saved, versionOf } from '../versions.ts';
import { findAgency, lockProfile, updateAgency, updateLogo, type AgencyRow } from './queries.ts';

/** What the form edits, as it is stored. */
const stateOf = ({ name, email, site }: AgencyRow): Pick<AgencyProfile, 'name' | 'email' | 'site'> => ({ name, email, site });

const presentAgency = (row: AgencyRow): AgencyProfile => ({ id: row.id, ...stateOf(row), logo: fileAddress(row.logo_name), version: versionOf(stateOf(row)) });

/** Handlers around what an agency shows of itself. Source: specification 3, §2 (Agency profile), §5 and §7. */
export const agencyCalls: Pick<Handlers, 'fetch-agency' | 'agency'> = {
  'fetch-agency': async (_input, { user, tx }) => ({ message: '', data: presentAgency(await findAgency(tx, user.agencyId)) }),

  agency: outside(async (input, context) => {
    const { user, services, transaction, file, signal } = context;
    const logo = file === null ? null : await storedLogo(services.storage, file, { agencyId: user.agencyId, signal });
    const saved = await transaction((tx) => save(tx, { input, logo, context })).catch(async (error: unknown) => {
      if (logo !== null) await dropFile(services.storage, logo);
      throw error;
    });
    if (saved.before !== null) await dropFile(services.storage, saved.before);
    return { message: messages.agencySaved, data: presentAgency(await transaction((tx) => findAgency(tx, user.agencyId))) };
  }),
};

const refusals: Readonly<Record<UploadRefusal | PictureRefusal, { message: string; status: 413 | 422 }>> = {
  invalidFileType: { message: messages.logoInvalidFileType, status: 422 },
  imageTooLarge: { message: messages.imageTooLarge, status: 413 },
  streamFileTooLarge: { message: messages.imageTooLarge, status: 413 },
  unreadableImage: { message: messages.unreadableImage, status: 422 },
  pictureTooHeavy: { message: messages.pictureTooHeavy, status: 422 },
  tooManyPixels: { message: messages.tooManyPixels, status: 422 },
};

function refused(reason: keyof typeof refusals): UserError {
  const { message, status } = refusals[reason];
  return new UserError(message, { status, errors: { logo: message } });
}

type StoredLogo = JudgedFile & StoredNames;
type Whose = { agencyId: string; signal: AbortSignal };

/** The logo judged by its bytes and stored, before a transaction is open. */
async function storedLogo(storage: Storage, file: ReceivedFile, whose: Whose): Promise<StoredLogo> {
  const judged = await judgeLogo(file, whose);
  return { ...judged, ...(await storeFile(storage, judged)) };
}

type Saving = { input: Input<'agency'>; logo: StoredLogo | null; context: Pick<OutsideContext, 'user' | 'now' | 'origin'> };

/** Saves what was sent; answers the stored names of the logo whose place was taken. */
async function save(tx: Tx, { input, logo, context: { user, now, origin } }: Saving): Promise<{ before: StoredNames | null }> {
  const { agencyId } = user;
  await lockProfile(tx, agencyId);
  await updateAgency(tx, { agencyId, ...saved(stateOf(await findAgency(tx, agencyId)), input, { site: '' }) });
  await audit(tx, { user, origin, action: 'agency-edited', details: { logo: logo !== null } });
  if (logo === null) return { before: null };
  const earlier = await updateLogo(tx, { agencyId, fileId: await insertFile(tx, { ...logo, agencyId, createdBy: user.id, now }) });
  return { before: earlier === null ? null : await eraseFile(tx, { agencyId, id: earlier }) };
}

async function judgeLogo(file: ReceivedFile, whose: Whose): Promise<JudgedFile> {
  const refusal = refuseUpload('logo', { ...file, head: await headOf(file.path) });
  if (refusal !== null) throw refused(refusal);
  const logo = await logoImage({ path: file.path, ...whose });
  if (typeof logo === 'string') throw refused(logo);
  return {
    kind: 'image', extension: logo.contentType === 'image/png' ? 'png' : 'jpg', contentType: logo.contentType, body: { bytes: logo.bytes },
    sizeBytes: logo.bytes.length, sha256: createHash('sha256').update(logo.bytes).digest(),
    width: logo.width, height: logo.height, durationMs: null, thumbnail: logo.thumbnail,
  };
}
