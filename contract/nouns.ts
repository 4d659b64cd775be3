/**
 * What calls change and show. A change makes every answer stale that shows one of its nouns, so a noun is as coarse as
 * what a person sees change together.
 */
export const nouns = [
  /** The signed-in person: name, e-mail, picture, plan, whether there is sample data. */
  'person',
  /** Where the person is signed in. */
  'sessions',
  /** The person's two-step log-in and its recovery codes. */
  'second-factor',
  /** The agency's own profile: name, e-mail, logo, address. */
  'agency',
  /** The agency's own name and logo for the product. */
  'rebranding',
  /** The agency's own site: brand, domain and its DNS. */
  'white-label',
  /** The articles of the help, and where the helpdesk is. */
  'help',
  /** What the Upgrades page hands out, and what was asked of the people behind the product. */
  'upgrades',
  /** The AI that writes with the agency's key: settings, and what it has cost. */
  'ai',
  /** What the white label sells: connected Stripe accounts, memberships, and who bought one. */
  'memberships',
  /** The people of the agency who are no clients. */
  'members',
  /** The accounts that a reseller has sold. */
  'resellers',
  /** Clients, with what is agreed with them: earnings, approval. */
  'clients',
  /** Connected social accounts and whether their connection holds. */
  'accounts',
  /** The links by which clients connect accounts without signing in. */
  'connect-links',
  /** Content streams and their items: words, files, order. */
  'streams',
  /** What the agency keeps in its library: pictures, videos, sounds, documents. */
  'library',
  /** The fonts that texts can be set in. */
  'fonts',
  /** Files that come in pieces and are not whole yet. */
  'uploads',
  /** Video projects and what has become of them. */
  'videos',
  /** How voices say words. */
  'pronunciations',
  /** Designs of the image creator. */
  'designs',
  /** Designs that are made many times at once. */
  'batches',
  /** The brand kits of clients. */
  'kits',
  /** Schedules as such: what is to go out, where to, when and how often. */
  'schedules',
  /** Single posts: planned, under way, published, failed, left out. */
  'posts',
  /** What clients have to approve, have approved, sent back or said. */
  'approvals',
  /** The secret addresses at which calendar programs read the plan. */
  'calendar-feeds',
  /** What is paused: everything, clients, accounts, schedules. */
  'pauses',
  /** What is written into reports, agreed for them, shared of them and made as PDF. */
  'reports',
  /** What was entered about the months of clients. */
  'profits',
  /** What could become posts of clients. */
  'ideas',
  /** Posts that are proposed for free slots. */
  'drafts',
  /** Lists of businesses that could become clients. */
  'prospects',
  /** Keywords that are looked for each day, what was found, and who is mailed it. */
  'watched-keywords',
  /** The suggestions that the person has hidden. */
  'suggestions',
  /** Downloads of all data, and whether its processing is stopped. */
  'account-data',
  /** The record of who did what. */
  'activity',
] as const;
export type Noun = (typeof nouns)[number];
