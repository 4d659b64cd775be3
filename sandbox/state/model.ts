import type { Media } from '../media/store.ts';
import type { RowChange } from './rows.ts';
import type { NetworkId } from './network-id.ts';

/** A post's later change: at `at` its status becomes this one. */
export type Pending = { at: string; becomes: string };

/** Formatting of a Telegram text; offset and length in UTF-16 units. */
export type Entity = { type: string; offset: number; length: number; url?: string; language?: string };

/**
 * A post as the page and tests see it, on any network. `account` is its chat, site or user; `url` is '' if the network
 * has none.
 */
export type Post = {
  key: string;
  network: NetworkId;
  account: string;
  accountName: string;
  author: string;
  id: string;
  url: string;
  path: string;
  title: string;
  text: string;
  html: string;
  entities: Entity[];
  status: string;
  slug: string;
  tags: string[];
  media: Media[];
  featuredId: number;
  createdAt: string;
  publishedAt: string;
  /** Set by a control call; without it the figures grow by themselves (figures.ts). */
  figures?: Partial<Figures>;
  /** Set while the network is still processing its file. */
  pending?: Pending;
};

/** The engagement of a post. */
export type Figures = { likes: number; comments: number; shares: number; views: number; retweets: number };

/** A bot. A token listed with `alive: false` was revoked. */
export type Bot = { token: string; id: number; username: string; name: string; alive: boolean };

/** The role of a bot in a chat; `can` is whether it may post. */
export type Membership = {
  status: 'creator' | 'administrator' | 'member' | 'restricted' | 'left' | 'kicked';
  can: boolean;
};

/**
 * A chat; `username` '' for private ones; `bots` by bot id; `topics` by their ids, for a forum; `movedTo` is set on a
 * group that became a supergroup.
 */
export type Chat = {
  id: number;
  type: 'private' | 'group' | 'supergroup' | 'channel';
  title: string;
  username: string;
  bots: Record<string, Membership>;
  topics?: Record<string, string>;
  movedTo?: number;
};

/** A WordPress user. An application password is stored without spaces. */
export type SiteUser = {
  id: number;
  login: string;
  name: string;
  role: 'administrator' | 'editor' | 'author' | 'contributor' | 'subscriber';
  password: string;
  appPasswords: string[];
};

/**
 * What is printed around a site's answers: a byte order mark of a saved file, a warning of PHP (both before), or the
 * comment of a cache plugin (behind).
 */
export const noises = ['bom', 'warning', 'comment'] as const;
export type Noise = (typeof noises)[number];

/**
 * A WordPress site: its enabled APIs and its permalinks; `bare`: without a plugin that changes the answer to a wrong
 * password; `dropsAuthorization`: its web server keeps that header from PHP; `hidesUsers`: a plugin closes the routes
 * of users; `narrow`: its tables hold no characters above U+FFFF.
 */
export type Site = {
  name: string;
  title: string;
  tagline: string;
  rest: 'open' | 'blocked' | 'off';
  xmlrpc: 'open' | 'disabled' | 'blocked';
  permalinks: 'pretty' | 'plain';
  bare?: boolean;
  noises?: readonly Noise[];
  dropsAuthorization?: boolean;
  hidesUsers?: boolean;
  narrow?: boolean;
  users: SiteUser[];
};

/** A WordPress attachment. */
export type Attachment = {
  site: string;
  id: number;
  title: string;
  alt: string;
  caption: string;
  fileName: string;
  createdAt: string;
  authorId: number;
  media: Media;
};

/** A WordPress tag. */
export type Tag = { site: string; id: number; name: string; slug: string };

/** A Medium user and its token; `role` is the user's in each publication. */
export type Writer = {
  token: string;
  alive: boolean;
  id: string;
  username: string;
  name: string;
  publications: { id: string; name: string; role: 'editor' | 'writer' }[];
};

/** A received mail, parsed. */
export type Mail = {
  id: string;
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
  receivedAt: string;
  attachments: { name: string; type: string; sizeBytes: number }[];
};

/** One line of the journal, from which the state is rebuilt in order. */
export type Change =
  | { kind: 'reset' }
  | { kind: 'bots'; bots: Bot[] }
  | { kind: 'chats'; chats: Chat[] }
  | { kind: 'sites'; sites: Site[] }
  | { kind: 'writers'; writers: Writer[] }
  | { kind: 'post'; post: Post }
  | { kind: 'attachment'; attachment: Attachment }
  | { kind: 'tag'; tag: Tag }
  | { kind: 'mail'; mail: Mail }
  | RowChange;
