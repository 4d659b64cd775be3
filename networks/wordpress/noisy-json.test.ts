import assert from 'node:assert/strict';
import { test } from 'vitest';
import { z } from 'zod';
import { readJson } from './noisy-json.ts';

const post = z.object({ id: z.number(), status: z.string() });
const body = '{"id":7,"status":"draft","title":{"raw":"Sale: \\"[50%]\\" {today}"}}';
const warning =
  '<br />\n<b>Warning</b>:  Undefined array key [0] in <b>/wp-content/plugins/a{2}/b.php</b> on line <b>1</b><br />\n';
const log = '[27-Nov-2026 10:00:00 UTC] PHP Notice: Undefined offset: [3] in /srv/x.php on line 4\n';

for (const [what, text] of [
  ['no noise', body],
  ['white space around it', `\r\n\n${body}\n `],
  ['a byte order mark', `\u{feff}${body}`],
  ['two byte order marks', `\u{feff}\u{feff}${body}`],
  ['the comment of a cache', `${body}\n<!-- optimised -->`],
  ['a warning of PHP', warning + body],
  ['many lines of a log', log.repeat(40) + body],
  ['a warning without HTML behind it', `${body}\nWarning: Undefined variable $x in /srv/y.php on line 3\n`],
  ['all of them', `\u{feff}${warning}${body}\n<!-- optimised -->\n<!-- [] -->`],
] as const)
  test(`a post is read from an answer with ${what}`, () => {
    assert.equal(readJson(text, post)?.value.id, 7);
  });

for (const [what, text] of [
  ['a page whose script holds a post', `<!doctype html><html><script>\n${body}\n</script></html>`],
  ['a page behind a post', `${body}\n<html><body>Log in</body></html>`],
  ['a truncated post', warning + body.slice(0, 40)],
  ['a post inside a sentence', `The value ${body} was refused.`],
  ['a post of another shape', '{"id":"7"}'],
  ['nothing', ''],
] as const)
  test(`no post is read from ${what}`, () => {
    assert.equal(readJson(text, post), null);
  });

test('a list is read as it is, not as the short list in a warning before it', () => {
  const lists = `${warning}<i>[]</i>\n[${body}]`;
  assert.equal(readJson(lists, z.array(post))?.value.length, 1);
  assert.deepEqual(readJson(`${warning}[]`, z.array(post))?.value, []);
});

test('twice the noise takes at most 2.5 times the time', () => {
  /** Microseconds of the processor. */
  const costOf = (text: string): number => {
    const from = process.cpuUsage();
    readJson(text, post);
    const { user, system } = process.cpuUsage(from);
    return user + system;
  };
  for (const unit of ['>{', '\n[', '>{"', '>[]', `>${'{'.repeat(40)}`]) {
    const [short, long] = [100_000, 200_000].map((length) => unit.repeat(length / unit.length));
    let [once, twice] = [costOf(short ?? ''), costOf(long ?? '')];
    // The collector of garbage works for the process at any time: the least of several rounds is that of the text.
    for (let round = 0; round < 20 && twice > 2.5 * Math.max(once, 2000); round += 1) {
      once = Math.min(once, costOf(short ?? ''));
      twice = Math.min(twice, costOf(long ?? ''));
    }
    assert.ok(twice <= 2.5 * Math.max(once, 2000), `${unit}: ${once} µs, then ${twice} µs`);
  }
});
