import type { Entity } from '../state/model.ts';

/** A formatted text, or the reason why it cannot be parsed, in Telegram's words. */
export type Parsed = { text: string; entities: Entity[] } | { error: string };

const types: Record<string, string> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  u: 'underline',
  ins: 'underline',
  s: 'strikethrough',
  strike: 'strikethrough',
  del: 'strikethrough',
  'tg-spoiler': 'spoiler',
  span: 'spoiler',
  'tg-emoji': 'custom_emoji',
  a: 'text_link',
  code: 'code',
  pre: 'pre',
  blockquote: 'blockquote',
};
const named: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"' };

type Open = { tag: string; argument: string; offset: number };

/**
 * Telegram's HTML mode: its tags only, strictly nested; `&lt; &gt; &amp; &quot;` and numeric references decoded, others
 * left as typed. Errors give byte offsets in UTF-8 (https://core.telegram.org/bots/api#html-style, messages as tdlib
 * words them, read 2026-11-21).
 */
export function parseHtml(source: string): Parsed {
  const open: Open[] = [];
  const entities: Entity[] = [];
  let text = '';
  let at = 0;
  while (at < source.length) {
    const next = source.charAt(at);
    if (next === '&') {
      const reference = /^&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));?/i.exec(source.slice(at, at + 12));
      const decoded = reference ? decode(reference) : undefined;
      text += decoded ?? '&';
      at += decoded !== undefined && reference ? reference[0].length : 1;
    } else if (next !== '<') {
      text += next;
      at++;
    } else {
      const begin = Buffer.byteLength(source.slice(0, at));
      const end = source.indexOf('>', at);
      const closing = source.charAt(at + 1) === '/';
      if (end < 0) return { error: `Unclosed ${closing ? 'end' : 'start'} tag at byte offset ${begin}` };
      const inside = source.slice(at + (closing ? 2 : 1), end);
      const error = closing ? close(inside, begin) : start(inside, begin);
      if (error) return { error };
      at = end + 1;
    }
  }
  const left = open.at(-1);
  if (left) return { error: `Can't find end tag corresponding to start tag "${left.tag}"` };
  entities.sort((a, b) => a.offset - b.offset || b.length - a.length);
  return trim({ text, entities });

  function start(inside: string, begin: number): string | undefined {
    const tag = /^\S*/.exec(inside)?.[0].toLowerCase() ?? '';
    if (!Object.hasOwn(types, tag)) return `Unsupported start tag "${tag}" at byte offset ${begin}`;
    const argument = attribute(tag, inside.slice(tag.length));
    if (tag === 'span' && argument !== 'tg-spoiler')
      return `Tag "span" must have class "tg-spoiler" at byte offset ${begin}`;
    open.push({ tag, argument, offset: text.length });
    return undefined;
  }

  function close(inside: string, begin: number): string | undefined {
    const last = open.pop();
    if (!last) return `Unexpected end tag at byte offset ${begin}`;
    const tag = inside.trim().toLowerCase();
    if (tag !== '' && tag !== last.tag)
      return `Unmatched end tag at byte offset ${begin}, expected "</${last.tag}>", found "</${tag}>"`;
    const length = text.length - last.offset;
    const type = last.tag === 'blockquote' && last.argument ? 'expandable_blockquote' : (types[last.tag] ?? '');
    if (length > 0)
      entities.push({
        type,
        offset: last.offset,
        length,
        ...(last.tag === 'a' ? { url: last.argument || text.slice(last.offset) } : {}),
      });
    return undefined;
  }
}

function decode(reference: RegExpExecArray): string | undefined {
  if (reference[3]) return named[reference[3].toLowerCase()];
  const code = reference[1] ? Number(reference[1]) : Number.parseInt(reference[2] ?? '0', 16);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

function attribute(tag: string, rest: string): string {
  if (tag === 'blockquote') return /\bexpandable\b/.test(rest) ? '1' : '';
  const name = tag === 'a' ? 'href' : tag === 'tg-emoji' ? 'emoji-id' : 'class';
  const found = new RegExp(`\\b${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([\\w.-]+))`, 'i').exec(rest);
  return (found?.[1] ?? found?.[2] ?? found?.[3] ?? '').replaceAll('&amp;', '&').replaceAll('&quot;', '"');
}

/** Telegram trims a message at both ends; entities move and shrink with it. */
export function trim({ text, entities }: { text: string; entities: Entity[] }): { text: string; entities: Entity[] } {
  const trimmed = text.trim();
  const moved = text.length - text.trimStart().length;
  const kept = entities.map((each) => {
    const offset = Math.max(0, each.offset - moved);
    return { ...each, offset, length: Math.min(each.offset - moved + each.length, trimmed.length) - offset };
  });
  return { text: trimmed, entities: kept.filter((each) => each.length > 0) };
}
