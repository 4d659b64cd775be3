import type { CalendarFeed } from '#contract/planning/calendar-feeds.ts';
import { messages } from '#contract/messages.ts';
import { UserError, type Handlers } from '../../base/handlers.ts';
import { audit } from '../../base/audit/index.ts';
import { brandOf, originOf } from '../../base/brand/index.ts';
import { newToken } from '../../base/secrets/tokens.ts';
import { findClient } from '../../people/users/index.ts';
import { deleteFeed, findFeed, insertFeed, listFeeds, type FeedRow } from './queries.ts';

const most = 100;
const notFound = (): UserError => new UserError(messages.notFound, { status: 404 });

const present = (row: FeedRow): CalendarFeed => ({
  id: row.id,
  client: row.client_id === null ? null : { id: row.client_id, name: row.client ?? '' },
  made_by: row.made_by ?? '',
  created: row.created_at.toISOString(),
  read: row.read_at?.toISOString() ?? null,
});

/** The handlers of the calls in contract/planning/calendar-feeds.ts. */
export const calendarFeedCalls = {
  'fetch-calendar-feeds': async (_input, { user, tx }) => ({
    message: '',
    data: (await listFeeds(tx, user.agencyId)).map(present),
  }),

  'make-calendar-feed': async (input, { user, services, tx, now, origin }) => {
    const { agencyId } = user;
    const clientId = input.client_id === 'all' ? null : input.client_id;
    if (clientId !== null && (await findClient(tx, { agencyId, id: clientId })) === undefined) throw notFound();
    if ((await listFeeds(tx, agencyId)).length >= most) throw new UserError(messages.calendarFeedsFull);
    const { token, hash } = newToken();
    const id = await insertFeed(tx, { agencyId, clientId, tokenHash: hash, madeBy: user.id, now });
    await audit(tx, {
      user,
      origin,
      action: clientId === null ? 'calendar-feed-made' : 'calendar-feed-made-for-client',
      ...(clientId === null ? {} : { subjectKind: 'client', subjectId: clientId }),
    });
    const row = await findFeed(tx, { agencyId, id });
    if (row === undefined) throw new Error('a feed just made is not visible to its agency');
    const site = originOf(await brandOf(tx, agencyId), services.config);
    return {
      message: messages.calendarFeedMade,
      data: { feed: present(row), url: `${site}/calendar/${token}.ics` },
    };
  },

  'end-calendar-feed': async ({ id }, { user, tx, origin }) => {
    const { agencyId } = user;
    const row = await findFeed(tx, { agencyId, id });
    if (row === undefined || !(await deleteFeed(tx, { agencyId, id }))) throw notFound();
    await audit(tx, {
      user,
      origin,
      action: row.client_id === null ? 'calendar-feed-revoked' : 'calendar-feed-revoked-of-client',
      ...(row.client_id === null ? {} : { subjectKind: 'client', subjectId: row.client_id }),
    });
    return { message: messages.calendarFeedRevoked, data: null };
  },
} satisfies Partial<Handlers>;
