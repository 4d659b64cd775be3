import type { EngagementRow as Shown } from '#contract/insights/engagement.ts';
import { messages } from '#contract/messages.ts';
import { bestHour, bestTimeNeeds, pointsOf } from '#rules/engagement.ts';
import { networkNames } from '#rules/eligibility.ts';
import { accountAccess } from '../../people/accounts/index.ts';
import { findAccountHolder } from '../../people/users/index.ts';
import { outside, UserError, type Handlers } from '../../base/handlers.ts';
import { listMeasured, type MeasuredRow } from '../../planning/schedules/index.ts';
import { listEngagement, listReadsOfItem, type EngagementRow } from './queries.ts';
import { tellingNetworks } from './networks.ts';
import { readPosts } from './read.ts';

/** Figures younger than this are not read again, seconds. */
const freshSeconds = 60;

const numberOf = (figure: string | null): number | null => (figure === null ? null : Number(figure));
const figuresOf = ({
  likes,
  comments,
  shares,
  views,
}: Pick<MeasuredRow, 'likes' | 'comments' | 'shares' | 'views'>) => ({
  likes: numberOf(likes),
  comments: numberOf(comments),
  shares: numberOf(shares),
  views: numberOf(views),
});

/** Why a row has no figures, or no current ones. */
function noteOf(
  { network, state, post_id: postId, gone_at: goneAt, problem, read_at: readAt }: EngagementRow,
  tells: boolean,
): string {
  if (state !== 'published') return 'Not posted';
  if (!tells) return `${networkNames[network]} doesn't share figures`;
  if (postId === null) return 'Posted by a person, so we cannot ask for its figures';
  if (goneAt !== null) return 'The post is no longer there';
  if (problem !== null && problem !== '') return problem;
  return readAt === null ? 'Not read yet' : '';
}

const present = (row: EngagementRow, tells: boolean): Shown => ({
  type: row.network,
  social_account_name: row.username,
  ...figuresOf(row),
  retweet: numberOf(row.retweets),
  points: pointsOf(figuresOf(row)),
  post_url: row.post_url,
  read_at: row.read_at?.toISOString() ?? null,
  note: noteOf(row, tells),
});

const dayMs = 86_400_000;

/** The handlers of the calls in contract/insights/engagement.ts. */
export const engagementCalls = {
  'best-time': async (input, { user, tx, now }) => {
    if ((await findAccountHolder(tx, { agencyId: user.agencyId, id: input.client_id })) === undefined)
      throw new UserError(messages.notFound, { status: 404 });
    const since = new Date(now.getTime() - bestTimeNeeds.days * dayMs);
    const { rows, zone } = await listMeasured(tx, { agencyId: user.agencyId, clientId: input.client_id, since });
    const day = now.toISOString().slice(0, 10);
    const data = [...Map.groupBy(rows, ({ account_id: id }) => id)].flatMap(([accountId, posts]) => {
      const measured = posts.flatMap((post) => {
        const points = pointsOf(figuresOf(post));
        return points === null ? [] : [{ publishedAt: post.published_at, points }];
      });
      const hour = bestHour(measured, zone);
      const type = posts[0]?.network;
      return hour === null || type === undefined
        ? []
        : [{ type, account_id: accountId, date: `${day} ${String(hour).padStart(2, '0')}:00`, timezone: zone }];
    });
    return { message: '', data };
  },

  'fetch-stream-data': outside(async (input, { user, services, now, transaction, signal }) => {
    const key = { agencyId: user.agencyId, scheduleId: input.scheduler_id, occurrenceId: input.stream_id };
    const networks = tellingNetworks(services);
    const due = await transaction(async (tx) => {
      if ((await listEngagement(tx, key)) === undefined) throw new UserError(messages.notFound, { status: 404 });
      return listReadsOfItem(tx, { ...key, networks, readBefore: new Date(now.getTime() - freshSeconds * 1000) });
    });
    await readPosts(
      { db: services.db, networks: services.networks, access: accountAccess(services), now: services.clock },
      due,
      signal,
    );
    const rows = (await transaction((tx) => listEngagement(tx, key))) ?? [];
    return { message: '', data: rows.map((row) => present(row, networks.includes(row.network))) };
  }),
} satisfies Partial<Handlers>;
