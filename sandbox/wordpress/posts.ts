import type { Context } from '../context.ts';
import type { Attachment, Post, Site, SiteUser, Tag } from '../state/model.ts';
import { kses } from './kses.ts';
import { can } from './roles.ts';

/** The fields that can be set on a post; an omitted one stays unchanged. */
export type PostFields = {
  title?: string;
  html?: string;
  text?: string;
  status?: string;
  slug?: string;
  tags?: string[];
  featuredId?: number;
};

/**
 * 'Café am Meer!' -> 'cafe-am-meer' (sanitize_title, without its percent-encoding of other scripts: those letters
 * stay).
 */
export function sanitizeTitle(title: string): string {
  return title
    .replace(/<[^>]*>/g, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’.]/g, '')
    .replace(/[^\p{L}\p{N}_]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 200);
}

/** Whether a site's tables cannot hold a text of a post. */
export const isTooWide = ({ narrow }: Site, { title = '', html = '', text = '' }: PostFields): boolean =>
  narrow === true && /[\u{10000}-\u{10ffff}]/u.test(title + html + text);

/** The post of an id, with its site. */
export function findPost(context: Context, site: Site, id: number): Post | undefined {
  return context.state.posts.get(`wordpress/${site.name}/${id}`);
}

/**
 * Creates a post, by default a draft. `uniqueDrafts`: REST makes a draft's slug unique at once, XML-RPC only on
 * publishing.
 */
export async function createPost(
  context: Context,
  { site, user, fields, uniqueDrafts }: { site: Site; user: SiteUser; fields: PostFields; uniqueDrafts: boolean },
): Promise<Post> {
  const id = context.state.nextId(`wordpress/${site.name}`);
  const empty: Post = {
    key: `wordpress/${site.name}/${id}`,
    network: 'wordpress',
    account: site.name,
    accountName: site.title,
    author: user.name,
    id: String(id),
    url: '',
    path: '',
    title: '',
    text: '',
    html: '',
    entities: [],
    status: 'draft',
    slug: '',
    tags: [],
    media: [],
    featuredId: 0,
    createdAt: context.now().toISOString(),
    publishedAt: '',
  };
  return save(context, { site, user, post: empty, fields, uniqueDrafts });
}

/** Changes a post. Publishing a published one again changes only the fields that are sent. */
export async function updatePost(
  context: Context,
  {
    site,
    user,
    post,
    fields,
    uniqueDrafts,
  }: { site: Site; user: SiteUser; post: Post; fields: PostFields; uniqueDrafts: boolean },
): Promise<Post> {
  return save(context, { site, user, post, fields, uniqueDrafts });
}

async function save(
  context: Context,
  {
    site,
    user,
    post,
    fields,
    uniqueDrafts,
  }: { site: Site; user: SiteUser; post: Post; fields: PostFields; uniqueDrafts: boolean },
): Promise<Post> {
  const next: Post = { ...post, ...fields };
  if (!can(user, 'unfiltered_html')) {
    next.html = kses(next.html);
    next.title = kses(next.title);
  }
  const live = next.status === 'publish' || next.status === 'private' || next.status === 'future';
  next.slug = sanitizeTitle(next.slug) || (live ? sanitizeTitle(next.title) || String(next.id) : '');
  if (next.slug && (live || uniqueDrafts)) next.slug = uniqueSlug(context, site, next);
  if (live && !next.publishedAt) next.publishedAt = context.now().toISOString();
  next.path =
    site.permalinks === 'pretty' && live
      ? `wordpress/${site.name}/${next.slug}/`
      : `wordpress/${site.name}/?p=${next.id}`;
  next.url = `${context.publicUrl}/${next.path}`;
  next.media = mediaOf(context, site, next);
  await context.state.commit({ kind: 'post', post: next });
  return next;
}

/** A taken slug gets `-2`, `-3`, … (wp_unique_post_slug). */
function uniqueSlug(context: Context, site: Site, post: Post): string {
  const taken = new Set(
    context.state
      .postsOf('wordpress', site.name)
      .filter((each) => each.id !== post.id)
      .map((each) => each.slug),
  );
  if (!taken.has(post.slug)) return post.slug;
  for (let n = 2; ; n++) {
    if (!taken.has(`${post.slug}-${n}`)) return `${post.slug}-${n}`;
  }
}

/** The attachments that a post shows: its featured image and everything its HTML refers to, each once. */
function mediaOf(context: Context, site: Site, post: Post): Post['media'] {
  const shown = [...context.state.attachments.values()].filter(
    (each) => each.site === site.name && (each.id === post.featuredId || post.html.includes(uploadPath(each))),
  );
  return [...new Map(shown.map((each) => [each.media.name, each.media])).values()];
}

/** Stores an uploaded file as an attachment of the site. A file name that is taken gets `-1`, `-2`, … */
export async function createAttachment(
  context: Context,
  { site, user, fileName, data }: { site: Site; user: SiteUser; fileName: string; data: Buffer },
): Promise<Attachment | undefined> {
  const media = await context.media.keep(data);
  if (media.kind === 'file') return undefined;
  const dot = fileName.lastIndexOf('.');
  const stem = sanitizeTitle(dot > 0 ? fileName.slice(0, dot) : fileName) || 'file';
  const extension = media.name.slice(media.name.lastIndexOf('.'));
  const taken = new Set(
    [...context.state.attachments.values()].filter((each) => each.site === site.name).map((each) => each.fileName),
  );
  let name = `${stem}${extension}`;
  for (let n = 1; taken.has(name); n++) name = `${stem}-${n}${extension}`;
  const attachment: Attachment = {
    site: site.name,
    id: context.state.nextId(`wordpress/${site.name}`),
    title: stem,
    alt: '',
    caption: '',
    fileName: name,
    createdAt: context.now().toISOString(),
    authorId: user.id,
    media,
  };
  await context.state.commit({ kind: 'attachment', attachment });
  return attachment;
}

/** The path of an attachment under the site: 'sunrise-blog/wp-content/uploads/2026/11/bread.jpg'. */
export function uploadPath({ site, createdAt, fileName }: Attachment): string {
  return `${site}/wp-content/uploads/${createdAt.slice(0, 4)}/${createdAt.slice(5, 7)}/${fileName}`;
}

/** The address of an attachment's file. */
export function uploadUrl(context: Context, attachment: Attachment): string {
  return `${context.publicUrl}/wordpress/${uploadPath(attachment)}`;
}

/** The tag of a name on a site, if it exists. */
export function findTag(context: Context, site: Site, name: string): Tag | undefined {
  return context.state.tags.find((each) => each.site === site.name && each.name.toLowerCase() === name.toLowerCase());
}

/** Makes a tag. */
export async function createTag(context: Context, site: Site, name: string): Promise<Tag> {
  const tag: Tag = { site: site.name, id: context.state.nextId(`tags/${site.name}`), name, slug: sanitizeTitle(name) };
  await context.state.commit({ kind: 'tag', tag });
  return tag;
}
