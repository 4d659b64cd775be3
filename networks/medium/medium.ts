import { z } from 'zod';
import { parseJson, retryAfterOf } from '#outbound/answers.ts';
import type { HttpRequest } from '#outbound/exchange.ts';
import type { Http, Reply } from '#outbound/request.ts';
import { cutText, escapeHtml, paragraphsOf } from '#rules/captions.ts';
import { pictureTagOf, withPictures } from '#rules/pictures.ts';
import type { Connected, Limits, Outcome, PostContent, TypedNetwork } from '../network.ts';
import { waitOr } from '../waits.ts';

/**
 * Title: github.com/Medium/medium-api-docs, "Creating a post" (longer ones are ignored). It states no lengths or pace;
 * two seconds between posts are our courtesy.
 */
export const mediumLimits: Limits = {
  gapSeconds: 2,
  parallel: 10,
  textLength: null,
  captionLength: null,
  titleLength: 100,
  lengthUnit: 'utf16',
  imageBytes: null,
  videoBytes: null,
  videoSeconds: null,
};

const closedApi =
  'Medium does not accept this token. It works only with an integration token created before Medium closed its API ' +
  '(no new ones are issued since 2025).';
const userShape = z.object({
  data: z.object({
    id: z.string().min(1),
    username: z.string(),
    name: z.string().default(''),
    url: z.string().default(''),
  }),
});
const postShape = z.object({ data: z.object({ id: z.string().min(1), url: z.string().optional() }) });
const errorShape = z.object({
  errors: z.array(z.object({ message: z.string().default(''), code: z.number().optional() })).min(1),
});
const defaultWaitSeconds = 900;

/**
 * Medium through an integration token. `connect` reads `access_token`. Its API can neither list nor read posts, so
 * there is no `find`. `apiUrl` is `https://api.medium.com`, without the version and a slash.
 */
export function medium({ http, apiUrl }: { http: Http; apiUrl: string }): TypedNetwork {
  const ask = (
    path: string,
    token: string,
    rest: Pick<HttpRequest, 'method' | 'signal'> & Partial<HttpRequest>,
  ): Promise<Reply> =>
    http.send({
      url: new URL(`${apiUrl}/v1/${path}`),
      headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
      ...rest,
    });
  return {
    id: 'medium',
    limits: mediumLimits,
    async connect(input, { signal }) {
      const token = (input['access_token'] ?? '').trim();
      if (!/^[\x21-\x7e]+$/.test(token)) return { kind: 'refused', message: 'This is not a Medium integration token' };
      return connectedBy(await ask('me', token, { method: 'GET', signal }), token);
    },
    async publish(content, account, context) {
      const post = postOf(content);
      if (post === null) return { kind: 'rejected', message: 'There is nothing to post: the item has no text' };
      await context.fence({ payload: post });
      const body = {
        kind: 'bytes',
        contentType: 'application/json',
        bytes: Buffer.from(JSON.stringify(post)),
      } as const;
      const path = `users/${encodeURIComponent(account.externalId)}/posts`;
      return outcomeOf(
        await ask(path, account.credentials['accessToken'] ?? '', { method: 'POST', body, signal: context.signal }),
      );
    },
  };
}

function connectedBy(reply: Reply, token: string): Connected {
  if (reply.kind !== 'answered') return { kind: 'refused', message: reply.message };
  if (reply.status === 401 || reply.status === 403) return { kind: 'refused', message: closedApi };
  const user = userShape.safeParse(parseJson(reply.text));
  if (reply.status !== 200 || !user.success)
    return { kind: 'refused', message: `Medium answered with status ${reply.status}. Please try again later.` };
  const { id, username, name, url } = user.data.data;
  return {
    kind: 'connected',
    account: {
      externalId: id,
      username: username === '' ? name : username,
      profile: { name, url },
      credentials: { accessToken: token },
    },
  };
}

/**
 * The title is for search engines only, so the content repeats it as its heading. Medium fetches pictures from their
 * addresses ("images are side-loaded", github.com/Medium/medium-api-docs, "Creating a post", read 2026-11-23).
 */
function postOf({ title, text, html, pictures }: PostContent) {
  const publicUrls = new Map(pictures.map(({ address, media }) => [address, media.publicUrl]));
  const words =
    html === null
      ? paragraphsOf(text)
      : withPictures(html, ({ address, alt }) => {
          const publicUrl = publicUrls.get(address);
          return publicUrl === undefined ? '' : pictureTagOf({ address: escapeHtml(publicUrl), alt });
        });
  if (words === '' && title.trim() === '') return null;
  const heading = title.trim() === '' ? '' : `<h1>${escapeHtml(title.trim())}</h1>\n`;
  const shortTitle = cutText(title.trim() || text.trim() || 'Untitled', {
    limit: mediumLimits.titleLength,
    unit: mediumLimits.lengthUnit,
  });
  return { title: shortTitle, contentFormat: 'html', content: heading + words, publishStatus: 'public' };
}

/** The outcome that each answer to a post request means for the delivery. */
function outcomeOf(reply: Reply): Outcome {
  if (reply.kind !== 'answered') return reply;
  const { status, text, headers } = reply;
  const json = parseJson(text);
  const post = postShape.safeParse(json);
  if (status < 300 && post.success)
    return { kind: 'published', postId: post.data.data.id, postUrl: post.data.data.url ?? null };
  const errors = errorShape.safeParse(json);
  const message =
    errors.success && errors.data.errors[0]?.message
      ? `Medium: ${errors.data.errors[0].message}`
      : `Medium answered with status ${status}`;
  if (status === 401) return { kind: 'unauthorized', message: closedApi };
  const asked = retryAfterOf(headers, new Date());
  // A 503 with a retry time was written by a proxy in front of the API; one without may come from behind it.
  if (status === 429 || (status === 503 && asked !== null)) {
    return { kind: 'rateLimited', ...waitOr(asked, defaultWaitSeconds), scope: 'account', message };
  }
  if (status >= 400 && status < 500) return { kind: 'rejected', message };
  if (status >= 300 && status < 400) return { kind: 'unreachable', message };
  return { kind: 'unknown', message };
}
