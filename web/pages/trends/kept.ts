/** What of a result goes into a post: its title, where it was seen, and further words of it for slides. */
export type Kept = { title: string; url: string; slides?: readonly string[] };
