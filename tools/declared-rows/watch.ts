import pg from 'pg';
import type { Answer } from './check.ts';

/** Is called with the text and the answer of each statement; what it throws fails the statement. */
export type Watcher = (text: string, answer: Answer) => void;

let watcher: Watcher | undefined;

/** Sets the watcher of all connections of this process; for a text of several statements it sees the last answer. */
export function watchAnswers(next: Watcher): void {
  if (watcher === undefined)
    pg.Client.prototype.query = new Proxy(pg.Client.prototype.query, {
      apply(query, client, parameters: unknown[]) {
        // The overloads of query() cannot be called with a list.
        // oxlint-disable-next-line eslint/no-restricted-globals
        const answer: unknown = Reflect.apply(query, client, parameters);
        const text = textOf(parameters[0]);
        return text !== undefined && answer instanceof Promise ? answer.then((given) => seen(text, given)) : answer;
      },
    });
  watcher = next;
}

/** The text of a query, given as such or in an object. */
function textOf(query: unknown): string | undefined {
  const text = typeof query === 'object' && query !== null && 'text' in query ? query.text : query;
  return typeof text === 'string' ? text : undefined;
}

function seen(text: string, answer: unknown): unknown {
  const last: unknown = [answer].flat().at(-1);
  if (last instanceof pg.Result) watcher?.(text, last);
  return answer;
}
