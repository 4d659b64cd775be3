import { messages } from '#contract/messages.ts';
import type { Tx } from '#db/database.ts';
import { UserError, type Handlers } from '../../base/handlers.ts';
import { pageOf, pageSize, unknownPage } from '../../base/lists/paging.ts';
import { presentEntry } from './present.ts';
import { countUnread, knowsClient, knowsEntry, listEntries, setRead, type After } from './queries.ts';

/** `'1790000000000000-12' -> {micros, id}`; null at the start. Throws a UserError for an invalid cursor. */
function afterOf(cursor: string | undefined): After | null {
  if (cursor === undefined || cursor === '') return null;
  const [, micros, id] = /^([1-9]\d{0,17})-([1-9]\d{0,17})$/.exec(cursor) ?? [];
  if (micros === undefined || id === undefined) throw unknownPage();
  return { micros, id };
}

/** Throws a UserError (404) unless a row is there. */
async function mustExist(is: Promise<boolean>): Promise<void> {
  if (!(await is)) throw new UserError(messages.notFound, { status: 404 });
}

const ofReader = (user: { id: string; agencyId: string }) => ({ agencyId: user.agencyId, userId: user.id });

/** The client whose entries are listed; a client account has no others. */
async function clientOf(
  tx: Tx,
  { agencyId, id }: { agencyId: string; id: string | undefined },
): Promise<string | null> {
  if (id === undefined) return null;
  await mustExist(knowsClient(tx, { agencyId, id }));
  return id;
}

/** The handlers of the calls in contract/app/inbox.ts. */
export const inboxCalls = {
  'fetch-inbox': async (input, { user, tx }) => {
    const reader = ofReader(user);
    if (user.role === 'client') await mustExist(Promise.resolve([undefined, user.id].includes(input.client_id)));
    const clientId = await clientOf(tx, { agencyId: user.agencyId, id: input.client_id });
    const unread = input.unread === true;
    const after = afterOf(input.cursor);
    const found = await listEntries(tx, { ...reader, clientId, unread, after, limit: pageSize + 1 });
    const { rows, next } = pageOf(found, (row) => `${row.micros}-${row.id}`);
    return { message: '', data: { items: rows.map(presentEntry), next, unread: await countUnread(tx, reader) } };
  },

  'mark-read': async (input, { user, tx, now }) => {
    const reader = ofReader(user);
    const id = input.id ?? null;
    if (id !== null) await mustExist(knowsEntry(tx, { ...reader, id }));
    await setRead(tx, { ...reader, id, until: new Date(input.until), now });
    return { message: '', data: null };
  },
} satisfies Partial<Handlers>;
