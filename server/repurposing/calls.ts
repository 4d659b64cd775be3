import type { Tx } from '#db/database.ts';
import type { RoundItem } from '#contract/repurposing.ts';
import { messages } from '#contract/messages.ts';
import { pointsOf } from '#rules/engagement.ts';
import { isTired, pointsOfRound, shareOfFirst, type ReadPost } from '#rules/fatigue.ts';
import { may } from '#rules/permissions.ts';
import { titleOf } from '#rules/titles.ts';
import { UserError, type Handlers, type SignedIn } from '../app/handlers.ts';
import { fileAddress } from '../lib/file-address.ts';
import { idAfter, pageSize } from '../lib/paging.ts';
import { goOnWithRounds } from '../publishing/index.ts';
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

/** The posts of a round as rules/fatigue.ts judges them. */
const postsOf = (readings: readonly ReadingRow[]): ReadPost[] =>
  [...Map.groupBy(readings, ({ account_id: account }) => account)].map(([account, ages]) => ({
    account,
    points: new Map(ages.map((reading) => [reading.age, pointsOfReading(reading)])),
  }));

/** An item's rounds that were read, the first one first. */
function readOf(readings: readonly ReadingRow[]): RoundItem['read'] {
  const rounds = [...Map.groupBy(readings, ({ round }) => round)].map(([round, of]) => ({ round, posts: postsOf(of) }));
  const [first] = rounds;
  return rounds.map(({ round, posts }, place) => ({
    round,
    points: pointsOfRound(posts),
    share: place === 0 || first === undefined ? null : shareOfFirst(first.posts, posts),
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

/** All items of a schedule's rounds, with what was read of them for whoever may see it. */
async function readRound(tx: Tx, { id, user, now }: Asking): Promise<RoundItem[]> {
  const key = { agencyId: user.agencyId, id };
  const readings = may(user, 'engagement') ? await listRoundReadings(tx, key, now) : [];
  const byItem = Map.groupBy(readings, ({ item_id: item }) => item);
  return (await listRoundItems(tx, key)).map((row) => present(row, byItem.get(row.id) ?? []));
}

/** As many resting items as the page of a schedule names without being asked. */
const namedAtMost = 5;

const restedLast = (items: readonly RoundItem[]): RoundItem[] =>
  items
    .filter(({ rests }) => rests !== null)
    .toSorted((a, b) => (b.rests?.since ?? '').localeCompare(a.rests?.since ?? ''))
    .slice(0, namedAtMost);

/** Handlers of the rounds of repeating schedules. */
export const repurposingCalls: Pick<Handlers, 'fetch-round' | 'rest-items'> = {
  'fetch-round': async ({ id, search = '', cursor }, { user, tx, now }) => {
    const schedule = await findRepeating(tx, { agencyId: user.agencyId, id });
    if (schedule === undefined) throw notFound();
    const all = await readRound(tx, { id, user, now });
    const found = all.filter(({ title }) => title.toLowerCase().includes(search.toLowerCase()));
    const sorted = [...found.filter(({ tired }) => tired), ...found.filter(({ tired }) => !tired)];
    const from = Number(idAfter(cursor) ?? 0);
    return {
      message: '',
      data: {
        items: sorted.slice(from, from + pageSize),
        next: from + pageSize < sorted.length ? String(from + pageSize) : null,
        total: all.length,
        next_round: schedule.round + 1,
        resting: all.filter(({ rests }) => rests !== null).length,
        rested_last: restedLast(all),
        tired: all.filter((item) => item.tired && item.rests === null).map((item) => item.id),
      },
    };
  },

  'rest-items': async ({ id, item_ids: itemIds, rests }, { user, tx, now }) => {
    const { agencyId } = user;
    const schedule = await lockRepeating(tx, { agencyId, id });
    if (schedule === undefined) throw notFound();
    const all = await readRound(tx, { id, user, now });
    const chosen = all.filter((item) => itemIds.includes(item.id));
    if (chosen.length < new Set(itemIds).size) throw notFound();
    if (rests && !all.some((item) => item.rests === null && !chosen.includes(item)))
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
};
