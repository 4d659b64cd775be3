import autocannon from 'autocannon';
import { aPerson } from '#server/testing-people.ts';
import { fillAgency, openRig, type Rig } from './rig.ts';
import { atMost, ms, reported, type Figure } from './table.ts';

const seconds = 8;
const month = { from: '2031-03-01', to: '2031-04-01', timezone: 'Europe/Berlin' };

/** Latencies in milliseconds of one call under so many connections (10), after a warm-up; the load comes from a thread of its own. */
async function load(rig: Rig, call: { name: string; input: unknown; connections?: number }): Promise<{ mean: number; p50: number; p99: number; perSecond: number }> {
  const shot = {
    url: `${rig.url}/api/${call.name}`, method: 'POST' as const, connections: call.connections ?? 10, workers: 1, body: JSON.stringify(call.input),
    headers: { authorization: rig.owner.token, 'content-type': 'application/json' },
  };
  await autocannon({ ...shot, duration: 2 });
  const result = await autocannon({ ...shot, duration: seconds });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${call.name}: ${result.non2xx} refused, ${result.errors} errors`);
  return { mean: result.latency.average, p50: result.latency.p50, p99: result.latency.p99, perSecond: result.requests.average };
}

/** The list of schedules at 1,000 deliveries of one agency and at 100,000 of ten, and a calendar month of 10,000 occurrences. */
export async function measure(): Promise<Figure[]> {
  const small = await openRig();
  await fillAgency(small.db, { agencyId: small.owner.agencyId, schedules: 26, from: '2031-03-01' });
  const large = await openRig();
  // Ten agencies of 250 schedules each: a hundred clients apiece, were each to have two or three.
  const others = await Promise.all(Array.from({ length: 9 }, () => aPerson(large.db, { role: 'owner' })));
  for (const { agencyId } of [large.owner, ...others]) await fillAgency(large.db, { agencyId, schedules: 250, from: '2031-03-01' });
  const calendar = await openRig();
  await fillAgency(calendar.db, { agencyId: calendar.owner.agencyId, schedules: 1000, from: '2031-03-01' });
  try {
    const list = { name: 'fetch-schedulers', input: { search: 'Stream 1' } };
    // 26 schedules are one full page and one more, so both answers have the same length.
    const page = { name: 'fetch-schedulers', input: {} };
    const atSmall = await load(small, page);
    const atLarge = await load(large, page);
    const searched = await load(large, list);
    const inMonth = await load(calendar, { name: 'get-calender', input: month, connections: 1 });
    const inManyMonths = await load(calendar, { name: 'get-calender', input: month });
    return [
      reported('fetch-schedulers, 1,000 deliveries: p50 / p99', `${ms(atSmall.p50)} / ${ms(atSmall.p99)}`),
      atMost('fetch-schedulers, 100,000 against 1,000 deliveries: mean', atLarge.mean / atSmall.mean, 1.3, (times) => `${times.toFixed(2)} times`),
      reported('fetch-schedulers, 100,000 deliveries: p50, calls a second', `${ms(atLarge.p50)}, ${atLarge.perSecond.toFixed(0)}`),
      atMost('fetch-schedulers, 100,000 deliveries: p99', atLarge.p99, 15, ms),
      reported('the same, searched: p99', ms(searched.p99)),
      reported('get-calender, month of 10,000, one after the other: p50', ms(inMonth.p50)),
      atMost('get-calender, month of 10,000, one after the other: p99', inMonth.p99, 30, ms),
      reported('the same with 10 connections: p50 / p99, calls a second', `${ms(inManyMonths.p50)} / ${ms(inManyMonths.p99)}, ${inManyMonths.perSecond.toFixed(0)}`),
    ];
  } finally {
    await Promise.all([small.stop(), large.stop(), calendar.stop()]);
  }
}
