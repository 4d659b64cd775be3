/**
 * Statements that PostgreSQL parses and plans once a connection. For this application's lists planning takes as long as
 * running: fetch-schedulers cost the server 2.7 ms of CPU a call without this.
 */
import { createHash } from 'node:crypto';
import type pg from 'pg';

/** Texts beyond so many are planned every time, so that no server fills up with plans. */
const mostStatements = 500;

const names = new Map<string, string>();

/**
 * Gives the statements that have values a name each, by which PostgreSQL keeps their plan on this connection. Of a text of
 * several statements the last one's answer is given.
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

const lastOf = (answer: unknown): unknown => Array.isArray(answer) ? answer.at(-1) : answer;

/** The same query with a name, where it is a text with values and nothing else (cursors, configurations, callbacks stay). */
function named(given: unknown[]): unknown[] {
  const [text, values] = given;
  if (given.length !== 2 || typeof text !== 'string' || !Array.isArray(values) || values.length === 0) return given;
  const name = nameOf(text);
  return name === undefined ? given : [{ name, text, values }];
}

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= mostStatements) return known;
  const name = `q${createHash('sha256').update(text).digest('hex').slice(0, 20)}`;
  names.set(text, name);
  return name;
}
