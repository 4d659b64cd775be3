/** Characters with a meaning in LinkedIn's "little text"; one that is not escaped silently ends the post there. */
const special = /[\\|{}@[\]()<>#*_~]/g;
/** A hashtag: `#word` where a word may begin. Its `#` is not escaped, so that it works as a hashtag. */
const hashtag = /(^|[^\p{L}\p{N}_&#])#(?=[\p{L}\p{N}])/gu;
const mark = '\u{e000}';

/**
 * A plain text as `commentary`. Source:
 * learn.microsoft.com/linkedin/marketing/community-management/shares/little-text-format. `'a (b) #c' -> 'a \\(b\\)
 * #c'`.
 */
export const littleText = (text: string): string =>
  text
    .replaceAll(mark, '')
    .replace(hashtag, `$1${mark}`)
    .replace(special, (character) => `\\${character}`)
    .replaceAll(mark, '#');
