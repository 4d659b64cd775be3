import type { Report, ReportPost } from '#contract/insights/reports.ts';
import type { Tx } from '#db/database.ts';
import { networkIds } from '#rules/eligibility.ts';
import { addsUp, ledgerBuckets, bucketOf, type Ledger } from '#rules/ledger.ts';
import { may } from '#rules/permissions.ts';
import { instantToLocal } from '#rules/planning.ts';
import { bestHoursOf, contractOf, growthOf, monthBounds, monthPlus } from '#rules/reports.ts';
import { titleOf } from '#rules/titles.ts';
import { listAccounts } from '../../people/accounts/index.ts';
import { brandOf, houseBrand } from '../../base/brand/index.ts';
import { fileAddress } from '../../base/lib/file-address.ts';
import { profitOfClient } from '../profit/index.ts';
import { fetchLedger } from '../../publishing/index.ts';
import { figuresOf, measuredOf } from './figures.ts';
import {
  findOwnerPlan,
  findSettings,
  findSubject,
  listPosts,
  listReadings,
  sumFigures,
  type PostRow,
  type ReadingRow,
  type Span,
  type Subject,
} from './queries.ts';
import { writtenOf } from './written.ts';

/** The client and the month ('YYYY-MM') of a report. */
export type Which = { agencyId: string; clientId: string; month: string };

const mostListed = 5000;
const mostBest = 5;

const noLedger: Ledger = { planned: 0, published: 0, failed: 0, missed: 0, cancelled: 0, uncertain: 0, waiting: 0 };

/**
 * The report of a client's month in its zone; its counts are the ledger's own. Undefined for a client that does not
 * belong to the agency.
 */
export async function buildReport(tx: Tx, { agencyId, clientId, month, now }: Which & { now: Date }) {
  const subject = await findSubject(tx, { agencyId, id: clientId });
  if (subject === undefined) return undefined;
  const zone = subject.timezone;
  const span: Span = { agencyId, clientId, ...monthBounds({ month, zone }) };
  const rows = await listPosts(tx, span);
  const posts = rows.map((row) => presentPost(row, zone));
  const showsEngagement = await hasEngagement(tx, agencyId);
  const agreed = (await findSettings(tx, { agencyId, clientId }))?.posts_a_week ?? null;
  const ledger = await ledgerOf(tx, span);
  const accounts = await listAccounts(tx, { agencyId, userId: clientId });
  const written = await writtenOf(tx, { agencyId, clientId, month });
  const made: Report = {
    ...presentSubject(subject, await brandOf(tx)),
    month,
    timezone: zone,
    made_at: now.toISOString(),
    social_accounts: accounts.map(({ id, network, username }) => ({ id, type: network, username })),
    scheduler: posts.slice(0, mostListed).map((post) => (showsEngagement ? post : withoutFigures(post))),
    scheduler_total: posts.length,
    ledger,
    by_hand: posts.filter(({ by_hand: byHand }) => byHand).length,
    adds_up: addsUp(ledger) && ledgerBuckets.every((bucket) => ledger[bucket] === countAt(posts, bucket)),
    before: await monthBefore(tx, { month, zone, agencyId, clientId, showsEngagement }),
    reasons: reasonsOf(posts),
    networks: networksOf(showsEngagement ? posts : posts.map(withoutFigures)),
    contract: agreed === null ? null : presentContract({ rows, month, zone, postsAWeek: agreed }),
    engagement: showsEngagement ? engagementOf(posts, { readings: await listReadings(tx, span), zone }) : null,
    profit: await profitIn(tx, { agencyId, clientId, month, written, delivered: ledger.published }),
    ...written,
  };
  return made;
}

/** The report's head shows the brand, or the agency itself if it has none. */
const presentSubject = (
  subject: Subject,
  { name, logo }: { name: string; logo: string | null },
): Pick<Report, 'agency' | 'client'> => ({
  agency:
    name === houseBrand.name
      ? { name: subject.agency, logo: fileAddress(subject.logo), site: subject.site }
      : { name, logo, site: subject.site },
  client: { id: subject.id, name: subject.name, company: subject.company, image: fileAddress(subject.image) },
});

async function profitIn(
  tx: Tx,
  { written, ...key }: Which & { written: Pick<Report, 'sections'>; delivered: number },
): Promise<Report['profit']> {
  if (!written.sections.some(({ id, on }) => id === 'profit' && on)) return null;
  const figures = await profitOfClient(tx, key);
  if (figures === null) return null;
  const { delivered: _delivered, ...profit } = figures;
  return profit;
}

async function hasEngagement(tx: Tx, agencyId: string): Promise<boolean> {
  const owner = await findOwnerPlan(tx, agencyId);
  if (owner === undefined) return false;
  const { membership, is_reseller: isReseller, is_white_label: isWhiteLabel } = owner;
  return may({ role: 'owner', membership, isReseller, isWhiteLabel }, 'engagement');
}

async function ledgerOf(tx: Tx, { agencyId, clientId, from, to }: Span): Promise<Ledger> {
  const { clients } = await fetchLedger(tx, { agencyId, from, to });
  const own = clients.find((client) => client.clientId === clientId);
  if (own === undefined) return noLedger;
  const { clientId: _client, client: _name, ...counts } = own;
  return counts;
}

function presentPost(row: PostRow, zone: string): ReportPost {
  return {
    delivery_id: row.id,
    title: titleOf(row),
    type: row.network,
    username: row.username,
    place: bucketOf(row.state),
    by_hand: row.by_hand,
    message: row.message,
    post_url: row.post_url,
    thumbnail: fileAddress(row.thumbnail),
    at: row.due_at.toISOString(),
    local: instantToLocal(row.due_at, zone),
    published_at: row.published_at?.toISOString() ?? null,
    ...figuresOf(row),
    read_at: row.read_at?.toISOString() ?? null,
  };
}

const withoutFigures = (post: ReportPost): ReportPost => ({
  ...post,
  likes: null,
  views: null,
  shares: null,
  comments: null,
  points: null,
  read_at: null,
});

const countAt = (posts: readonly ReportPost[], bucket: ReportPost['place']): number =>
  posts.filter((post) => post.place === bucket).length;

async function monthBefore(
  tx: Tx,
  { month, zone, showsEngagement, ...who }: Which & { zone: string; showsEngagement: boolean },
): Promise<Report['before']> {
  const before = monthPlus(month, -1);
  const span = { ...who, ...monthBounds({ month: before, zone }) };
  const points = showsEngagement ? figuresOf(await sumFigures(tx, span)).points : null;
  return { month: before, ledger: await ledgerOf(tx, span), points };
}

/** The reasons why posts were not published, in the networks' words, most frequent first. */
function reasonsOf(posts: readonly ReportPost[]): Report['reasons'] {
  const without = posts.filter(({ place: bucket }) => bucket !== 'published' && bucket !== 'waiting');
  const groups = Map.groupBy(without, ({ place: bucket, message }) => JSON.stringify([bucket, message]));
  return [...groups.values()]
    .flatMap((own) =>
      own.slice(0, 1).map(({ place: bucket, message }) => ({ place: bucket, message, count: own.length })),
    )
    .toSorted((a, b) => b.count - a.count);
}

const networksOf = (posts: readonly ReportPost[]): Report['networks'] =>
  networkIds.flatMap((type) => {
    const own = posts.filter((post) => post.type === type);
    return own.length === 0
      ? []
      : [{ type, planned: own.length, published: countAt(own, 'published'), ...measuredOf(own) }];
  });

function presentContract({
  rows,
  ...agreed
}: {
  rows: readonly PostRow[];
  month: string;
  zone: string;
  postsAWeek: number;
}): Report['contract'] {
  // An item that was published to several accounts is one post of the contract, on the day for which it was planned.
  const out = new Map(rows.filter(({ state }) => state === 'published').map((row) => [row.occurrence_id, row.due_at]));
  const days = [...out.values()].map((at) => instantToLocal(at, agreed.zone).slice(0, 10));
  const { postsAWeek, ...contract } = contractOf({ month: agreed.month, postsAWeek: agreed.postsAWeek, days });
  return { posts_a_week: postsAWeek, ...contract };
}

function engagementOf(
  posts: readonly ReportPost[],
  { readings, zone }: { readings: readonly ReadingRow[]; zone: string },
): Report['engagement'] {
  const reads = readings.flatMap(({ post_id: postId, at, ...counted }) => {
    const { points } = figuresOf(counted);
    return points === null ? [] : [{ postId, at, points }];
  });
  const known = posts.flatMap((post) =>
    post.points === null || post.published_at === null || post.place !== 'published'
      ? []
      : [{ id: post.delivery_id, publishedAt: new Date(post.published_at), points: post.points }],
  );
  return {
    ...measuredOf(posts),
    days: growthOf(reads, zone).map(({ day, points, readAt }) => ({ day, points, read_at: readAt.toISOString() })),
    best_posts: known
      .toSorted((a, b) => b.points - a.points)
      .slice(0, mostBest)
      .map(({ id }) => id),
    best_hours: bestHoursOf(known, zone),
  };
}
