/**
 * A file name as a title: `'spring_offer-2.final.jpg' -> 'spring offer 2.final'`; a name without a meaning: `'.png'
 * -> 'Untitled'`.
 */
export function titleOfFileName(fileName: string): string {
  const words = fileName
    .replace(/^.*[/\\]/, '')
    .replace(/\.[^.]*$/, '')
    .replace(/[_-]+/g, ' ')
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/\p{C}/gu, '')
    .trim();
  return words === '' ? 'Untitled' : words.slice(0, 300);
}
