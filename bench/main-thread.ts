/** The work of a page's main thread, from Chromium's own trace. */
import type { Browser, Page } from '@playwright/test';
import { z } from 'zod';

const event = z.object({
  name: z.string(),
  ph: z.string(),
  ts: z.number().default(0),
  dur: z.number().default(0),
  /** Only the thread's own time, without what other processes took meanwhile. */
  tdur: z.number().default(0),
  pid: z.number(),
  tid: z.number(),
  args: z.object({ data: z.object({ type: z.string() }).partial().optional(), name: z.string().optional() }).partial(),
});
const trace = z.object({ traceEvents: z.array(z.unknown()) });

const categories = ['devtools.timeline', 'disabled-by-default-devtools.timeline', '__metadata'];

/**
 * Runs an action in a page. Returns, for each event of a type handled meanwhile (`pointermove`, `keydown`), the main
 * thread's processor time in ms until the next one, including layout and paint.
 */
export async function workPerEvent(
  { browser, page }: { browser: Browser; page: Page },
  type: string,
  work: () => Promise<void>,
): Promise<number[]> {
  await browser.startTracing(page, { categories });
  await work();
  const { traceEvents } = trace.parse(JSON.parse((await browser.stopTracing()).toString('utf8')));
  const events = traceEvents.flatMap((each) => event.safeParse(each).data ?? []);
  const handled = events
    .filter(({ name, args }) => name === 'EventDispatch' && args.data?.type === type)
    .toSorted((a, b) => a.ts - b.ts);
  const [first] = handled;
  if (first === undefined) throw new Error(`no ${type} was handled`);
  const tasks = events.filter(
    ({ name, ph, pid, tid }) => name === 'RunTask' && ph === 'X' && pid === first.pid && tid === first.tid,
  );
  // An event lies within its task, so the next one's task begins before it.
  const begins = handled.map(({ ts }) => tasks.findLast((task) => task.ts <= ts && task.ts + task.dur >= ts)?.ts ?? ts);
  return begins.map((from, index) => {
    const until = begins[index + 1] ?? Infinity;
    return tasks.filter(({ ts }) => ts >= from && ts < until).reduce((sum, { tdur }) => sum + tdur, 0) / 1000;
  });
}
