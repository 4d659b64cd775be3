import { z } from 'zod';
import { retryAfterOf } from '#outbound/answers.ts';
import type { Answer, Http, Reply } from '#outbound/request.ts';
import { waitOr } from '../waits.ts';
import { asEntities, hasWideCharacters } from './entities.ts';
import { done, failed, type Failure, type SiteFile, type Step, type Transport } from './transport.ts';
import { decodeAnswer, encodeCall, type Decoded, type XmlValue } from './xml.ts';

/** One XML-RPC method of a site. */
export type XmlCall = (method: string, params: readonly XmlValue[], timeoutMs?: number) => Promise<Reply>;

/** The calls of the `xmlrpc.php` at this address. */
export const openXmlrpc =
  ({ http, url, signal }: { http: Http; url: string; signal: AbortSignal }): XmlCall =>
  (method, params, timeoutMs) =>
    http.sendGuarded({
      method: 'POST',
      url: new URL(url),
      body: encodeCall(method, params),
      signal,
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    });

/** WordPress writes ids as strings and as numbers. */
const idShape = z.union([z.string().min(1), z.number()]).transform(String);
const postShape = z.object({
  post_id: idShape,
  post_status: z.string(),
  post_name: z.string().default(''),
  link: z.string().default(''),
});
const uploadShape = z.object({
  id: idShape.optional(),
  attachment_id: idShape.optional(),
  url: z.string().optional(),
  link: z.string().optional(),
});
const postFields = ['post_id', 'post_name', 'post_status', 'link'];
const uploadTimeoutMs = 180_000;
/** A lost draft or upload is seconds to minutes old when it is looked for, so it is among this many of the newest. */
const recent = 50;

/** XML-RPC with an application or a login password. Source: WordPress 6.1 itself (tools/real-wordpress.proof.ts). */
export function xmlrpcTransport({
  call,
  blogId,
  username,
  password,
}: {
  call: XmlCall;
  blogId: string;
  username: string;
  password: string;
}): Transport {
  const who = [Number(blogId) || 1, username, password];
  const getPost = async (id: string) => decoded(await call('wp.getPost', [...who, Number(id), postFields]));
  return {
    async upload(media, fileName) {
      const data = { struct: { name: fileName, type: media.contentType, bits: { file: media }, overwrite: false } };
      return read(
        decoded(await call('wp.uploadFile', [...who, data], uploadTimeoutMs)),
        uploadShape.transform(siteFile).pipe(z.object({ id: z.string(), url: z.string().min(1) })),
      );
    },
    async findUpload(fileName) {
      const stem = fileName.replace(/\.[^.]*$/, '');
      const list = read(
        decoded(await call('wp.getMediaLibrary', [...who, { struct: { number: recent } }])),
        z.array(uploadShape),
      );
      if (list.kind === 'failed') return list;
      return done(list.value.map(siteFile).find(({ id, url }) => id !== '' && url.includes(`/${stem}`)) ?? null);
    },
    async createDraft({ title, content, slug }) {
      const post = (asText: Writing) => ({
        struct: { ...wordsOf({ title, content }, asText), post_type: 'post', post_status: 'draft', post_name: slug },
      });
      const step = read(
        await written((asText) => call('wp.newPost', [...who, post(asText)]), title + content),
        idShape,
      );
      return step.kind === 'failed' ? step : done({ id: step.value, status: 'draft', link: null });
    },
    async findBySlug(slug) {
      const filter = { struct: { post_type: 'post', number: recent, orderby: 'date', order: 'DESC' } };
      const list = read(decoded(await call('wp.getPosts', [...who, filter, postFields])), z.array(postShape));
      if (list.kind === 'failed') return list;
      const same = list.value.filter(({ post_name: name }) => name === slug);
      const post = same.find(({ post_status: status }) => status === 'publish') ?? same[0];
      return done(post === undefined ? null : sitePost(post));
    },
    async read(id) {
      const answer = await getPost(id);
      if (answer.kind === 'fault' && answer.code === 404) return done(null);
      const step = read(answer, postShape);
      return step.kind === 'failed' ? step : done(sitePost(step.value));
    },
    async publish(id, { title, content, slug }) {
      const rest = { post_status: 'publish', ...(slug === null ? {} : { post_name: slug }) };
      const change = (asText: Writing) => ({ struct: { ...wordsOf({ title, content }, asText), ...rest } });
      const edited = read(
        await written((asText) => call('wp.editPost', [...who, Number(id), change(asText)]), title + content),
        z.literal(true),
      );
      if (edited.kind === 'failed') return edited;
      // The site has published; only the address is missing, and a post without a link is better than an uncertain
      // outcome.
      const step = read(await getPost(id), postShape);
      return done(step.kind === 'failed' ? { id, status: 'publish', link: null } : sitePost(step.value));
    },
  };
}

type Writing = (text: string) => string;

const wordsOf = ({ title, content }: { title: string; content: string }, asText: Writing) => ({
  post_title: asText(title),
  post_content: asText(content),
});

/**
 * Writes a post. A fault 500 is the database's refusal, which changed nothing; tables of older sites hold no characters
 * above U+FFFF, so a text with such characters is then sent with references for them.
 */
async function written(write: (asText: Writing) => Promise<Reply>, words: string): Promise<XmlAnswer> {
  const answer = decoded(await write((text) => text));
  return answer.kind === 'fault' && answer.code === 500 && hasWideCharacters(words)
    ? decoded(await write(asEntities))
    : answer;
}

const sitePost = ({ post_id: id, post_status: status, link }: z.output<typeof postShape>) => ({
  id,
  status,
  link: link || null,
});
const siteFile = (file: z.output<typeof uploadShape>): SiteFile => ({
  id: file.id ?? file.attachment_id ?? '',
  url: file.url ?? file.link ?? '',
});

/** An answer as XML-RPC, or the failure of the transport. */
export type XmlAnswer = Exclude<Decoded, { kind: 'unreadable' }> | { kind: 'failed'; outcome: Failure };

/** Parses a reply; a failure of the transport becomes its outcome. */
export function decoded(reply: Reply): XmlAnswer {
  if (reply.kind !== 'answered') return failed(reply);
  const answer = decodeAnswer(reply.text);
  return answer.kind === 'unreadable' ? failed(transportFailure(reply)) : answer;
}

function read<Shape extends z.ZodType>(answer: XmlAnswer, shape: Shape): Step<z.output<Shape>> {
  switch (answer.kind) {
    case 'failed':
      return answer;
    case 'fault':
      return failed(faultFailure(answer.code, answer.message));
    case 'value': {
      const value = shape.safeParse(answer.value);
      return value.success ? done(value.data) : failed({ kind: 'unknown', message: unreadable });
    }
    default:
      return answer satisfies never;
  }
}

/** A fault is WordPress's own verdict: nothing was changed. Source: class-wp-xmlrpc-server.php of WordPress 6.1. */
function faultFailure(code: number, text: string): Failure {
  const message = `WordPress: ${text || `error ${code}`}`;
  if (code === 403) return { kind: 'unauthorized', message };
  if (code === 405 || code === -32601)
    return { kind: 'unauthorized', message: `${message} Connect the site again to find another way.` };
  return { kind: 'rejected', message };
}

const unreadable = 'WordPress: the site gave an answer that cannot be read';
const defaultWaitSeconds = 60;

function transportFailure({ status, headers }: Answer): Failure {
  const message = `WordPress: the site answered XML-RPC with status ${status}`;
  if (status === 429 || status === 503)
    return {
      kind: 'rateLimited',
      ...waitOr(retryAfterOf(headers, new Date()), defaultWaitSeconds),
      scope: 'account',
      message,
    };
  if (status === 413) return { kind: 'rejected', message: 'WordPress: the site does not take files of this size' };
  if (status < 300) return { kind: 'unknown', message: unreadable };
  if (status >= 500) return { kind: 'unknown', message };
  // The web server's own page, as during maintenance; WordPress itself says in a fault that XML-RPC is off.
  if (status === 404 || status === 405) return { kind: 'unreachable', message };
  return { kind: 'unauthorized', message: `${message}. Connect it again to find another way.` };
}
