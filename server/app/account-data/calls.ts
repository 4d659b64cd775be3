import { messages } from '#contract/messages.ts';
import { deletionPercent, downloadMinutes, isTyped } from '#rules/account-data.ts';
import { deleteTicketsOf } from '../../people/accounts/index.ts';
import { findAgency, markDeleting } from '../../people/agency/index.ts';
import { audit } from '../../base/audit/index.ts';
import { brandOf } from '../../base/brand/index.ts';
import { deleteAllLinkSessions, endAllAccess } from '../../people/auth/index.ts';
import { deleteEverybody } from '../../people/users/index.ts';
import { outside, UserError, type Handlers } from '../../base/handlers.ts';
import { enqueueJob, jobs } from '../../base/jobs.ts';
import { countHeld, findAgencyPause } from '../../planning/pausing/index.ts';
import { holdPausedOf, stopProcessing } from '../../publishing/index.ts';
import { hashToken, newToken } from '../../base/secrets/tokens.ts';
import { findDeletionByToken, insertDeletion } from './deletion-queries.ts';
import { cancelExport, findExport, findLatestExport, insertExport, storeTicket } from './export-queries.ts';
import { sealLastMail } from './last-mail.ts';
import { readResellers } from './page-queries.ts';
import { presentExport } from './present.ts';
import { countForDeletion, listHeldNetworks } from './queries.ts';

const notFound = () => new UserError(messages.notFound, { status: 404 });

/** The number of batches of due posts (5,000 each) that are held before the call answers. */
const mostBatches = 4;
const mostNamed = 10;

/** The handlers of the calls in contract/app/account-data.ts. */
export const accountDataCalls = {
  'fetch-account-data': async (_input, { user: { agencyId }, tx }) => {
    const latest = await findLatestExport(tx, agencyId);
    const pause = await findAgencyPause(tx, agencyId);
    const held = pause?.processing_stopped === true ? await countHeld(tx, agencyId) : [];
    const stopped =
      pause?.processing_stopped === true
        ? {
            at: pause.paused_at.toISOString(),
            by: pause.paused_by,
            piled_up: held.reduce((sum, row) => sum + row.held, 0),
          }
        : null;
    return { message: '', data: { export: latest === undefined ? null : presentExport(latest), stopped } };
  },

  'download-user-data': async (_input, { user, tx, now, origin }) => {
    const row = await insertExport(tx, { agencyId: user.agencyId, userId: user.id, now });
    if (row === undefined) throw new UserError(messages.exportRunning);
    await audit(tx, { user, origin, action: 'data-export-started', subjectId: row.id });
    await enqueueJob(tx, jobs.exportData, { exportId: row.id });
    return { message: messages.exportStarted, data: presentExport(row) };
  },

  'cancel-data-export': async ({ id }, { user, tx, now, origin }) => {
    if ((await findExport(tx, { agencyId: user.agencyId, id })) === undefined) throw notFound();
    if (!(await cancelExport(tx, { agencyId: user.agencyId, id, now }))) throw new UserError(messages.exportNotRunning);
    await audit(tx, { user, origin, action: 'data-export-cancelled', subjectId: id });
    return { message: messages.exportCancelled, data: null };
  },

  'download-data-export': async ({ id }, { user, tx, now, origin }) => {
    const row = await findExport(tx, { agencyId: user.agencyId, id });
    if (row === undefined) throw notFound();
    if (row.state !== 'ready' || row.object_name === null || row.expires_at === null || row.expires_at <= now)
      throw new UserError(messages.exportGone);
    const { token, hash } = newToken();
    const expiresAt = new Date(now.getTime() + downloadMinutes * 60_000);
    await storeTicket(tx, { agencyId: user.agencyId, id, hash, sessionId: user.sessionId, expiresAt });
    await audit(tx, { user, origin, action: 'data-export-downloaded', subjectId: id });
    return { message: '', data: { url: `/exports/${token}` } };
  },

  'disable-account': outside(async (_input, { user, origin, now, transaction }) => {
    const { agencyId } = user;
    await transaction(async (tx) => {
      const isNew = await stopProcessing(tx, { agencyId, userId: user.id, now });
      await deleteTicketsOf(tx, agencyId);
      await deleteAllLinkSessions(tx, agencyId);
      if (isNew) await audit(tx, { user, origin, action: 'processing-stopped', subjectKind: 'agency' });
    });
    // As after a pause: in transactions of their own; the next sweep holds the rest.
    for (let batch = 0; batch < mostBatches; batch += 1) {
      if ((await transaction((tx) => holdPausedOf(tx, { agencyId, now }))) === 0) break;
    }
    return { message: messages.processingStoppedNow, data: null };
  }),

  'preview-deletion': outside(async (_input, { user, services: { db, networks }, transaction }) => {
    const { agencyId, email } = user;
    const own = await transaction(async (tx) => ({
      agency: await findAgency(tx, agencyId),
      counts: await countForDeletion(tx, agencyId),
      held: await listHeldNetworks(tx, agencyId),
    }));
    // The rows of the agencies that this one created refer to it, but it does not see them.
    const resellers = await db.asSystem((tx) => readResellers(tx, agencyId));
    return {
      message: '',
      data: {
        agency_name: own.agency.name,
        email,
        counts: own.counts,
        revocable: own.held.filter((id) => networks[id]?.revoke !== undefined),
        by_person: own.held.filter((id) => networks[id]?.revoke === undefined),
        resellers: { names: resellers.slice(0, mostNamed).map(({ name }) => name), total: resellers.length },
      },
    };
  }),

  // One transaction marks the agency, stops its publishing and reading, and signs out all its people.
  'delete-account': async ({ confirmation }, { user, tx, now, services: { secrets } }) => {
    const { agencyId } = user;
    const agency = await findAgency(tx, agencyId);
    if (!isTyped(confirmation, { agencyName: agency.name, email: user.email })) {
      throw new UserError(messages.deletionWords, { status: 422, errors: { confirmation: messages.deletionWords } });
    }
    await stopProcessing(tx, { agencyId, userId: user.id, now });
    const { token, hash } = newToken();
    const lastMail = sealLastMail(secrets, agencyId, {
      to: user.email,
      name: user.name,
      unrevoked: [],
      brand: (await brandOf(tx)).name,
    });
    const deletion = (await markDeleting(tx, { agencyId, now }))
      ? await insertDeletion(tx, { agencyId, tokenHash: hash, lastMail, now })
      : undefined;
    if (deletion === undefined) throw new UserError(messages.deletionStarted);
    const running = await findLatestExport(tx, agencyId);
    if (running !== undefined) await cancelExport(tx, { agencyId, id: running.id, now });
    await deleteTicketsOf(tx, agencyId);
    await deleteEverybody(tx, { agencyId, now });
    await endAllAccess(tx, agencyId);
    await enqueueJob(tx, jobs.deleteAgency, { deletionId: deletion.id }, { singletonKey: deletion.id });
    return { message: messages.deletionStarted, data: { token } };
  },

  'fetch-deletion': async ({ token }, { tx }) => {
    const row = await findDeletionByToken(tx, hashToken(token));
    if (row === undefined) throw new UserError(messages.deletionUnknown, { status: 404 });
    return {
      message: '',
      data: {
        step: row.step,
        percent: deletionPercent(row.step),
        revoked: row.revoked_count,
        unrevoked: row.unrevoked_count,
        mail_failed: row.mail_failed,
      },
    };
  },
} satisfies Partial<Handlers>;
