/** One measured figure: its name, the value with its unit, its bound, and whether it keeps the bound. */
export type Figure = { what: string; value: string; bound: string; holds: boolean };

/** A figure with an upper bound: `show` formats both numbers with their unit. */
export const atMost = (what: string, value: number, bound: number, show: (value: number) => string): Figure => ({
  what,
  value: show(value),
  bound: `<= ${show(bound)}`,
  holds: value <= bound,
});

/** A figure with a lower bound. */
export const atLeast = (what: string, value: number, bound: number, show: (value: number) => string): Figure => ({
  what,
  value: show(value),
  bound: `>= ${show(bound)}`,
  holds: value >= bound,
});

/** A figure that is reported without a bound. */
export const reported = (what: string, value: string): Figure => ({ what, value, bound: '', holds: true });

/** A count that must be exact. */
export const exactly = (what: string, value: number, expected: number): Figure => ({
  what,
  value: String(value),
  bound: `= ${expected}`,
  holds: value === expected,
});

/** Milliseconds as '12.3 ms' or '4.56 s'. */
export const ms = (value: number): string =>
  value < 1000 ? `${value.toFixed(value < 100 ? 1 : 0)} ms` : `${(value / 1000).toFixed(2)} s`;

/** Bytes as decimal kilobytes or megabytes. */
export const bytes = (value: number): string =>
  value < 1_000_000 ? `${(value / 1000).toFixed(1)} kB` : `${(value / 1_000_000).toFixed(1)} MB`;

/** The p-th quantile (0 to 1) of numbers by nearest rank; 0 for none. */
export function quantile(values: readonly number[], p: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(p * sorted.length) - 1))] ?? 0;
}

/** Prints figures as one aligned table under a title. */
export function printTable(title: string, figures: readonly Figure[]): void {
  const rows = figures.map((figure) => [
    figure.what,
    figure.value,
    figure.bound,
    figure.holds ? (figure.bound === '' ? '' : 'ok') : 'MISSED',
  ]);
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  console.log(`\n${title}`);
  for (const row of rows)
    console.log(
      '  ' +
        row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd(),
    );
}
