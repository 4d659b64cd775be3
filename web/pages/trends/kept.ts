/**
 * What of a result goes into a post: its title, where it was seen, words of one's own, and further words of it for
 * slides.
 */
export type Kept = { title: string; url: string; words?: string; slides?: readonly string[] };
