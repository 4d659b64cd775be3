import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { htmlOf } from './html.ts';

/** The most characters of HTML that are kept: some sixteen sites with as much text as a site may hold. */
const mostKept = 10_000_000;

/** HTML by the SHA-256 of its Markdown, the least recently read first. */
const kept = new Map<string, string>();
let keptCharacters = 0;

let latest: Promise<unknown> = Promise.resolve();

/** `htmlOf` of a site's article. Each text is rendered once, one at a time, with room for other work in between. */
export async function keptHtmlOf(markdown: string): Promise<string> {
  const key = createHash('sha256').update(markdown).digest('base64url');
  const found = readKept(key);
  if (found !== undefined) return found;
  const rendering = latest.then(async () => {
    await nextTurn();
    return readKept(key) ?? keep(key, htmlOf(markdown));
  });
  // The next text is rendered whatever became of this one.
  latest = rendering.catch(() => {});
  return rendering;
}

function readKept(key: string): string | undefined {
  const html = kept.get(key);
  if (html === undefined) return undefined;
  kept.delete(key);
  kept.set(key, html);
  return html;
}

function keep(key: string, html: string): string {
  kept.set(key, html);
  keptCharacters += html.length;
  for (const [oldest, { length }] of kept) {
    if (keptCharacters <= mostKept) break;
    kept.delete(oldest);
    keptCharacters -= length;
  }
  return html;
}
