import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'vitest';
import { projectDir } from './source-files.ts';

const folder = `${projectDir}decisions/`;
const names = readdirSync(folder).filter((name) => name !== 'README.md');
const read = (name: string): string => readFileSync(folder + name, 'utf8');

const head = /^# (?<number>\d{3})\. (?<title>[^\n]*[^\n.])\n\n\d{4}-\d\d-\d\d(?:, superseded by (?<by>\d{3}))?\n\n/;
const decisions = names.map((name) => ({ name, ...head.exec(read(name))?.groups }));

test('a decision begins with its number, a title, its date and, where a later one replaces it, that number', () => {
  assert.deepEqual(
    decisions.filter(({ name, number }) => number === undefined || !name.startsWith(`${number}-`)),
    [],
  );
});

test('the number of a decision is its own, and a decision is superseded by a later one that exists', () => {
  const numbers = decisions.map(({ number }) => number);
  assert.deepEqual(
    numbers.filter((number, index) => numbers.indexOf(number) !== index),
    [],
  );
  assert.deepEqual(
    decisions.filter(({ number = '', by }) => by !== undefined && (by <= number || !numbers.includes(by))),
    [],
  );
});

test('decisions/README.md lists every decision with its title and status, in order', () => {
  const rows = decisions
    .toSorted((one, other) => one.name.localeCompare(other.name))
    .map(
      ({ name, number, title, by }) =>
        `| ${number} | [${title}](${name}) | ${by === undefined ? 'accepted' : `superseded by ${by}`} |`,
    );
  assert.deepEqual(read('README.md').match(/^\| \d.*$/gm), rows);
});
