import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'vitest';
import { openJournal } from '../../base/journal/index.ts';
import { jobs } from '../../base/jobs.ts';
import { aSchedule, statesOf } from '../../publishing/testing.ts';
import { findHold } from '../../publishing/index.ts';
import { takeQueued } from '../testing/queue.ts';
import { aServer } from '../testing/server.ts';
import { describeHold, endHold, openHeld } from './index.ts';
import { noteChangesInJournal } from './note-changes.job.ts';

const takenAt = new Date('2026-06-01T11:00:00Z');
const now = new Date('2026-06-01T12:30:00Z');

async function aRestored() {
  const server = await aServer();
  const config = { ...server.services.config, dataDir: mkdtempSync(join(tmpdir(), 'restored-')) };
  const journal = openJournal(config);
  const schedule = await aSchedule(server.db, { items: 3, frequency: 'hourly' });
  return {
    ...server,
    ...schedule,
    config,
    journal,
    open: () => server.db.asSystem((tx) => openHeld(tx, { takenAt, journal, now })),
    states: () => statesOf(server.db, schedule.scheduleId),
  };
}

test('a restored installation opens held: what was due is asked about, and nobody is signed in', async () => {
  const { db, open, states, config, agencyId } = await aRestored();
  await db.pool.query(
    `insert into report_pdfs (agency_id, client_id, month, ticket_hash, ticket_expires_at, created_at, touched_at)
     select agency_id, id, '2026-05', '\\x01', now(), now(), now() from users where agency_id = $1 and role = 'client'`,
    [agencyId],
  );
  const opened = await open();
  assert.deepEqual([opened.asked, opened.settled, opened.sessionsEnded > 0], [1, 0, true]);
  assert.deepEqual(await states(), ['uncertain', 'scheduled', 'scheduled']);
  assert.deepEqual((await db.pool.query('select id from sessions union all select id from login_links')).rows, []);
  const { rows: tickets } = await db.pool.query('select ticket_hash from report_pdfs');
  assert.deepEqual(tickets, [{ ticket_hash: null }]);
  assert.match(
    await describeHold(db, config),
    /held since 2026-06-01T12:30:00.000Z.*\n.*: 1\..*decided: 0\. .* networks: 0\. Questions to people: 1, of/,
  );
  await db.pool.query('delete from agencies where id = $1', [agencyId]);
});

test('the hold ends with questions left only if the operator says so, and leaves them as they are', async () => {
  const { db, open, states } = await aRestored();
  await open();
  await assert.rejects(endHold(db, { leaveQuestions: false }), /1 question to people.*--leave-questions/);
  assert.notEqual(await db.asSystem((tx) => findHold(tx)), undefined);
  assert.match(await endHold(db, { leaveQuestions: true }), /^Posting goes on, with .*1 question/);
  assert.equal(await db.asSystem((tx) => findHold(tx)), undefined);
  assert.deepEqual(await states(), ['uncertain', 'scheduled', 'scheduled']);
});

test('a restore with nothing unseen is released without a flag', async () => {
  const { db, journal } = await aRestored();
  await db.asSystem((tx) => openHeld(tx, { takenAt, journal, now: takenAt }));
  assert.equal(await endHold(db, { leaveQuestions: false }), 'Posting goes on.\n');
  assert.equal(await endHold(db, { leaveQuestions: false }), 'Posting is not held.\n');
});

test('mails that waited in the backup are not sent a second time', async () => {
  const server = await aRestored();
  await server.ask('forgot-password', { email: server.owner.email });
  await server.open();
  assert.deepEqual(await takeQueued(server.db, jobs.sendMail), []);
});

test('deletions since the backup are repeated, and accounts with replaced tokens ask to be reconnected', async () => {
  const { db, open, journal, agencyId, accountIds } = await aRestored();
  const other = await aSchedule(db, { accounts: 2 });
  const [deleted = '', renewed = ''] = other.accountIds;
  await journal.writeChanges([
    { kind: 'agency-deleted', at: now, agency: agencyId },
    { kind: 'account-deleted', at: now, agency: other.agencyId, account: deleted },
    { kind: 'tokens-replaced', at: now, agency: other.agencyId, account: renewed },
    { kind: 'tokens-replaced', at: new Date('2026-06-01T10:00:00Z'), agency: agencyId, account: accountIds[0] ?? '' },
  ]);
  const opened = await open();
  assert.deepEqual([opened.agenciesDeleted, opened.accountsDeleted, opened.accountsToReconnect], [1, 1, 1]);
  const { rows } = await db.pool.query<{ id: string; status: string; deleted_at: Date | null; credentials: string }>(
    'select id, status, deleted_at, credentials from social_accounts where agency_id = $1 order by id',
    [other.agencyId],
  );
  assert.deepEqual(
    rows.map(({ status, deleted_at: at, credentials }) => [status, at !== null, credentials]),
    [
      ['connected', true, ''],
      ['needs-reconnecting', false, 'sealed'],
    ],
  );
  assert.equal((await takeQueued(db, jobs.deleteAgency)).length, 1);
});

test('changes reach the journal each minute, and schedules that the backup lacks are listed', async () => {
  const server = await aRestored();
  const { db, journal, config } = server;
  const run = () =>
    noteChangesInJournal({ ...server.services, config, clock: () => new Date() })(
      {},
      { signal: new AbortController().signal, jobId: '1', retryCount: 0 },
    );
  await run();
  const made = (await journal.changesSince(new Date(0))).filter(({ kind }) => kind === 'schedule-made');
  assert.equal(made.length, 1);
  await server.db.asSystem((tx) => openHeld(tx, { takenAt: new Date(Date.now() - 3_600_000), journal, now }));
  assert.doesNotMatch(await describeHold(db, config), /Lost:/);
  await db.pool.query('delete from schedules');
  assert.match(await describeHold(db, config), /Lost: schedule \d+ of agency \d+, made/);
});
