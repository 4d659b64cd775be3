import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { atMost, exactly, ms, reported, type Figure } from './table.ts';

const folder = fileURLToPath(new URL('..', import.meta.url));
const told = /matrix: (\d+) calls x (\d+) roles, (\d+) answers, (\d+) unexpected, ([\d.]+) s/;

/**
 * Every call as every user (server/app/testing/matrix.test.ts): how long it takes with its fixtures, and how many
 * answers differ from the table.
 */
export async function measure(): Promise<Figure[]> {
  const text = await new Promise<string>((resolve, reject) => {
    const child = spawn(process.execPath, ['--test', '--test-reporter=spec', 'server/app/testing/matrix.test.ts'], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      output += part;
    });
    child.once('error', reject);
    child.once('close', () => {
      resolve(output);
    });
  });
  const [, calls = '', roles = '', answers = '', unexpected, seconds] = told.exec(text) ?? [];
  if (unexpected === undefined || seconds === undefined) throw new Error(`the matrix did not run: ${text}`);
  const failed = Number(/^ℹ fail (\d+)/m.exec(text)?.[1] ?? 1);
  return [
    reported(`calls x roles`, `${calls} x ${roles}, ${answers} answers`),
    atMost('all of them, one after the other', Number(seconds) * 1000, 60_000, ms),
    exactly('unexpected answers', Number(unexpected), 0),
    exactly('tests of the matrix that fail (calls without a row, rows without a call)', failed, 0),
  ];
}
