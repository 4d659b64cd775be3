import { z } from 'zod';
import { retryAfterOf } from '#outbound/answers.ts';
import { fileBody, jsonBody } from '#outbound/body.ts';
import type { HttpRequest } from '#outbound/exchange.ts';
import { redirectTarget } from '#outbound/redirects.ts';
import type { Answer, Http, Reply } from '#outbound/request.ts';
import { waitOr } from '../waits.ts';
import { asEntities, hasWideCharacters } from './entities.ts';
import { readJson } from './noisy-json.ts';
import { done, failed, type Failure, type SitePost, type Step, type Transport } from './transport.ts';

/**
 * A login as Basic authorization; the spaces of an application password may stay. Source:
 * developer.wordpress.org/rest-api/using-the-rest-api/authentication.
 */
export const basicAuth = (username: string, password: string): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

/** The address of a route, under pretty (`…/wp-json/`) and plain (`…/?rest_route=/`) permalinks alike. */
export function routeUrl(apiUrl: string, path: string, query: Readonly<Record<string, string>> = {}): URL {
  const url = new URL(apiUrl);
  if (url.searchParams.has('rest_route')) url.searchParams.set('rest_route', `/${path}`);
  else url.pathname = `${url.pathname.replace(/\/$/, '')}/${path}`;
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}

type Fields = Readonly<Record<string, string>>;

const postShape = z.object({ id: z.number(), status: z.string(), link: z.string().nullish() });
const fileShape = z.object({ id: z.number(), source_url: z.string().min(1) });
const uploadTimeoutMs = 180_000;
/** The number of redirects that a site's answer may need: from http to https, to or from www, and one more. */
export const mostRedirects = 3;

/**
 * REST with an application password. Source: developer.wordpress.org/rest-api/reference/posts and /media; proved by
 * tools/real-wordpress.proof.ts.
 */
export function restTransport({
  http,
  apiUrl,
  username,
  password,
  signal,
}: {
  http: Http;
  apiUrl: string;
  username: string;
  password: string;
  signal: AbortSignal;
}): Transport {
  const authorization = basicAuth(username, password);
  const ask = (url: URL, { headers, ...rest }: Pick<HttpRequest, 'method'> & Partial<HttpRequest>): Promise<Reply> =>
    http.sendGuarded({
      url,
      signal,
      redirects: mostRedirects,
      ...rest,
      headers: { authorization, accept: 'application/json', ...headers },
    });
  const get = (path: string, query: Readonly<Record<string, string>>): Promise<Reply> =>
    ask(routeUrl(apiUrl, path, { ...query, context: 'edit' }), { method: 'GET' });
  const send = (path: string, fields: Fields): Promise<Reply> =>
    ask(routeUrl(apiUrl, path), { method: 'POST', body: jsonBody(fields) });
  const post = async (path: string, fields: Fields): Promise<Reply> => {
    const reply = await send(path, fields);
    // A refusal by the database changed nothing. Tables of older sites hold no characters above U+FFFF.
    return reply.kind === 'answered' && isRefusedByDatabase(reply) && Object.values(fields).some(hasWideCharacters)
      ? send(path, Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, asEntities(text)])))
      : reply;
  };

  return {
    async upload(media, fileName) {
      const body = fileBody(media);
      const headers = { 'content-disposition': `attachment; filename="${fileName}"` };
      const reply = await ask(routeUrl(apiUrl, 'wp/v2/media'), {
        method: 'POST',
        body,
        headers,
        timeoutMs: uploadTimeoutMs,
      });
      return read(reply, fileShape, (file) => ({ id: String(file.id), url: file.source_url }));
    },
    async findUpload(fileName) {
      const reply = await get('wp/v2/media', { slug: fileName.replace(/\.[^.]*$/, '') });
      return read(reply, z.array(fileShape), ([file]) =>
        file === undefined ? null : { id: String(file.id), url: file.source_url },
      );
    },
    async describe(id, alt) {
      return read(await post(`wp/v2/media/${id}`, { alt_text: alt }), z.unknown(), () => null);
    },
    async createDraft({ title, content, slug }) {
      return read(await post('wp/v2/posts', { title, content, slug, status: 'draft' }), postShape, sitePost);
    },
    async findBySlug(slug) {
      const reply = await get('wp/v2/posts', { slug, status: 'any' });
      return read(reply, z.array(postShape), (posts) => {
        const post = posts.find(({ status }) => status === 'publish') ?? posts[0];
        return post === undefined ? null : sitePost(post);
      });
    },
    async read(id) {
      const reply = await get(`wp/v2/posts/${encodeURIComponent(id)}`, {});
      if (reply.kind === 'answered' && statusOf(reply) === 404 && errorOf(reply)?.code === 'rest_post_invalid_id')
        return done(null);
      return read(reply, postShape, sitePost);
    },
    async publish(id, { title, content, slug }) {
      const fields = { title, content, status: 'publish', ...(slug === null ? {} : { slug }) };
      return read(await post(`wp/v2/posts/${encodeURIComponent(id)}`, fields), postShape, sitePost);
    },
  };
}

const sitePost = ({ id, status, link }: z.output<typeof postShape>): SitePost => ({
  id: String(id),
  status,
  link: link || null,
});

function read<Shape extends z.ZodType, Value>(
  reply: Reply,
  shape: Shape,
  present: (value: z.output<Shape>) => Value,
): Step<Value> {
  if (reply.kind !== 'answered') return failed(reply);
  const read = readJson(reply.text, shape);
  if (reply.status >= 200 && reply.status < 300 && read !== null) return done(present(read.value));
  return failed(restFailure(reply));
}

const errorShape = z.object({
  code: z.string(),
  message: z.string().default(''),
  data: z.object({ status: z.number().optional() }).optional().catch(undefined),
});
/** WordPress's own refusal in an answer, or null if it is from a firewall, a cache or the web server. */
export function errorOf(answer: Answer): z.output<typeof errorShape> | null {
  return readJson(answer.text, errorShape)?.value ?? null;
}

/**
 * The status that WordPress gave an answer. If something was printed before it, PHP has already sent 200: the refusal
 * in the body repeats its status.
 */
export function statusOf(answer: Answer): number {
  if (answer.status < 200 || answer.status >= 300) return answer.status;
  return errorOf(answer)?.data?.status ?? answer.status;
}

/** `wp_insert_post` and `wp_update_post`: the database did not take the row. */
const isRefusedByDatabase = (answer: Answer): boolean =>
  ['db_insert_error', 'db_update_error'].includes(errorOf(answer)?.code ?? '');

const defaultWaitSeconds = 60;

/**
 * "… could not be moved to wp-content/uploads/2026/11." and "Unable to create directory wp-content/uploads/2026/11. …"
 * (wp-admin/includes/file.php, wp-includes/functions.php).
 */
const namesFolder = /(?:^|[\s"(])[^\s"/:(]*\/[^\s"/]+\/[^\s"]/;

/** Whether an address is a site's own log-in page, which shields it during maintenance or updates. */
const isLogIn = (url: URL): boolean => /\/wp-(?:login\.php|admin)/.test(url.pathname);

/** The outcome that a refusal means for the delivery. A site behind a firewall may answer with anything. */
function restFailure(answer: Answer): Failure {
  const status = statusOf(answer);
  const error = errorOf(answer);
  const message = `WordPress: ${error?.message || `the site answered with status ${status}`}`;
  if (status === 429 || status === 503) {
    return {
      kind: 'rateLimited',
      ...waitOr(retryAfterOf(answer.headers, new Date()), defaultWaitSeconds),
      scope: 'account',
      message,
    };
  }
  if (status === 401) return { kind: 'unauthorized', message };
  if (status === 413) return { kind: 'rejected', message: 'WordPress: the site does not take files of this size' };
  // Both codes say why the file was not accepted, in the site's language: this is final, unless the site could not
  // write into a folder that it names.
  const isUpload = error?.code === 'rest_upload_sideload_error' || error?.code === 'rest_upload_unknown_error';
  if (status === 500 && isUpload) return { kind: namesFolder.test(message) ? 'unreachable' : 'rejected', message };
  if (isRefusedByDatabase(answer)) return { kind: 'rejected', message };
  if (status < 300) return { kind: 'unknown', message: 'WordPress: the site gave an answer that cannot be read' };
  if (status >= 500) return { kind: 'unknown', message };
  const target = redirectTarget(answer);
  if (target !== null && isLogIn(target))
    return { kind: 'unreachable', message: 'WordPress: the site shows its log-in page instead of an answer' };
  if (target !== null)
    return {
      kind: 'unauthorized',
      message: `WordPress: the site has moved to ${target.host}. Connect it again under its new address.`,
    };
  // A page in HTML comes from the web server or a plugin (maintenance, a cache, an update), not from WordPress's REST.
  if (error === null && (status === 404 || status === 405))
    return { kind: 'unreachable', message: `WordPress: the site answered with status ${status} and a page` };
  if (error?.code === 'rest_no_route')
    return {
      kind: 'unauthorized',
      message: 'WordPress: the site no longer offers its REST API. Connect it again to find another way.',
    };
  return {
    kind: 'rejected',
    message: error === null ? `WordPress: something in front of the site refused us (status ${status})` : message,
  };
}
