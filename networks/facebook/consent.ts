import { z } from 'zod';
import type { Http } from '#outbound/request.ts';
import { consentBy, type Consent, type Consented, type ConsentVisit, type FreshAccount } from '../network.ts';
import { harmless, openGraph, proofOf, type FacebookAddresses, type Graph, type Step } from './graph.ts';

/** The scopes of the log-in. read_insights is for the views of posts. */
const scopes = [
  'pages_show_list',
  'pages_manage_posts',
  'pages_read_engagement',
  'pages_read_user_content',
  'pages_manage_engagement',
  'read_insights',
  'public_profile',
  'email',
];
const needed = ['pages_show_list', 'pages_manage_posts'];
const pageSize = '25';
/**
 * The tasks that let a person post to a page: of classic pages, and of pages in the new experience. Source:
 * developers.facebook.com/docs/pages-api/overview, "Tasks" (read 2026-11-27).
 */
const postingTasks = new Set(['CREATE_CONTENT', 'PROFILE_PLUS_CREATE_CONTENT', 'PROFILE_PLUS_FULL_CONTROL']);

const tokenShape = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().positive().optional() });
const paging = z
  .object({ cursors: z.object({ after: z.string().optional() }).optional(), next: z.string().optional() })
  .optional();
const permissionsShape = z.object({ data: z.array(z.object({ permission: z.string(), status: z.string() })) });
const pagesShape = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      access_token: z.string().optional(),
      tasks: z.array(z.string()).optional(),
      link: z.string().optional(),
    }),
  ),
  paging,
});
const groupsShape = z.object({
  data: z.array(z.object({ id: z.string(), name: z.string(), administrator: z.boolean().optional() })),
  paging,
});

const personShape = z.object({ id: z.string().min(1) });

/**
 * The cursor that `next` passes to the next call; '' at the end of the list. The caller seals it, because it contains
 * the person's token. `person` is the one who consented.
 */
type Cursor = { token: string; proof: string; expiresAt: string; person: string; pages: string; groups: string };

/**
 * Facebook's log-in by redirect: the code is exchanged for a token valid for hours, that one for a token valid for
 * about sixty days, and only with the latter are the pages read, since a page's token lives as long as the token it was
 * read with. Source: developers.facebook.com/docs/facebook-login/ guides/advanced/manual-flow,
 * /guides/access-tokens/get-long-lived (read 2026-11-21).
 */
export function facebookConsent({ http, addresses }: { http: Http; addresses: FacebookAddresses }): Consent {
  return {
    authorizeUrl({ app, state, redirectUri }) {
      const url = new URL(`${addresses.webUrl}/${addresses.version}/dialog/oauth`);
      url.search = new URLSearchParams({
        client_id: app.clientId,
        redirect_uri: redirectUri,
        state,
        response_type: 'code',
        scope: scopes.join(','),
        auth_type: 'rerequest',
      }).toString();
      return url.href;
    },
    async complete(visit, { signal }) {
      const tokens = await longLivedToken(openGraph({ http, addresses, speaker: null, signal }), visit);
      if (tokens.kind === 'failed') return refused(tokens);
      const { token, expiresAt } = tokens.value;
      const proof = proofOf(token, visit.app.clientSecret);
      const graph = openGraph({ http, addresses, speaker: { token, proof }, signal });
      const permissions = await graph.get('me/permissions', {}, permissionsShape);
      if (permissions.kind === 'failed') return refused(permissions);
      const granted = new Set(
        permissions.value.data.filter(({ status }) => status === 'granted').map(({ permission }) => permission),
      );
      if (needed.some((each) => !granted.has(each)))
        return {
          kind: 'refused',
          message:
            'Facebook was not given the permission to show your pages and to post to them. Log in again and leave ' +
            'both switched on.',
        };
      const person = await graph.get('me', { fields: 'id' }, personShape);
      if (person.kind === 'failed') return refused(person);
      return list(
        graph,
        { token, proof, expiresAt, person: person.value.id, pages: 'first', groups: 'first' },
        visit.app.clientSecret,
      );
    },
    async more(next, { signal }) {
      const { token = '', proof = '', expiresAt = '', person = '', pages = '', groups = '', secret = '' } = next;
      return list(
        openGraph({ http, addresses, speaker: { token, proof }, signal }),
        { token, proof, expiresAt, person, pages, groups },
        secret,
      );
    },
  };
}

const refused = (step: Extract<Step<never>, { kind: 'failed' }>): Consented => ({
  kind: 'refused',
  message: harmless(step.outcome).message,
});

/**
 * Exchanges the code for a person's token, the long-lived one if Facebook gives it; otherwise the short-lived one with
 * its expiry.
 */
async function longLivedToken(
  graph: Graph,
  { app, redirectUri, code }: ConsentVisit & { code: string },
): Promise<Step<{ token: string; expiresAt: string }>> {
  const own = { client_id: app.clientId, client_secret: app.clientSecret };
  const short = await graph.get('oauth/access_token', { ...own, redirect_uri: redirectUri, code }, tokenShape);
  if (short.kind === 'failed') return short;
  const long = await graph.get(
    'oauth/access_token',
    { ...own, grant_type: 'fb_exchange_token', fb_exchange_token: short.value.access_token },
    tokenShape,
  );
  if (long.kind === 'done') return { kind: 'done', value: { token: long.value.access_token, expiresAt: '' } };
  const seconds = short.value.expires_in ?? 3600;
  return {
    kind: 'done',
    value: { token: short.value.access_token, expiresAt: new Date(Date.now() + seconds * 1000).toISOString() },
  };
}

/** The next pages and groups. A page's token does not expire if it was read with a long-lived token. */
async function list(graph: Graph, cursor: Cursor, secret: string): Promise<Consented> {
  const after = (at: string): Record<string, string> => (at === 'first' ? {} : { after: at });
  const pages =
    cursor.pages === ''
      ? null
      : await graph.get(
          'me/accounts',
          { fields: 'id,name,access_token,tasks,link', limit: pageSize, ...after(cursor.pages) },
          pagesShape,
        );
  if (pages?.kind === 'failed') return refused(pages);
  // Facebook removed groups from its API in 2024; any answer here that is not a list means that there are no groups.
  const groups =
    cursor.groups === ''
      ? null
      : await graph.get(
          'me/groups',
          { fields: 'id,name,administrator', limit: pageSize, ...after(cursor.groups) },
          groupsShape,
        );
  const groupList = groups?.kind === 'done' ? groups.value : { data: [], paging: undefined };

  const expiresAt = cursor.expiresAt === '' ? null : new Date(cursor.expiresAt);
  const accounts: FreshAccount[] = [
    ...(pages?.value.data ?? []).flatMap(({ id, name, access_token: token, tasks, link }) => {
      if (token === undefined || (tasks !== undefined && !tasks.some((task) => postingTasks.has(task)))) return [];
      return [
        {
          externalId: id,
          username: name,
          profile: { category: 'page', link: link ?? '', [consentBy]: cursor.person },
          credentials: { token, proof: proofOf(token, secret) },
          expiresAt,
        },
      ];
    }),
    ...groupList.data
      .filter(({ administrator }) => administrator !== false)
      .map(({ id, name }) => ({
        externalId: id,
        username: name,
        profile: { category: 'group' },
        credentials: { token: cursor.token, proof: cursor.proof },
        expiresAt,
      })),
  ];
  const next = { ...cursor, secret, pages: nextOf(pages?.value.paging), groups: nextOf(groupList.paging) };
  const hasMore = next.pages !== '' || next.groups !== '';
  if (accounts.length === 0 && !hasMore && cursor.pages === 'first')
    return {
      kind: 'refused',
      message:
        'Facebook shows no page or group that you may post to. Pages and groups are listed only if you have ' +
        'administrator rights.',
    };
  return { kind: 'connected', accounts, next: hasMore ? next : null };
}

/** The cursor of the next page. Only `next` shows that there is one: the last page has cursors too. */
const nextOf = (where: z.output<typeof paging>): string =>
  where?.next === undefined ? '' : (where.cursors?.after ?? '');
