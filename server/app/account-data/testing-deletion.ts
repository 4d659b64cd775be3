/** A server whose networks revoke access or fail to, and a postbox for its mails, for tests of deletions. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { enqueue } from '#db/jobs.ts';
import { whenDone } from '#db/testing-ends.ts';
import type { Account, Network } from '#networks/network.ts';
import { jobs } from '../../base/jobs.ts';
import { aNetwork } from '../../publishing/testing.ts';
import { aPerson, aServer, type TestPerson } from '../testing/server.ts';
import { takeQueued } from '../testing/queue.ts';
import { deleteAgency } from './delete-agency.job.ts';
import { fillEveryTable } from './testing-fill.ts';

/** Opens a server whose networks revoke access or fail to, and a postbox for its mails. */
export async function aDeletionStage() {
  /** The received mails. */
  const received: Email[] = [];
  const postbox = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (data, _session, done) => {
      buffer(data)
        .then((bytes) => PostalMime.parse(bytes))
        .then((mail) => {
          received.push(mail);
          done();
        }, done);
    },
  });
  await new Promise<void>((resolve) => {
    postbox.listen(0, '127.0.0.1', resolve);
  });
  whenDone(
    () =>
      new Promise<void>((resolve) => {
        postbox.close(resolve);
      }),
  );
  const address = postbox.server.address();

  /** The postbox as a setting. */
  const smtpUrl = `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;

  /** The clock of the server. */
  const clock = { now: new Date('2026-06-01T08:00:00Z') };

  /** The revocations: account, network and token. */
  const told: { network: string; username: string; token: string }[] = [];

  /** Networks that revoke access, that refuse to, that crash, and that cannot. */
  const revoking = (id: Network['id'], answer: () => ReturnType<NonNullable<Network['revoke']>>): Network => ({
    ...aNetwork({ id }).network,
    revoke: ({ username, credentials }: Account) => {
      told.push({ network: id, username, token: credentials['accessToken'] ?? '' });
      return answer();
    },
  });

  /** Networks that revoke access, that refuse to, that crash, and that cannot. */
  const networks = {
    reddit: revoking('reddit', () => Promise.resolve({ kind: 'revoked' })),
    twitter: revoking('twitter', () => Promise.resolve({ kind: 'refused', message: 'no' })),
    vimeo: revoking('vimeo', () => Promise.reject(new Error('a bug'))),
    facebook: revoking('facebook', () => Promise.resolve({ kind: 'revoked' })),
    telegram: aNetwork().network,
  };

  /** The server. */
  const server = await aServer({ clock: () => clock.now, networks, config: { smtpUrl } });

  /** Its database and services. */
  const { db, services } = server;

  /** Its storage. */
  const { storage } = services;

  /** The arguments of a job. */
  const context = { signal: new AbortController().signal, jobId: 'job', retryCount: 0 };

  /** Runs the queued deletions until none is left; answers the number of runs. */
  async function work(given = services): Promise<number> {
    for (let runs = 0; ; runs += 1) {
      const deletions = await takeQueued(db, jobs.deleteAgency);
      if (deletions.length === 0) return runs;
      for (const deletion of deletions) await deleteAgency(given)(deletion, context);
    }
  }

  /** Bytes of every stored file, by name. */
  const stored = (): string[] => {
    const root = join(services.config.dataDir, 'files');
    return readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\/./.test(name))
      .map((name) => `${name}: ${readFileSync(join(root, name), 'latin1')}`);
  };

  /**
   * An agency with a row in every table, jobs of all kinds in the queue, bytes in storage, and an owner who can sign
   * in.
   */
  async function aFilledAgency(marker: string, idsFrom: number) {
    const filled = await fillEveryTable(db, { marker, idsFrom });
    await db.pool.query('update agencies set deleting_at = null where id = $1', [filled.agencyId]);
    for (const name of filled.objects)
      await storage.put(name, Buffer.from(`${marker} bytes`), {
        contentType: 'image/png',
        sizeBytes: marker.length + 6,
      });
    const owner = await aPerson(db, {
      role: 'owner',
      agencyId: filled.agencyId,
      name: `${marker} owner`,
      email: `owner@${marker}.test`,
    });
    const { rows } = await db.pool.query<{ email: string }>('select email from users where id = $1', [
      filled.ids['users'],
    ]);
    const written = { letter: 'written', subject: 'Hello', text: `Hello ${marker}`, html: '' };
    await db.asSystem(async (tx) => {
      await enqueue(tx, jobs.sendMail.name, { letter: 'reset-password', agencyId: filled.agencyId, userId: owner.id });
      await enqueue(tx, jobs.sendMail.name, { ...written, agencyId: filled.agencyId, to: 'left@long-ago.test' });
      await enqueue(tx, jobs.sendMail.name, { ...written, agencyId: '', to: (rows[0]?.email ?? '').toUpperCase() });
      await enqueue(tx, jobs.exportData.name, {
        agencyId: filled.agencyId,
        exportId: filled.ids['data_exports'] ?? '',
      });
      await enqueue(tx, jobs.makeThumbnail.name, { fileId: filled.ids['files'] ?? '' });
    });
    await db.pool.query(`update pgboss.job set state = 'failed', output = $2 where data ->> 'text' = $1`, [
      `Hello ${marker}`,
      JSON.stringify({ message: `not sent to ${marker}` }),
    ]);
    return { ...filled, owner };
  }
  /** The traces that would identify an agency: its marker, its e-mail and its ids. */
  const wordsOf = ({
    marker,
    ids,
    owner,
  }: {
    marker: string;
    ids: Record<string, string>;
    owner: TestPerson;
  }): string[] => [marker, owner.email, ...Object.values(ids)];

  /** Requests the deletion of an agency as its owner, with this confirmation. */
  const ask = (owner: TestPerson, confirmation: string) =>
    server.call('delete-account', { confirmation }, { as: owner });
  /** The row of an agency’s deletion; undefined if none was requested. */
  const deletionOf = async (agencyId: string) =>
    (
      await db.pool.query<Record<string, unknown>>('select * from agency_deletions where former_agency_id = $1', [
        agencyId,
      ])
    ).rows[0];

  return {
    received,
    smtpUrl,
    clock,
    told,
    networks,
    server,
    db,
    services,
    storage,
    context,
    work,
    stored,
    aFilledAgency,
    wordsOf,
    ask,
    deletionOf,
  };
}
