/** Builders for tests that name a calendar feed. */
import { randomBytes } from 'node:crypto';
import type { TestPerson, TestServer } from '../../app/testing/server.ts';
import { insertFeed } from './queries.ts';

/**
 * The agency's only calendar feed in tests, moved to this client: an agency has at most a hundred feeds, and tests make
 * these rows often.
 */
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
