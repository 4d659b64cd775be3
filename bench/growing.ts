import { z } from 'zod';
import { aPerson } from '#server/app/testing/people.ts';
import { alternatingTimes } from './alternating.ts';
import { shotsOf, type Call } from './growing-shots.ts';
import { fillAll } from './growing-stage.ts';
import { openRig, type Rig } from './rig.ts';
import { atMost, ms, type Figure } from './table.ts';

const few = { rows: 1_000, base: 1e9 };
/** So many that each filter finds a thousand rows, the maximum that a list counts. */
const some = { rows: 20_000, base: 1.5e9 };
const many = { rows: 1_000_000, base: 2e9 };
/** The part of a page that contains the cursor of the next one. */
const page = z.object({ data: z.object({ next: z.string().nullable() }) });

/**
 * Every list of an agency with a million rows of each kind against one of a thousand rows in the same database, at both
 * ends: its first page and, where there are as many, its third. A filter that only some rows pass is compared where it
 * finds a thousand. Prints each figure as it is measured.
 */
export async function measure(): Promise<Figure[]> {
  const rig = await openRig();
  try {
    const agencies = [];
    for (const { rows, base } of [few, some, many]) {
      const owner = await aPerson(rig.db, { role: 'owner', membership: 'dfy__enterprise__unlimited' });
      await fillAll({ url: rig.adminUrl, agencyId: owner.agencyId, ownerId: owner.id, rows, base });
      console.log(`  filled an agency with ${rows.toLocaleString('en')} rows of each kind`);
      agencies.push({ owner, rows, shots: shotsOf({ ...monthOf(new Date()), base }) });
    }
    const [ofFew, ofSome, ofMany] = agencies;
    if (!ofFew || !ofSome || !ofMany) throw new Error('an agency is missing');
    const figures: Figure[] = [];
    for (const [name, large] of Object.entries(ofMany.shots)) {
      const { owner, rows, shots } = large.narrows ? ofSome : ofFew;
      const small = shots[name];
      if (small === undefined) throw new Error(`${name} is not asked for twice`);
      const asked = { rig, name: `${name}, of ${rows.toLocaleString('en')}` };
      for (const figure of await compared(asked, [owner.token, small], [ofMany.owner.token, large])) {
        console.log(`  ${figure.holds ? 'ok    ' : 'MISSED'}  ${figure.value}  ${figure.what}`);
        figures.push(figure);
      }
    }
    return figures;
  } finally {
    await rig.stop();
  }
}

type Asked = readonly [token: string, call: Call];

/** The figures of one list, the small agency's beside the large one's. */
async function compared({ rig, name }: { rig: Rig; name: string }, ...both: [Asked, Asked]): Promise<Figure[]> {
  const [small, large] = both;
  const figures = [figureOf(name, await inTurn(shot(rig, small), shot(rig, large)))];
  const [thirdSmall, thirdLarge] = [await thirdPage(rig, small), await thirdPage(rig, large)];
  if (thirdSmall && thirdLarge)
    figures.push(figureOf(`${name}, third page`, await inTurn(shot(rig, thirdSmall), shot(rig, thirdLarge))));
  return figures;
}

/** Slow calls are measured only a few times: more runs would not change the picture. */
async function inTurn(...calls: readonly [() => Promise<void>, () => Promise<void>]): Promise<[number, number]> {
  const began = performance.now();
  for (const call of calls) await call();
  const isSlow = performance.now() - began > 200;
  return alternatingTimes(isSlow ? { times: 5, warmUps: 1 } : { times: 60, warmUps: 10 }, calls);
}

/** The slower of both ends against the other: a small list may wait for a large one of another agency, too. */
const figureOf = (name: string, [atFew, atMany]: readonly [number, number]): Figure =>
  atMost(
    `${name}: p50 of the slower end / of the other (${ms(atFew)} and ${ms(atMany)} at a million)`,
    Math.max(atMany / atFew, atFew / atMany),
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
