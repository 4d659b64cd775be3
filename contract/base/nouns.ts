/**
 * The things that calls change and show. A change makes every answer stale that shows one of its nouns, so a noun
 * covers everything that people see change together.
 */
export const nouns = [
  /** The signed-in person: name, email, picture, plan, whether there is sample data. */
  'person',
  /** The person's sessions. */
  'sessions',
  /** The person's two-step log-in and its recovery codes. */
  'second-factor',
  /** The agency's own profile: name, email, logo, address. */
  'agency',
  /** The agency's own name and logo for the product. */
  'rebranding',
  /** The agency's own site: brand, domain and its DNS. */
  'white-label',
  /** The articles of the help, and the address of the helpdesk. */
  'help',
  /** The files of the Upgrades page, and the requests to the people behind the product. */
  'upgrades',
  /** The AI that writes with the agency's key: settings and costs. */
  'ai',
  /** The white label's sales: connected Stripe accounts, memberships, and their buyers. */
  'memberships',
  /** The people of the agency other than clients. */
  'members',
  /** The accounts that a reseller has sold. */
  'resellers',
  /** Clients and the agreements with them: earnings, approval. */
  'clients',
  /** Connected social accounts, and whether their connection works. */
  'accounts',
  /** The links by which clients connect accounts without signing in. */
  'connect-links',
  /** Content streams and their items: words, files, order. */
  'streams',
  /** The files of the agency's library: pictures, videos, sounds, documents. */
  'library',
  /** The fonts in which texts can be set. */
  'fonts',
  /** Uploads in pieces that are not complete yet. */
  'uploads',
  /** Video projects and their renders. */
  'videos',
  /** The corrected pronunciations of words. */
  'pronunciations',
  /** Designs of the image creator. */
  'designs',
  /** Batches of designs. */
  'batches',
  /** The brand kits of clients. */
  'kits',
  /** Schedules themselves: what goes out, where to, when and how often. */
  'schedules',
  /** Single posts: planned, in progress, published, failed, skipped. */
  'posts',
  /** The posts that clients have to approve, have approved, sent back or commented on. */
  'approvals',
  /** The secret addresses at which calendar programs read the plan. */
  'calendar-feeds',
  /** The pauses: of everything, of clients, accounts, schedules. */
  'pauses',
  /** Reports: their texts, agreed numbers, shared pages and PDFs. */
  'reports',
  /** The hours and costs entered for clients' months. */
  'profits',
  /** Ideas for posts of clients. */
  'ideas',
  /** Drafts: posts proposed for free slots. */
  'drafts',
  /** Lists of businesses that could become clients. */
  'prospects',
  /** Keywords that are searched for each day, the results, and who gets them by mail. */
  'watched-keywords',
  /** The suggestions that the person has hidden. */
  'suggestions',
  /** Downloads of all data, and whether the agency's processing is stopped. */
  'account-data',
  /** The audit log: who did what. */
  'activity',
  /** The person's notifications. */
  'inbox',
] as const;
export type Noun = (typeof nouns)[number];
