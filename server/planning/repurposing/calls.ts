import type { Tx } from '#db/database.ts';
import type { RoundItem } from '#contract/planning/repurposing.ts';
import { messages } from '#contract/messages.ts';
import { pointsOf } from '#rules/engagement.ts';
import { isTired, pointsOfRound, shareOfFirst, weakRounds, type ReadPost } from '#rules/fatigue.ts';
import { may } from '#rules/permissions.ts';
import { titleOf } from '#rules/titles.ts';
import { UserError, type Handlers, type SignedIn } from '../../base/handlers.ts';
import { fileAddress } from '../../base/lib/file-address.ts';
import { idAfter, pageSize } from '../../base/lists/paging.ts';
import { goOnWithRounds } from '../../publishing/index.ts';
import {
  deleteResting,
  findRepeating,
  insertResting,
  listRoundItems,
  listRoundReadings,
  lockRepeating,
  type ReadingRow,
  type RoundItemRow,
} from './queries.ts';

const notFound = () => new UserError(messages.notFound, { status: 404 });

const numberOf = (figure: string | null): number | null => (figure === null ? null : Number(figure));

const pointsOfReading = ({ likes, comments, shares, views }: ReadingRow): number =>
  pointsOf({
    likes: numberOf(likes),
    comments: numberOf(comments),
    shares: numberOf(shares),
    views: numberOf(views),
  }) ?? 0;

/** The posts of a round as rules/fatigue.ts takes them. */
const postsOf = (readings: readonly ReadingRow[]): ReadPost[] =>
  [...Map.groupBy(readings, ({ account_id: account }) => account)].map(([account, ages]) => ({
    account,
    points: new Map(ages.map((reading) => [reading.age, pointsOfReading(reading)])),
  }));

/** The rounds of an item that have readings, in their order. */
function readOf(readings: readonly ReadingRow[]): RoundItem['read'] {
  const rounds = [...Map.groupBy(readings, ({ round }) => round)].map(([round, of]) => ({ round, posts: postsOf(of) }));
  const [first] = rounds;
  return rounds.map(({ round, posts }, index) => ({
    round,
    points: pointsOfRound(posts),
    share: index === 0 || first === undefined ? null : shareOfFirst(first.posts, posts),
  }));
}

const restOf = ({ rested_at: at, rested_by: by, was_tired: wasTired }: RoundItemRow): RoundItem['rests'] =>
  at === null ? null : { since: at.toISOString(), by, was_tired: wasTired === true };

const present = (row: RoundItemRow, readings: readonly ReadingRow[]): RoundItem => {
  const read = readOf(readings);
  return {
    id: row.id,
    title: titleOf(row),
    type: row.type,
    thumbnails: fileAddress(row.thumbnail_name),
    rests: restOf(row),
    rounds_posted: row.rounds,
    last_posted: row.last_at?.toISOString() ?? null,
    read,
    tired: isTired(read.slice(1).map(({ share }) => share)),
  };
};

type Asking = { id: string; user: SignedIn; now: Date };

/** The readings of these items, by item; empty for people who may not see engagement. */
async function readingsOf(
  tx: Tx,
  { id, user, now, rows }: Asking & { rows: readonly RoundItemRow[] },
): Promise<Map<string, ReadingRow[]>> {
  if (!may(user, 'engagement')) return new Map();
  const itemIds = rows.map((row) => row.id);
  return Map.groupBy(
    await listRoundReadings(tx, { agencyId: user.agencyId, id, itemIds, now }),
    ({ item_id: item }) => item,
  );
}

/** Items with their readings. */
async function presentAll(tx: Tx, asking: Asking & { rows: readonly RoundItemRow[] }): Promise<RoundItem[]> {
  const readings = await readingsOf(tx, asking);
  return asking.rows.map((row) => present(row, readings.get(row.id) ?? []));
}

/** An item without a round before its latest two cannot be worn out. */
const canTire = ({ rounds }: RoundItemRow): boolean => rounds > weakRounds;

/** The number of resting items that a schedule's page shows by default. */
const namedAtMost = 5;

const restedLast = (rows: readonly RoundItemRow[]): RoundItemRow[] =>
  rows
    .filter(({ rested_at: at }) => at !== null)
    .toSorted((a, b) => (b.rested_at?.getTime() ?? 0) - (a.rested_at?.getTime() ?? 0))
    .slice(0, namedAtMost);

/** The handlers of the calls in contract/planning/repurposing.ts. */
export const repurposingCalls = {
  'fetch-round': async ({ id, search = '', cursor }, { user, tx, now }) => {
    const schedule = await findRepeating(tx, { agencyId: user.agencyId, id });
    if (schedule === undefined) throw notFound();
    const rows = await listRoundItems(tx, { agencyId: user.agencyId, id });
    const judged = await presentAll(tx, { id, user, now, rows: rows.filter(canTire) });
    const tired = new Set(judged.filter((item) => item.tired).map((item) => item.id));
    const found = rows.filter((row) => titleOf(row).toLowerCase().includes(search.toLowerCase()));
    const sorted = [...found.filter((row) => tired.has(row.id)), ...found.filter((row) => !tired.has(row.id))];
    const from = Number(idAfter(cursor) ?? 0);
    const shown = sorted.slice(from, from + pageSize);
    const named = restedLast(rows);
    const known = new Map(judged.map((item) => [item.id, item]));
    const unjudged = [...new Set([...shown, ...named])].filter((row) => !known.has(row.id));
    for (const item of await presentAll(tx, { id, user, now, rows: unjudged })) known.set(item.id, item);
    const itemsOf = (of: readonly RoundItemRow[]): RoundItem[] => of.flatMap((row) => known.get(row.id) ?? []);
    return {
      message: '',
      data: {
        items: itemsOf(shown),
        next: from + pageSize < sorted.length ? String(from + pageSize) : null,
        total: rows.length,
        next_round: schedule.round + 1,
        resting: rows.filter(({ rested_at: at }) => at !== null).length,
        rested_last: itemsOf(named),
        tired: rows.filter((row) => tired.has(row.id) && row.rested_at === null).map((row) => row.id),
      },
    };
  },

  'rest-items': async ({ id, item_ids: itemIds, rests }, { user, tx, now }) => {
    const { agencyId } = user;
    const schedule = await lockRepeating(tx, { agencyId, id });
    if (schedule === undefined) throw notFound();
    const all = await listRoundItems(tx, { agencyId, id });
    const rows = all.filter((row) => itemIds.includes(row.id));
    const chosen = await presentAll(tx, { id, user, now, rows });
    if (chosen.length < new Set(itemIds).size) throw notFound();
    if (rests && !all.some((row) => row.rested_at === null && !rows.includes(row)))
      throw new UserError(messages.oneMustGoOut);
    if (rests) await insertResting(tx, { agencyId, scheduleId: id, items: chosen, userId: user.id, now });
    else {
      await deleteResting(tx, { agencyId, scheduleId: id, itemIds });
      await goOnWithRounds(tx, { scheduleId: id, now });
    }
    return {
      message: rests ? messages.itemsRest : messages.itemsGoOut,
      data: { next_round: schedule.round + 1 },
    };
  },
} satisfies Partial<Handlers>;
