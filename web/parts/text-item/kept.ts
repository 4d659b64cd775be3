/**
 * The parts of a result that go into a post: its title, its origin, optional words by the person, and further words for
 * slides.
 */
export type Kept = { title: string; url: string; words?: string; slides?: readonly string[] };

/** The initial words of a saved result: those that came with it, otherwise its title and origin. */
export const firstWords = ({ title, url, words }: Kept): string =>
  words || [title, url].filter((part) => part !== '').join('\n\n');
