import { z } from 'zod';
import { aPerson, type TestPerson } from '#server/testing/people.ts';
import { alternatingTimes } from './alternating.ts';
import { shotsOf, type Shot } from './growing-shots.ts';
import { fillAll } from './growing-stage.ts';
import { openRig, type Rig } from './rig.ts';
import { atMost, ms, type Figure } from './table.ts';

const few = { rows: 1_000, base: 1e9 };
const many = { rows: 1_000_000, base: 2e9 };
/** The part of a page that leads to the next one. */
const page = z.object({ data: z.object({ next: z.string().nullable() }) });

/**
 * Every list of an agency with a million rows of each kind against that of one with a thousand in the same database:
 * its first page and, where there are as many, its third.
 */
export async function measure(): Promise<Figure[]> {
  const rig = await openRig();
  try {
    const owners: TestPerson[] = [];
    for (const { rows, base } of [few, many]) {
      const owner = await aPerson(rig.db, { role: 'owner', membership: 'dfy__enterprise__unlimited' });
      await fillAll({ url: rig.adminUrl, agencyId: owner.agencyId, ownerId: owner.id, rows, base });
      owners.push(owner);
    }
    const [ofFew = rig.owner, ofMany = rig.owner] = owners;
    const month = monthOf(new Date());
    const [small, large] = [shotsOf({ ...month, base: few.base }), shotsOf({ ...month, base: many.base })];
    const figures: Figure[] = [];
    for (const [name, shot] of Object.entries(small)) {
      const beside = large[name];
      if (beside === undefined) throw new Error(`${name} is not asked for twice`);
      figures.push(...(await compared({ rig, name }, [ofFew.token, shot], [ofMany.token, beside])));
    }
    return figures;
  } finally {
    await rig.stop();
  }
}

type Asked = readonly [token: string, shot: Shot];

/** The figures of one list, the small agency's beside the large one's. */
async function compared({ rig, name }: { rig: Rig; name: string }, ...both: [Asked, Asked]): Promise<Figure[]> {
  const [small, large] = both;
  const figures = [figureOf(name, await inTurn(shot(rig, small), shot(rig, large)))];
  const [thirdSmall, thirdLarge] = [await thirdPage(rig, small), await thirdPage(rig, large)];
  if (thirdSmall && thirdLarge)
    figures.push(figureOf(`${name}, third page`, await inTurn(shot(rig, thirdSmall), shot(rig, thirdLarge))));
  return figures;
}

/** Slow calls are measured a few times only: more runs would not change the picture. */
async function inTurn(...calls: readonly [() => Promise<void>, () => Promise<void>]): Promise<[number, number]> {
  const began = performance.now();
  for (const call of calls) await call();
  const isSlow = performance.now() - began > 100;
  return alternatingTimes(isSlow ? { times: 5, warmUps: 1 } : { times: 60, warmUps: 10 }, calls);
}

const figureOf = (name: string, [atFew, atMany]: readonly [number, number]): Figure =>
  atMost(
    `${name}: p50 of a million rows / of a thousand (${ms(atFew)})`,
    atMany / atFew,
    1.3,
    (ratio) => `${ratio.toFixed(2)} times`,
  );

const shot =
  (rig: Rig, asked: Asked): (() => Promise<void>) =>
  async () => {
    await ask(rig, asked);
  };

async function ask({ url }: Rig, [token, { name, input }]: Asked): Promise<string> {
  const answer = await fetch(`${url}/api/${name}`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json' },
    body: JSON.stringify(input),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${name} ${JSON.stringify(input)} answered ${answer.status}: ${text}`);
  return text;
}

/** The same call for its third page; null if there are fewer pages, or the call has none. */
async function thirdPage(rig: Rig, [token, { name, input }]: Asked): Promise<Asked | null> {
  let cursor: string | null = null;
  for (const _ of [2, 3]) {
    const read = page.safeParse(
      JSON.parse(await ask(rig, [token, { name, input: { ...input, cursor: cursor ?? undefined } }])),
    );
    cursor = read.data?.data.next ?? null;
    if (cursor === null) return null;
  }
  return [token, { name, input: { ...input, cursor } }];
}

function monthOf(now: Date) {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth() + 1];
  const day = (at: Date): string => at.toISOString().slice(0, 10);
  return {
    year,
    month,
    from: day(new Date(Date.UTC(year, month - 1, 1))),
    to: day(new Date(Date.UTC(year, month, 1))),
    today: day(now),
  };
}
