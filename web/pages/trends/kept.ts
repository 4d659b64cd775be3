/**
 * What of a result goes into a post: its title, where it was seen, words of one's own, and further words of it for
 * slides.
 */
export type Kept = { title: string; url: string; words?: string; slides?: readonly string[] };

/** The words something kept begins with: those that came with it, else its title and where it was seen. */
export const firstWords = ({ title, url, words }: Kept): string =>
  words || [title, url].filter((part) => part !== '').join('\n\n');
