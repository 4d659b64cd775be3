/** The displayed text of a commentary, and where it was cut short. */
export type Shown = { text: string; cutAt: number | null };

const reserved = '|{}@[]()<>#*_~';

/**
 * Parses little text: a backslash takes the next reserved character literally, `#word` and `{hashtag|\#|word}` are
 * hashtags, `@[Name](urn)` is a mention. Any other reserved character silently ends the text there
 * (learn.microsoft.com, little text format; seen in the field, read 2026-11-21).
 */
export function readLittleText(source: string): Shown {
  let text = '';
  let at = 0;
  while (at < source.length) {
    const rest = source.slice(at);
    const next = rest.charAt(0);
    const template = /^\{hashtag\|\\?#\|([^|{}]+)\}/.exec(rest);
    const mention = /^@\[([^\]]+)\]\(urn:li:(?:person|organization):[\w-]+\)/.exec(rest);
    const hashtag = /^#[\p{L}\p{N}]+/u.exec(rest);
    const special = template ?? mention ?? hashtag;
    if (next === '\\') {
      const escaped = rest.charAt(1);
      text += escaped === '\\' || (escaped !== '' && reserved.includes(escaped)) ? escaped : `\\${escaped}`;
      at += 2;
    } else if (special) {
      text += template ? `#${template[1] ?? ''}` : mention ? (mention[1] ?? '') : special[0];
      at += special[0].length;
    } else if (reserved.includes(next)) {
      return { text: text.trimEnd(), cutAt: at };
    } else {
      text += next;
      at += 1;
    }
  }
  return { text, cutAt: null };
}
