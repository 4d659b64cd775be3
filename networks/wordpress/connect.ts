import { z } from 'zod';
import type { Http } from '#outbound/request.ts';
import type { Connected } from '../network.ts';
import { discoverSite, type Site } from './discovery.ts';
import { enterByRest, roleMessage, type Entry, type Login } from './enter-rest.ts';
import { decoded, openXmlrpc } from './xmlrpc.ts';

/**
 * Connects a site: REST with an application password where that works, otherwise XML-RPC, which also accepts the
 * login's own password. The way that worked is stored in the account's profile.
 */
export async function connectSite({
  http,
  typedUrl,
  username,
  password,
  signal,
}: Login & {
  http: Http;
  typedUrl: string;
  signal: AbortSignal;
}): Promise<Connected> {
  if (username === '' || password === '')
    return { kind: 'refused', message: 'Please enter the user name and the password' };
  const discovered = await discoverSite({ http, typedUrl, signal });
  if (discovered.kind === 'refused') return discovered;
  const { site } = discovered;
  const login = { username, password };
  const rest = await enterByRest({ http, site, login, signal });
  const entry = rest.kind === 'closed' ? await enterByXmlrpc({ http, site, login, signal }) : rest;
  switch (entry.kind) {
    case 'refused':
      return entry;
    case 'closed':
      return { kind: 'refused', message: closedMessage(site, rest, entry) };
    case 'in': {
      const address = site.homeUrl.replace(/^https?:\/\//, '');
      const name = entry.profile['siteName'] || address;
      return {
        kind: 'connected',
        account: {
          externalId: `${address}#${entry.login.toLowerCase()}`,
          username: `${entry.login} (${name})`,
          profile: { ...entry.profile, siteUrl: site.homeUrl },
          credentials: login,
        },
      };
    }
    default:
      return entry satisfies never;
  }
}

const blogsShape = z
  .array(
    z.object({
      blogid: z.union([z.string(), z.number()]).transform(String),
      blogName: z.string().default(''),
      url: z.string().default(''),
    }),
  )
  .min(1);
const profileShape = z.object({ username: z.string().optional(), roles: z.array(z.string()).optional() });
const rolesThatPublish = new Set(['administrator', 'editor', 'author']);
const rolesThatDoNot = new Set(['contributor', 'subscriber']);

async function enterByXmlrpc({
  http,
  site,
  login,
  signal,
}: {
  http: Http;
  site: Site;
  login: Login;
  signal: AbortSignal;
}): Promise<Entry> {
  const url = `${site.homeUrl}/xmlrpc.php`;
  const call = openXmlrpc({ http, url, signal });
  const answer = decoded(await call('wp.getUsersBlogs', [login.username, login.password]));
  if (answer.kind === 'failed') return { kind: 'closed', because: 'missing', message: answer.outcome.message };
  if (answer.kind === 'fault')
    return { kind: 'closed', because: answer.code === 403 ? 'login' : 'missing', message: answer.message };
  const blogs = blogsShape.safeParse(answer.value);
  if (!blogs.success) return { kind: 'closed', because: 'missing', message: '' };
  const bare = (address: string): string => address.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '');
  const blog = blogs.data.find((each) => bare(each.url) === bare(site.homeUrl)) ?? blogs.data[0];
  if (blog === undefined) return { kind: 'closed', because: 'missing', message: '' };

  const who = decoded(await call('wp.getProfile', [Number(blog.blogid) || 1, login.username, login.password]));
  // WordPress shows the profile to contributors and above; a site that omits the method reveals the role when it
  // publishes.
  if (who.kind === 'fault' && who.code === 401) return { kind: 'refused', message: roleMessage(login.username) };
  const profile = who.kind === 'value' ? profileShape.safeParse(who.value).data : undefined;
  const roles = profile?.roles ?? [];
  if (roles.some((role) => rolesThatDoNot.has(role)) && !roles.some((role) => rolesThatPublish.has(role))) {
    return { kind: 'refused', message: roleMessage(login.username) };
  }
  return {
    kind: 'in',
    login: profile?.username ?? login.username,
    profile: { transport: 'xmlrpc', xmlrpcUrl: url, blogId: blog.blogid, siteName: blog.blogName },
  };
}

const howToGetPassword =
  'Create an application password on the site, under Users → Profile → Application Passwords, and enter it here.';

/** Why neither way led in, by what the site itself said. */
function closedMessage(site: Site, rest: Entry, xmlrpc: Entry): string {
  const address = site.homeUrl.replace(/^https?:\/\//, '');
  const restSays = rest.kind === 'closed' ? rest.because : 'missing';
  const xmlrpcSaysLogin = xmlrpc.kind === 'closed' && xmlrpc.because === 'login';
  if (xmlrpcSaysLogin)
    return (
      'WordPress does not accept this user name and password. Check both. ' +
      (restSays === 'missing' ? '' : howToGetPassword)
    ).trim();
  if (restSays !== 'missing' && site.withoutAppPasswords)
    return (
      `${address} takes no application passwords: a plugin has switched them off, or the site is not reached over ` +
      "https. XML-RPC is closed too. Ask the site's operator to allow one of them."
    );
  switch (restSays) {
    case 'login':
      return `The site does not accept this user name with this password. ${howToGetPassword}`;
    case 'anonymous':
      return (
        `${address} answered as if we had not logged in. Its web server may remove the Authorization header: ask ` +
        "the site's operator to pass it on to PHP, or to allow XML-RPC. If it is passed on, check the user name and " +
        'that the password is an application password of this site.'
      );
    case 'missing':
      return site.apiUrl === null
        ? `We found no WordPress at ${address} that lets programs in. If it is one, its REST API and XML-RPC are ` +
            "switched off or blocked, often by a security plugin: ask the site's operator to allow one of them."
        : `${address} is a WordPress, but closes the routes that publishing needs, /wp/v2/users/me and ` +
            `/wp/v2/posts${saidOf(rest)}. XML-RPC is closed too. Ask the site's operator to allow one of them.`;
    default:
      return restSays satisfies never;
  }
}

/** A plugin's reason in brackets, if it gave one. */
const saidOf = (entry: Entry): string =>
  entry.kind === 'closed' && entry.message !== '' ? ` (“${entry.message}”)` : '';
