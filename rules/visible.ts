/** Texts as people paste them from other programs: with control characters, or with nothing that anybody sees. */

/**
 * A text whose only control characters are line breaks: `'Title\u000bSubtitle' -> 'Title Subtitle'`. Slides and word
 * processors break lines inside a paragraph by a vertical tab, which joins words where it is left out.
 */
export const withoutControls = (text: string): string =>
  text.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n').replace(/(?!\n)\p{Cc}/gu, ' ');

/** Whether nothing of a text is seen: white space, joiners, fillers and other characters without a shape. */
export const isInvisible = (text: string): boolean =>
  !/[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);
