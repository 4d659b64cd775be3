import type { TortureResult } from './torture.ts';

/** Every broken promise of a run in words; only an empty list is good. */
export function violationsOf({ verdict, inconsistent, open, broken }: TortureResult): string[] {
  const broke = Object.entries(verdict).flatMap(([what, ids]) =>
    ids.length === 0 ? [] : [`${what}: ${ids.length} (${ids.slice(0, 20).join(', ')})`],
  );
  return [...broke, ...inconsistent, ...broken, ...(open > 0 ? [`${open} deliveries still open`] : [])];
}

/** The table of a run, one line per row. */
export function tableOf(result: TortureResult): string[] {
  const { kills, faults, states, verdict, book, logBook, deliveries, seconds } = result;
  const { frozen, ...killed } = kills;
  const sum = (counts: Iterable<number>): number => [...counts].reduce((all, count) => all + count, 0);
  const list = (counts: Iterable<readonly [string, number]>): string =>
    [...counts].map(([name, count]) => `${count} ${name}`).join(', ');
  const takenOver = logBook.takenOver();
  const rows: [string, string][] = [
    ['kill -9', `${sum(Object.values(killed))}: ${list(Object.entries(killed))}`],
    ['frozen past their lease', String(frozen)],
    ['faults met', `${sum(faults.values())}: ${list(faults)}`],
    [
      'taken over from dead workers',
      `${sum(takenOver.values())}: ${takenOver.get('claimed') ?? 0} before the fence, ` +
        `${takenOver.get('sending') ?? 0} after it`,
    ],
    [
      'at the web',
      `${book.saved.length} schedules saved, ${book.stopped} stopped, ${book.unanswered} calls unanswered ` +
        'and asked again',
    ],
    ['deliveries', `${deliveries}: ${list(states)}`],
    ['twice', String(verdict.twice.length)],
    ['lost', String(verdict.lost.length)],
    ['unexplained', String(verdict.unexplained.length)],
    ['early', String(verdict.early.length)],
    ['posts that nobody planned', String(verdict.unplanned.length)],
    ['inconsistencies of the ledger', String(result.inconsistent.length)],
    ['processes that broke', String(result.broken.length)],
    ['duration', `${seconds.toFixed(0)} s`],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  const failures = [...logBook.failures()]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 12)
    .map(([what, count]) => `  logged ${count} ×  ${what}`);
  return [...rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`), ...failures];
}
