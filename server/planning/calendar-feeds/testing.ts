/** Builders for tests that name a calendar feed. */
import { randomBytes } from 'node:crypto';
import type { TestPerson, TestServer } from '../../app/testing/server.ts';
import { insertFeed } from './queries.ts';

/** The agency's calendar feed, now of this client: an agency has a hundred at most, and these rows are made often. */
export async function aFeed({ db }: TestServer, { owner, clientId }: { owner: TestPerson; clientId: string }) {
  const { agencyId, id: madeBy } = owner;
  return db.asAgency(agencyId, async (tx) => {
    const kept = await tx
      .updateTable('calendar_feeds')
      .set({ client_id: clientId })
      .where('agency_id', '=', agencyId)
      .returning('id')
      .executeTakeFirst();
    return kept?.id ?? insertFeed(tx, { agencyId, clientId, tokenHash: randomBytes(32), madeBy, now: new Date() });
  });
}
