/** An event for the log: a name and ids, never content, tokens or addresses; `error` is the thrown error. */
export type Log = (event: string, fields: Readonly<Record<string, unknown>>) => void;
