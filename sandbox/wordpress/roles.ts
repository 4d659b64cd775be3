import type { Site, SiteUser } from '../state/model.ts';

/**
 * The capabilities of a role that matter here
 * (https://wordpress.org/documentation/article/roles-and-capabilities/).
 */
export type Capability =
  | 'read'
  | 'edit_posts'
  | 'edit_others_posts'
  | 'publish_posts'
  | 'upload_files'
  | 'unfiltered_html'
  | 'manage_categories';

const table: Record<SiteUser['role'], readonly Capability[]> = {
  administrator: [
    'read',
    'edit_posts',
    'edit_others_posts',
    'publish_posts',
    'upload_files',
    'unfiltered_html',
    'manage_categories',
  ],
  editor: [
    'read',
    'edit_posts',
    'edit_others_posts',
    'publish_posts',
    'upload_files',
    'unfiltered_html',
    'manage_categories',
  ],
  author: ['read', 'edit_posts', 'publish_posts', 'upload_files'],
  contributor: ['read', 'edit_posts'],
  subscriber: ['read'],
};

/** Whether a user has a capability; an anonymous caller has none. */
export function can(user: SiteUser | undefined, capability: Capability): boolean {
  return user !== undefined && table[user.role].includes(capability);
}

/** A user's capabilities as `/users/me?context=edit` lists them, the role among them. */
export function capabilities(user: SiteUser): Record<string, boolean> {
  return Object.fromEntries([...table[user.role], user.role].map((each) => [each, true]));
}

/** The user of a login and application password (spaces and dashes in it do not count), or why not. */
export function byAppPassword(
  site: Site,
  login: string,
  password: string,
): SiteUser | 'invalid_username' | 'incorrect_password' {
  const user = site.users.find((each) => each.login === login);
  if (!user) return 'invalid_username';
  return user.appPasswords.includes(password.replace(/[^a-z\d]/gi, '')) ? user : 'incorrect_password';
}

/** The user that XML-RPC accepts: with the login password or an application password. */
export function byAnyPassword(site: Site, login: string, password: string): SiteUser | undefined {
  const user = byAppPassword(site, login, password);
  return typeof user === 'object'
    ? user
    : site.users.find((each) => each.login === login && each.password === password);
}
