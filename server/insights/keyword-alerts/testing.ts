/** Fixtures of the tests of watched keywords. */
import type { TestPerson, TestServer } from '../../app/testing/server.ts';
import { insertMails } from './mail-queries.ts';
import { insertFinds, insertKeyword } from './queries.ts';
import { stopAddress } from './stop-link.ts';

/** A client's keyword with a find, both called `word`; and the token that ends the mails of `mailedId`. */
export async function aWatch(
  { db, services }: TestServer,
  { owner, clientId, mailedId, word }: { owner: TestPerson; clientId: string; mailedId: string; word: string },
): Promise<{ watched: string; stopToken: string }> {
  const { agencyId } = owner;
  const now = services.clock();
  const watched = await db.asAgency(agencyId, async (tx) => {
    const id = await insertKeyword(tx, { agencyId, clientId, keyword: word, createdBy: owner.id, now });
    if (id === null) throw new Error('this keyword is watched already');
    const find = { source: 'reddit', reference: '1', title: word, url: 'https://example.test/', from: '' } as const;
    await insertFinds(tx, { agencyId, id, finds: [find], now });
    await insertMails(tx, { agencyId, userId: mailedId, now });
    return id;
  });
  const address = stopAddress({ secrets: services.secrets, origin: '' }, mailedId);
  return { watched, stopToken: address.split('=').at(-1) ?? '' };
}
