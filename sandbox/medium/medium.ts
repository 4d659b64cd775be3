import { createHash, randomBytes } from 'node:crypto';
import type { Context } from '../context.ts';
import type { Fault } from '../faults/fault.ts';
import { contentType, readFields, type Call } from '../http/request.ts';
import { html as htmlReply, json, type Reply } from '../http/reply.ts';
import type { Writer } from '../state/model.ts';
import { checkStory } from './check.ts';
import { keepMediumTags, markdownToHtml, sideLoad, titleFrom } from './content.ts';

/** Medium's API at `/v1/…` (https://github.com/Medium/medium-api-docs, archived; read 2026-11-21). */
export async function medium(context: Context, call: Call): Promise<Reply> {
  const token = /^Bearer\s+(\S+)$/i.exec(call.headers['authorization'] ?? '')?.[1];
  const writer = token ? context.state.writers.get(token) : undefined;
  if (!token) return refusal(401, 6000, 'An access token is required.');
  if (!writer?.alive) return refusal(401, 6003, 'Token was invalid.');
  const [, kind = '', id = '', what = ''] = /^\/v1\/(\w+)(?:\/([\w-]+))?(?:\/(\w+))?$/.exec(call.path) ?? [];
  if (call.method === 'GET' && kind === 'me' && !id) return json(200, { data: presentUser(context, writer) });
  if (call.method === 'GET' && kind === 'users' && what === 'publications') {
    return id === writer.id
      ? json(200, { data: writer.publications.map((each) => presentPublication(context, each)) })
      : refusal(403, 2000, 'User cannot list publications of another user.');
  }
  if (call.method === 'POST' && kind === 'images' && !id) return uploadImage(context, call, writer);
  if (call.method === 'POST' && what === 'posts' && (kind === 'users' || kind === 'publications'))
    return publish(context, call, { writer, kind, id });
  return refusal(404, -1, `The API endpoint ${call.method} ${call.path} does not exist.`);
}

/** `{errors: [{message, code}]}`. */
function refusal(status: number, code: number, message: string): Reply {
  return json(status, { errors: [{ message, code }] });
}

function presentUser(context: Context, writer: Writer) {
  return {
    id: writer.id,
    username: writer.username,
    name: writer.name,
    url: `${context.publicUrl}/medium/@${writer.username}`,
    imageUrl: '',
  };
}

function presentPublication(context: Context, each: { id: string; name: string }) {
  return {
    id: each.id,
    name: each.name,
    description: '',
    url: `${context.publicUrl}/medium/publications/${each.id}`,
    imageUrl: '',
  };
}

async function uploadImage(context: Context, call: Call, writer: Writer): Promise<Reply> {
  const read = contentType(call) === 'multipart/form-data' ? readFields(call) : undefined;
  const part = read?.files.get('image');
  if (!part || read?.files.size !== 1)
    return refusal(400, 2002, 'Exactly one image must be sent in the field "image".');
  return context.faults.around(
    { network: 'medium', operation: 'upload', account: writer.username, text: part.filename ?? '' },
    word,
    async () => {
      const file = await context.media.keep(part.data);
      if (!['image/jpeg', 'image/png', 'image/gif', 'image/tiff'].includes(file.type))
        return refusal(400, 2004, 'The image type is not supported.');
      return json(201, {
        data: {
          url: `${context.publicUrl}/files/${file.name}`,
          md5: createHash('md5').update(part.data).digest('hex'),
        },
      });
    },
  );
}

async function publish(
  context: Context,
  call: Call,
  { writer, kind, id }: { writer: Writer; kind: string; id: string },
): Promise<Reply> {
  const publication = kind === 'publications' ? writer.publications.find((each) => each.id === id) : undefined;
  if (kind === 'users' && id !== writer.id)
    return refusal(403, 2001, 'User does not have permission to publish as this author.');
  if (kind === 'publications' && !publication) return refusal(403, 2005, 'User cannot publish into this publication.');
  if (contentType(call) !== 'application/json') return refusal(400, 2002, 'Content-Type must be application/json.');
  const story = checkStory(call.body.toString());
  if ('error' in story) return refusal(400, story.code, story.error);
  if (publication?.role === 'writer' && story.publishStatus !== 'draft')
    return refusal(403, 2006, 'A writer can only create drafts in this publication.');
  return context.faults.around(
    { network: 'medium', operation: 'create', account: writer.username, text: `${story.title}\n${story.content}` },
    word,
    async () => {
      const source = keepMediumTags(story.contentFormat === 'html' ? story.content : markdownToHtml(story.content));
      const { html, media } = await sideLoad(context, source);
      const title = story.title.length > 100 ? titleFrom(html) : story.title;
      const postId = randomBytes(6).toString('hex');
      const now = context.now();
      const path = `medium/@${writer.username}/${slugOf(title)}-${postId}`;
      const url = `${context.publicUrl}/${path}`;
      const published = story.publishStatus === 'draft' ? '' : now.toISOString();
      await context.state.commit({
        kind: 'post',
        post: {
          key: `medium/${writer.username}/${postId}`,
          network: 'medium',
          account: writer.username,
          accountName: publication ? `${writer.name} in ${publication.name}` : writer.name,
          author: writer.name,
          id: postId,
          url,
          path,
          title,
          text: '',
          html,
          entities: [],
          status: story.publishStatus,
          slug: slugOf(title),
          tags: story.tags,
          media,
          featuredId: 0,
          createdAt: now.toISOString(),
          publishedAt: published,
        },
      });
      return json(201, {
        data: {
          id: postId,
          title,
          authorId: writer.id,
          tags: story.tags,
          url,
          ...(story.canonicalUrl ? { canonicalUrl: story.canonicalUrl } : {}),
          publishStatus: story.publishStatus,
          ...(published ? { publishedAt: now.getTime() } : {}),
          license: story.license,
          licenseUrl: 'https://policy.medium.com/medium-terms-of-service-9db0094a1e0f',
          ...(publication ? { publicationId: publication.id } : {}),
        },
      });
    },
  );
}

function slugOf(title: string): string {
  return (
    title
      .toLowerCase()
      .normalize('NFKD')
      .replace(/['’]/g, '')
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 60) || 'story'
  );
}

function word(fault: Fault): Reply | undefined {
  switch (fault.kind) {
    case 'revoked':
      return refusal(401, 6003, 'Token was invalid.');
    case 'forbidden':
    case 'kicked':
      return refusal(403, 2001, 'User does not have permission to publish.');
    case 'error':
      return htmlReply(
        500,
        '<!doctype html><title>500</title><h1>Apologies, but something went wrong on our end.</h1>',
      );
    default:
      return undefined;
  }
}
