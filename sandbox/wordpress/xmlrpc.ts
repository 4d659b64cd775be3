import type { Context } from '../context.ts';
import type { Fault } from '../faults/fault.ts';
import { html, raw, type Reply } from '../http/reply.ts';
import type { Call } from '../http/request.ts';
import { isJson, text, texts } from '../json.ts';
import type { Post, Site, SiteUser } from '../state/model.ts';
import {
  createAttachment,
  createPost,
  createTag,
  findPost,
  findTag,
  isTooWide,
  updatePost,
  uploadUrl,
  type PostFields,
} from './posts.ts';
import { withNoise } from './noise.ts';
import { noises } from '../state/model.ts';
import { byAnyPassword, can } from './roles.ts';
import { faultResponse, methodResponse, readMethodCall, XmlDate } from './xml.ts';

type Asker = Pick<Request, 'context' | 'site' | 'user'>;
type Request = { context: Context; site: Site; user: SiteUser; params: unknown[]; base: string };

class XmlFault extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

const methods: Record<string, { least: number; run: (request: Request) => Promise<Reply> | Reply }> = {
  'wp.getUsersBlogs': { least: 2, run: usersBlogs },
  'wp.uploadFile': { least: 4, run: uploadFile },
  'wp.newPost': { least: 4, run: newPost },
  'wp.editPost': { least: 5, run: editPost },
  'wp.getPost': { least: 4, run: getPost },
  'wp.getPosts': { least: 3, run: getPosts },
};

/**
 * xmlrpc.php of a site (wp-includes/class-wp-xmlrpc-server.php, read 2026-11-21): login or application password, faults
 * 400, 401, 403, 404, 405, 500.
 */
export async function xmlrpc(
  context: Context,
  { site, call, base }: { site: Site; call: Call; base: string },
): Promise<Reply> {
  if (site.xmlrpc === 'blocked')
    return html(403, '<html><head><title>403 Forbidden</title></head><body><h1>Forbidden</h1></body></html>');
  if (call.method !== 'POST')
    return raw(405, {
      type: 'text/plain',
      body: 'XML-RPC server accepts POST requests only.',
      headers: { allow: 'POST' },
    });
  const read = readMethodCall(call.body.toString());
  try {
    if (!read) throw new XmlFault(-32700, 'parse error. not well formed');
    if (read.method === 'system.listMethods') return xml(methodResponse(Object.keys(methods)));
    const method = Object.hasOwn(methods, read.method) ? methods[read.method] : undefined;
    if (!method) throw new XmlFault(-32601, `server error. requested method ${read.method} does not exist.`);
    if (read.params.length < method.least)
      throw new XmlFault(400, 'Insufficient arguments passed to this XML-RPC method.');
    return await method.run({ context, site, user: signIn(site, read.method, read.params), params: read.params, base });
  } catch (error) {
    if (error instanceof XmlFault) return fault(error);
    throw error;
  }
}

function signIn(site: Site, method: string, params: unknown[]): SiteUser {
  if (site.xmlrpc === 'disabled') throw new XmlFault(405, 'XML-RPC services are disabled on this site.');
  const first = method === 'wp.getUsersBlogs' ? 0 : 1;
  const user = byAnyPassword(site, text(params[first]), text(params[first + 1]));
  if (!user) throw new XmlFault(403, 'Incorrect username or password.');
  return user;
}

function xml(body: string): Reply {
  return raw(200, { type: 'text/xml; charset=UTF-8', body });
}

function fault({ code, message }: XmlFault): Reply {
  return xml(faultResponse(code, message));
}

function usersBlogs({ site, user, base }: Request): Reply {
  const url = `${base}/`;
  return xml(
    methodResponse([
      { isAdmin: user.role === 'administrator', url, blogid: '1', blogName: site.title, xmlrpc: `${url}xmlrpc.php` },
    ]),
  );
}

async function uploadFile({ context, site, user, params }: Request): Promise<Reply> {
  if (!can(user, 'upload_files')) throw new XmlFault(401, 'Sorry, you are not allowed to upload files.');
  const file = isJson(params[3]) ? params[3] : {};
  const name = text(file['name']);
  const bits = file['bits'];
  if (!name || !Buffer.isBuffer(bits)) throw new XmlFault(500, `Could not write file ${name} (Invalid file).`);
  return context.faults.around(
    { network: 'wordpress', operation: 'upload', account: site.name, text: name },
    word,
    async () => {
      const attachment = await createAttachment(context, { site, user, fileName: name, data: bits });
      if (!attachment)
        throw new XmlFault(500, `Could not write file ${name} (Sorry, you are not allowed to upload this file type.).`);
      const url = uploadUrl(context, attachment);
      return xml(
        methodResponse({
          attachment_id: String(attachment.id),
          date_created_gmt: new XmlDate(attachment.createdAt),
          parent: 0,
          link: url,
          title: attachment.title,
          caption: '',
          description: '',
          metadata: { width: attachment.media.width, height: attachment.media.height },
          type: attachment.media.type,
          thumbnail: url,
          id: String(attachment.id),
          file: attachment.fileName,
          url,
        }),
      );
    },
  );
}

async function newPost({ context, site, user, params }: Request): Promise<Reply> {
  if (!can(user, 'edit_posts')) throw new XmlFault(401, 'Sorry, you are not allowed to post on this site.');
  const fields = await readFields({ context, site, user }, params[3]);
  if (isTooWide(site, fields)) throw new XmlFault(500, 'Could not insert post into the database.');
  return context.faults.around(
    {
      network: 'wordpress',
      operation: 'create',
      account: site.name,
      text: `${fields.title ?? ''}\n${fields.html ?? ''}`,
    },
    word,
    async () => {
      if (!fields.title && !fields.html && !fields.text)
        throw new XmlFault(500, 'Content, title, and excerpt are empty.');
      return xml(methodResponse((await createPost(context, { site, user, fields, uniqueDrafts: false })).id));
    },
  );
}

async function editPost({ context, site, user, params }: Request): Promise<Reply> {
  const post = postOf({ context, site, user }, params[3]);
  const fields = await readFields({ context, site, user }, params[4]);
  if (isTooWide(site, fields)) throw new XmlFault(500, 'Could not update post in the database.');
  const operation = fields.status === 'publish' ? 'publish' : 'other';
  return context.faults.around(
    {
      network: 'wordpress',
      operation,
      account: site.name,
      text: `${fields.title ?? post.title}\n${fields.html ?? post.html}`,
    },
    word,
    async () => {
      await updatePost(context, { site, user, post, fields, uniqueDrafts: false });
      return xml(methodResponse(true));
    },
  );
}

function postOf({ context, site, user }: Asker, id: unknown): Post {
  const post = findPost(context, site, Number(id));
  if (!post) throw new XmlFault(404, 'Invalid post ID.');
  if (!can(user, 'edit_others_posts') && user.name !== post.author)
    throw new XmlFault(401, 'Sorry, you are not allowed to edit this post.');
  return post;
}

function getPost(request: Request): Reply {
  return xml(methodResponse(present(postOf(request, request.params[3]), texts(request.params[4]))));
}

function getPosts({ context, site, user, params }: Request): Reply {
  if (!can(user, 'edit_posts')) throw new XmlFault(401, 'Sorry, you are not allowed to edit posts in this post type.');
  const filter = isJson(params[3]) ? params[3] : {};
  const sign = text(filter['order']).toLowerCase() === 'asc' ? 1 : -1;
  const found = context.state
    .postsOf('wordpress', site.name)
    .filter(
      (post) =>
        filter['post_status'] === undefined || filter['post_status'] === 'any' || filter['post_status'] === post.status,
    )
    .filter((post) => can(user, 'edit_others_posts') || post.author === user.name)
    .filter((post) => `${post.title}\n${post.html}`.toLowerCase().includes(text(filter['s']).toLowerCase()))
    .sort((a, b) => sign * (Number(a.id) - Number(b.id)));
  const offset = Number(filter['offset'] ?? 0);
  return xml(
    methodResponse(
      found.slice(offset, offset + Number(filter['number'] ?? 10)).map((post) => present(post, texts(params[4]))),
    ),
  );
}

async function readFields({ context, site, user }: Asker, value: unknown): Promise<PostFields> {
  const struct = isJson(value) ? value : {};
  if (struct['post_type'] !== undefined && struct['post_type'] !== 'post')
    throw new XmlFault(403, 'Invalid post type.');
  const fields: PostFields = {};
  if ('post_title' in struct) fields.title = text(struct['post_title']);
  if ('post_content' in struct) fields.html = text(struct['post_content']);
  if ('post_excerpt' in struct) fields.text = text(struct['post_excerpt']);
  if ('post_name' in struct) fields.slug = text(struct['post_name']);
  if ('post_status' in struct) {
    const status = text(struct['post_status']);
    if (status !== 'draft' && status !== 'pending' && !can(user, 'publish_posts'))
      throw new XmlFault(401, 'Sorry, you are not allowed to publish posts in this post type.');
    fields.status = ['draft', 'pending', 'publish', 'private', 'future'].includes(status) ? status : 'draft';
  }
  if (struct['post_thumbnail']) {
    fields.featuredId = Number(struct['post_thumbnail']);
    if (!context.state.attachments.has(`${site.name}/${fields.featuredId}`))
      throw new XmlFault(404, 'Invalid attachment ID.');
  }
  const names = isJson(struct['terms_names']) ? texts(struct['terms_names']['post_tag']) : [];
  if (names.length > 0) fields.tags = [];
  for (const name of names)
    fields.tags?.push((findTag(context, site, name) ?? (await createTag(context, site, name))).name);
  return fields;
}

/** The named fields of a post, all of them without names; the id always. */
function present(post: Post, names: string[]): Record<string, unknown> {
  const date = new XmlDate(post.publishedAt || post.createdAt);
  const all: Record<string, unknown> = {
    post_title: post.title,
    post_date: date,
    post_date_gmt: date,
    post_modified: date,
    post_modified_gmt: date,
    post_status: post.status,
    post_type: 'post',
    post_name: post.slug,
    post_author: '1',
    post_password: '',
    post_excerpt: post.text,
    post_content: post.html,
    post_parent: '0',
    post_mime_type: '',
    link: post.url,
    guid: post.url,
    menu_order: 0,
    comment_status: 'open',
    ping_status: 'open',
    sticky: false,
    post_format: 'standard',
    terms: post.tags.map((name) => ({ name, taxonomy: 'post_tag' })),
  };
  const wanted =
    names.length === 0 || names.includes('post')
      ? all
      : Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));
  return { post_id: post.id, ...wanted };
}

function word(wrong: Fault, answer?: Reply): Reply | undefined {
  switch (wrong.kind) {
    case 'noise':
      return answer && withNoise(answer, noises);
    case 'revoked':
      return fault(new XmlFault(403, 'Incorrect username or password.'));
    case 'forbidden':
    case 'kicked':
      return fault(new XmlFault(401, 'Sorry, you are not allowed to post on this site.'));
    default:
      return undefined;
  }
}
