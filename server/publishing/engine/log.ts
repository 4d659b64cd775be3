/**
 * What happened, for the log: a name and ids, never content, tokens or addresses; `error` is what was thrown, as it is.
 */
export type Log = (event: string, fields: Readonly<Record<string, unknown>>) => void;
