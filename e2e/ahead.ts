/**
 * Puts the clock of a page or this process further ahead: `new Date()` and `Date.now()` only, timers keep their pace.
 * It uses no outer names, because the browser gets it as text.
 */
export function putAhead(byMs: number): void {
  const { now } = Date;
  globalThis.Date = new Proxy(Date, {
    construct: (target, parts: unknown[]) =>
      Reflect.construct<unknown[], object>(target, parts.length === 0 ? [now() + byMs] : parts),
    apply: (target) => new target(now() + byMs).toString(),
    get: (target, name): unknown => (name === 'now' ? () => now() + byMs : Reflect.get(target, name)),
  });
}
