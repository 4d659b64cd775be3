/** The steps of deleting an agency. Each can be repeated, and answers whether it is done or must wait. */
import { deleteJobs } from '#db/jobs.ts';
import { networkNames } from '#rules/eligibility.ts';
import { revokeAccess, forgetCredentials, listHeldAccounts, type HeldAccount } from '../../people/accounts/index.ts';
import { forgetReseller } from '../../base/audit/index.ts';
import { forgetTries } from '../../base/limits/index.ts';
import type { Services } from '../../base/handlers.ts';
import { defaultBrand } from '../../base/brand/index.ts';
import { postMail } from '../../base/mail/index.ts';
import { writeDeletedMail } from './mails.ts';
import { closeSeller } from '../../selling/memberships/index.ts';
import { deleteAgencyRow, emptyTable, listTablesToEmpty } from './delete-rows.ts';
import {
  dropObjects,
  finishDeletion,
  isSending,
  keepObjects,
  listObjects,
  noteRevoked,
  type DeletionRow,
} from './deletion-queries.ts';
import { openLastMail, sealLastMail } from './last-mail.ts';
import { listTraces } from './queries.ts';

type Progress = 'done' | 'later';

/**
 * The longest time a post can take, including the time until a vanished worker's delivery is released; after that the
 * deletion does not wait.
 */
const sendingLimitMs = 15 * 60_000;
/** How long the final mail is retried. */
const mailLimitMs = 24 * 3_600_000;
const accountsAtOnce = 5;
const objectsAtOnce = 200;
const mostNamed = 50;

/**
 * Waits for deliveries past the fence, which end with their network's answer; no others are sent once the agency is
 * marked.
 */
export async function waitForSending(
  { db, clock }: Services,
  { former_agency_id: agencyId, asked_at: askedAt }: DeletionRow,
): Promise<Progress> {
  if (clock().getTime() - askedAt.getTime() > sendingLimitMs) return 'done';
  return (await db.asSystem((tx) => isSending(tx, agencyId))) ? 'later' : 'done';
}

/** Revokes our access at each account's network, then deletes its key; failures are recorded for the final mail. */
export async function leaveNetworks(
  services: Services,
  { id, former_agency_id: agencyId, ...deletion }: DeletionRow,
  signal: AbortSignal,
): Promise<Progress> {
  const { db, secrets } = services;
  await closeSeller(services, agencyId);
  let mail = openLastMail(secrets, agencyId, deletion.last_mail);
  for (;;) {
    const accounts = await db.asSystem((tx) => listHeldAccounts(tx, { agencyId, limit: accountsAtOnce }));
    if (accounts.length === 0) return 'done';
    signal.throwIfAborted();
    const told = await Promise.all(
      accounts.map(async (account) => ({ account, isRevoked: await revokeAccess(services, account, signal) })),
    );
    const unrevoked = told.filter(({ isRevoked }) => !isRevoked).map(({ account }) => inWords(account));
    mail = { ...mail, unrevoked: [...mail.unrevoked, ...unrevoked].slice(0, mostNamed) };
    const lastMail = sealLastMail(secrets, agencyId, mail);
    await db.asSystem(async (tx) => {
      await forgetCredentials(tx, { agencyId, ids: accounts.map((account) => account.id) });
      await noteRevoked(tx, { id, revoked: told.length - unrevoked.length, unrevoked: unrevoked.length, lastMail });
    });
  }
}

const inWords = ({ network, username }: HeldAccount): string => `${username} on ${networkNames[network]}`;

/**
 * Empties table after table, each in a transaction of its own, then deletes the agency's row with any rows added
 * meanwhile. Row-level security lets these transactions see nothing of any other agency.
 */
export async function emptyTables(
  { db }: Services,
  { id, former_agency_id: agencyId }: DeletionRow,
): Promise<Progress> {
  const traces = await db.asSystem((tx) => listTraces(tx, agencyId));
  // Rows outside the agency's own tables are deleted first: they are found by rows of its tables, which a repeated run
  // would no longer have.
  await db.asSystem(async (tx) => {
    await deleteJobs(tx, { agencyId: [agencyId], to: traces.emails, fileId: traces.fileIds });
    await forgetTries(tx, [...traces.emails, ...traces.userIds]);
    await forgetReseller(tx, traces.userIds);
  });
  for (const table of await db.asSystem(listTablesToEmpty)) {
    await db.asAgency(agencyId, async (tx) => {
      await keepObjects(tx, { id, names: await emptyTable(tx, { table, agencyId }) });
    });
  }
  await db.asAgency(agencyId, async (tx) => {
    await keepObjects(tx, { id, names: await deleteAgencyRow(tx, agencyId) });
  });
  // Jobs that were queued while the agency was being deleted.
  await db.asSystem((tx) => deleteJobs(tx, { agencyId: [agencyId], to: traces.emails }));
  return 'done';
}

/** Deletes the bytes of files whose rows are deleted. */
export async function deleteBytes(
  { db, storage }: Services,
  { id }: DeletionRow,
  signal: AbortSignal,
): Promise<Progress> {
  for (;;) {
    const names = await db.asSystem((tx) => listObjects(tx, { id, limit: objectsAtOnce }));
    if (names.length === 0) return 'done';
    signal.throwIfAborted();
    for (const name of names) await storage.delete(name);
    await db.asSystem((tx) => dropObjects(tx, { id, names }));
  }
}

/** Mails the person that everything is deleted, and deletes the address. */
export async function sendLastMail(
  { db, config, secrets, clock }: Services,
  { id, former_agency_id: agencyId, last_mail: sealed, asked_at: askedAt }: DeletionRow,
): Promise<Progress> {
  const isLate = clock().getTime() - askedAt.getTime() > mailLimitMs;
  const canSend = config.smtpUrl !== null && sealed !== '' && !isLate;
  if (canSend) {
    const { to, ...words } = openLastMail(secrets, agencyId, sealed);
    const brand = words.brand === defaultBrand ? null : words.brand;
    await postMail(config, { to, brand, ...writeDeletedMail(words) });
  }
  await db.asSystem((tx) => finishDeletion(tx, { id, mailFailed: !canSend, now: clock() }));
  return 'done';
}
