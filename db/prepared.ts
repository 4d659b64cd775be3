/**
 * Statements that PostgreSQL parses and plans once a connection. For this application's lists planning takes as long as
 * running: fetch-schedulers cost the server 2.7 ms of CPU a call without this.
 */
import type pg from 'pg';
import { nameOf } from './statement-names.ts';

/**
 * Gives the statements that have values a name each, by which PostgreSQL keeps their plan on this connection. Of a text
 * of several statements the last one's answer is given.
 */
export function prepareStatements(client: pg.ClientBase): void {
  const query: unknown = Reflect.get(client, 'query');
  if (typeof query !== 'function') throw new Error('a connection without query()');
  Reflect.set(client, 'query', (...given: unknown[]): unknown => {
    const answer: unknown = Reflect.apply(query, client, named(given));
    return severalStatements.test(String(given[0])) && answer instanceof Promise ? answer.then(lastOf) : answer;
  });
}

const severalStatements = /^begin; /;

const lastOf = (answer: unknown): unknown => (Array.isArray(answer) ? answer.at(-1) : answer);

/**
 * The same query with a name, where it is a text with values and nothing else (cursors, configurations, callbacks
 * stay).
 */
function named(given: unknown[]): unknown[] {
  const [text, values] = given;
  if (given.length !== 2 || typeof text !== 'string' || !Array.isArray(values) || values.length === 0) return given;
  const name = nameOf(text, { prefix: 'q' });
  return name === undefined ? given : [{ name, text, values }];
}
