import { messages } from '#contract/messages.ts';
import { watchStates, type WatchedKeyword } from '#contract/insights/keyword-alerts.ts';
import type { Tx } from '#db/database.ts';
import { UserError, type Handlers } from '../../base/handlers.ts';
import { findClient } from '../../people/users/index.ts';
import { deleteMails, insertMails, isMailed } from './mail-queries.ts';
import {
  deleteKeyword,
  findKeyword,
  insertKeyword,
  listKeywords,
  listLatestFinds,
  lockClient,
  type FindRow,
  type KeywordRow,
} from './queries.ts';
import { userOfToken } from './stop-link.ts';

/** The most keywords of a client, and the number of finds of a keyword that are shown. */
const mostKeywords = 20;
const shownFinds = 6;

const notFound = () => new UserError(messages.notFound, { status: 404 });

const stateOf = (state: string | null) => watchStates.find((each) => each === state) ?? null;

const presentFind = (row: FindRow): WatchedKeyword['finds'][number] => ({
  id: row.id,
  source: row.source === 'youtube' ? 'youtube' : 'reddit',
  title: row.title,
  url: row.url,
  from: row.found_from,
  found: row.found_at.toISOString(),
});

const present = (row: KeywordRow, finds: readonly FindRow[]): WatchedKeyword => ({
  id: row.id,
  client_id: row.client_id,
  keyword: row.keyword,
  checked: row.checked_at?.toISOString() ?? null,
  states: { reddit: stateOf(row.reddit_state), youtube: stateOf(row.youtube_state) },
  finds_total: Number(row.finds_total ?? 0),
  finds: finds.filter(({ keyword_id: keyword }) => keyword === row.id).map(presentFind),
});

/** Throws a 404 for a client that does not belong to the agency. */
async function mustKnow(tx: Tx, { agencyId, clientId }: { agencyId: string; clientId: string }): Promise<void> {
  if ((await findClient(tx, { agencyId, id: clientId })) === undefined) throw notFound();
}

/** The handlers of the calls in contract/insights/keyword-alerts.ts. */
export const watchingCalls = {
  'fetch-watched-keywords': async ({ client_id: clientId }, { user: { agencyId, id: userId }, tx }) => {
    await mustKnow(tx, { agencyId, clientId });
    const rows = await listKeywords(tx, { agencyId, clientId });
    const keywordIds = rows.map(({ id }) => id);
    const finds = await listLatestFinds(tx, { agencyId, keywordIds, each: shownFinds });
    const mails = await isMailed(tx, { agencyId, userId });
    return { message: '', data: { items: rows.map((row) => present(row, finds)), mails } };
  },

  'watch-keyword': async ({ client_id: clientId, keyword }, { user, tx, now }) => {
    const { agencyId } = user;
    const words = keyword.normalize('NFC').replaceAll(/ +/g, ' ');
    await mustKnow(tx, { agencyId, clientId });
    await lockClient(tx, { agencyId, clientId });
    const known = await listKeywords(tx, { agencyId, clientId });
    if (known.length >= mostKeywords) throw new UserError(messages.keywordsFull);
    const id = await insertKeyword(tx, { agencyId, clientId, keyword: words, createdBy: user.id, now });
    const row = id === null ? undefined : await findKeyword(tx, { agencyId, id });
    if (row === undefined)
      throw new UserError(messages.keywordKnown, { status: 422, errors: { keyword: messages.keywordKnown } });
    return { message: messages.keywordWatched, data: present(row, []) };
  },

  'unwatch-keyword': async ({ id }, { user: { agencyId }, tx }) => {
    if (!(await deleteKeyword(tx, { agencyId, id }))) throw notFound();
    return { message: messages.keywordForgotten, data: null };
  },

  'save-keyword-mails': async ({ mails }, { user: { agencyId, id: userId }, tx, now }) => {
    if (mails === 'off') await deleteMails(tx, userId);
    else await insertMails(tx, { agencyId, userId, now });
    return { message: mails === 'on' ? messages.keywordMailsOn : messages.keywordMailsOff, data: null };
  },

  'stop-keyword-mails': async ({ token }, { services }) => {
    const userId = userOfToken(services, token);
    if (userId === null) throw new UserError(messages.keywordMailsUnknown, { status: 404 });
    await services.db.asSystem((tx) => deleteMails(tx, userId));
    return { message: messages.keywordMailsOff, data: null };
  },
} satisfies Partial<Handlers>;
