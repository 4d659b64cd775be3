import autocannon from 'autocannon';
import { aPerson } from '#server/app/testing/people.ts';
import { alternating } from './alternating.ts';
import { fillAgency, openRig, type Rig } from './rig.ts';
import { atMost, exactly, ms, quantile, reported, type Figure } from './table.ts';

const seconds = 4;
const rounds = 3;
const month = { from: '2031-03-01', to: '2031-04-01', timezone: 'Europe/Berlin' };

type Load = { mean: number; p50: number; p99: number; perSecond: number; refused: number };
type Shot = { rig: Rig; name: string; input: unknown; connections?: number };

/** Latencies in milliseconds of one call under a number of connections (10); a separate thread generates the load. */
async function load({ rig, name, input, connections = 10 }: Shot): Promise<Load> {
  const result = await autocannon({
    url: `${rig.url}/api/${name}`,
    method: 'POST',
    connections,
    workers: 1,
    duration: seconds,
    body: JSON.stringify(input),
    headers: { authorization: rig.owner.token, 'content-type': 'application/json' },
  });
  return {
    mean: result.latency.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    perSecond: result.requests.average,
    refused: result.non2xx + result.errors,
  };
}

/**
 * The shots in turn, a warm-up and three rounds of each. Each figure is the median, so that a busy moment does not
 * decide; the number of refusals is the highest.
 */
async function inTurn<Name extends string>(shots: Record<Name, Shot>): Promise<Record<Name, Load>> {
  const named = Object.entries<Shot>(shots);
  const seen = new Map<string, Load[]>(named.map(([name]) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, shot] of named) {
      const measured = await load(shot);
      if (round > 0) seen.get(name)?.push(measured);
    }
  }
  const middle = (name: string, figure: keyof Load): number =>
    quantile(
      (seen.get(name) ?? []).map((measured) => measured[figure]),
      0.5,
    );
  const isComplete = (loads: Partial<Record<string, Load>>): loads is Record<Name, Load> =>
    named.every(([name]) => name in loads);
  const loads = Object.fromEntries(
    named.map(([name]) => [
      name,
      {
        mean: middle(name, 'mean'),
        p50: middle(name, 'p50'),
        p99: middle(name, 'p99'),
        perSecond: middle(name, 'perSecond'),
        refused: Math.max(...(seen.get(name) ?? []).map(({ refused }) => refused)),
      },
    ]),
  );
  if (!isComplete(loads)) throw new Error('a shot was not measured');
  return loads;
}

/**
 * The list of schedules in orders that need more than its ids, at 26 schedules of an agency and at 250 of each of ten.
 */
async function inOrders(small: Rig, large: Rig): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const sort of ['client', 'title', 'next']) {
    const [few, many] = await alternating(
      () => asked(small, { brief: true, sort }),
      () => asked(large, { brief: true, sort }),
    );
    figures.push(
      atMost(
        `fetch-schedulers by ${sort}, 100,000 deliveries (${ms(many)}) against 1,000 (${ms(few)}): p50`,
        many / few,
        1.3,
        (times) => `${times.toFixed(2)} times`,
      ),
    );
  }
  return figures;
}

async function asked({ url, owner }: Rig, input: unknown): Promise<void> {
  const answer = await fetch(`${url}/api/fetch-schedulers`, {
    method: 'POST',
    body: JSON.stringify(input),
    headers: { authorization: owner.token, 'content-type': 'application/json' },
  });
  if (!answer.ok) throw new Error(`fetch-schedulers answered ${answer.status}`);
  await answer.text();
}

/**
 * The list of schedules at 1,000 deliveries of one agency and at 100,000 of ten, and a calendar month of 10,000
 * occurrences.
 */
export async function measure(): Promise<Figure[]> {
  const small = await openRig();
  await fillAgency(small.db, { agencyId: small.owner.agencyId, schedules: 26, from: '2031-03-01' });
  const large = await openRig();
  // Ten agencies of 250 schedules each, as a hundred clients with two or three schedules would have.
  const others = await Promise.all(Array.from({ length: 9 }, () => aPerson(large.db, { role: 'owner' })));
  for (const { agencyId } of [large.owner, ...others])
    await fillAgency(large.db, { agencyId, schedules: 250, from: '2031-03-01' });
  const calendar = await openRig();
  await fillAgency(calendar.db, { agencyId: calendar.owner.agencyId, schedules: 1000, from: '2031-03-01' });
  try {
    // 26 schedules are one full page and one more, so both answers have the same length.
    const { atSmall, atLarge } = await inTurn({
      atSmall: { rig: small, name: 'fetch-schedulers', input: { brief: true } },
      atLarge: { rig: large, name: 'fetch-schedulers', input: { brief: true } },
    });
    const { searched, carrying, inMonth, inManyMonths } = await inTurn({
      searched: { rig: large, name: 'fetch-schedulers', input: { search: 'Stream 1', brief: true } },
      carrying: { rig: large, name: 'fetch-schedulers', input: {} },
      inMonth: { rig: calendar, name: 'fetch-calendar', input: month, connections: 1 },
      inManyMonths: { rig: calendar, name: 'fetch-calendar', input: month },
    });
    const shots = [atSmall, atLarge, searched, carrying, inMonth, inManyMonths];
    const orders = await inOrders(small, large);
    const rigs = [small, large, calendar];
    await Promise.all(rigs.map((rig) => rig.stop()));
    const timeouts = rigs.flatMap(({ errors }) => errors).filter((line) => line.includes('timeout exceeded'));
    return [
      reported('fetch-schedulers, 1,000 deliveries: p50 / p99', `${ms(atSmall.p50)} / ${ms(atSmall.p99)}`),
      atMost(
        'fetch-schedulers, 100,000 against 1,000 deliveries: mean',
        atLarge.mean / atSmall.mean,
        1.3,
        (times) => `${times.toFixed(2)} times`,
      ),
      reported(
        'fetch-schedulers, 100,000 deliveries: p50, calls a second',
        `${ms(atLarge.p50)}, ${atLarge.perSecond.toFixed(0)}`,
      ),
      atMost('fetch-schedulers, 100,000 deliveries: p99', atLarge.p99, 15, ms),
      ...orders,
      reported('the same, searched: p99', ms(searched.p99)),
      reported('the same with the titles of all items: p50 / p99', `${ms(carrying.p50)} / ${ms(carrying.p99)}`),
      reported('fetch-calendar, month of 10,000, one after the other: p50', ms(inMonth.p50)),
      atMost('fetch-calendar, month of 10,000, one after the other: p99', inMonth.p99, 30, ms),
      reported(
        'the same with 10 connections: p50 / p99, calls a second',
        `${ms(inManyMonths.p50)} / ${ms(inManyMonths.p99)}, ${inManyMonths.perSecond.toFixed(0)}`,
      ),
      exactly(
        'of all of these, answered with an error',
        shots.reduce((sum, { refused }) => sum + refused, 0),
        0,
      ),
      exactly('connections not had in time, by the log, until the servers have ended', timeouts.length, 0),
    ];
  } finally {
    await Promise.all([small.stop(), large.stop(), calendar.stop()]);
  }
}
