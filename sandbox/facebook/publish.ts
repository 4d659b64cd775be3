import { randomInt } from 'node:crypto';
import type { Context } from '../context.ts';
import type { Part } from '../http/multipart.ts';
import { json, type Reply } from '../http/reply.ts';
import { isJson, parseJson, text, type Json } from '../json.ts';
import { fetchOwn } from '../media/fetch-own.ts';
import type { Media } from '../media/store.ts';
import { processingOf } from '../processing.ts';
import type { Post } from '../state/model.ts';
import type { Caller } from './access.ts';
import { badParameter, duplicate, GraphError } from './errors.ts';
import { readNode } from './nodes.ts';
import { postKey, publishedPosts } from './objects.ts';
import known from './parameters.json' with { type: 'json' };
import type { Page } from './people.ts';
import { takeUpload } from './uploads.ts';
import { word } from './words.ts';
import type { Pending } from '../state/model.ts';
import type { Photo } from './rows.ts';

/** A write to a page with its own token, with the request's fields. */
export type Writing = { context: Context; caller: Caller; page: Page; fields: Json; files: Map<string, Part> };

const fileNames: Record<'feed' | 'photos' | 'videos', readonly string[]> = known.files;
const mostCharacters = 63_206;
const mostPhotoBytes = 4_000_000;

/** Refuses unknown parameters and parts of an edge; Graph itself ignores most of them. */
export function checkNames(edge: 'feed' | 'photos' | 'videos', fields: Json, files: Map<string, Part>): void {
  const names = [...known.common, ...known[edge]];
  const wrong =
    Object.keys(fields).find(
      (each) => !names.includes(each) && !(edge === 'feed' && /^attached_media\[\d+\]$/.test(each)),
    ) ?? [...files.keys()].find((each) => !fileNames[edge].includes(each));
  if (wrong !== undefined) throw badParameter(`The parameter ${wrong} is unknown to this edge (sandbox)`);
}

/** `POST /{page}/feed`: a text, a link, or photos that were uploaded unpublished before. */
export async function publishFeed(writing: Writing): Promise<Reply> {
  const { context, page, fields, files } = writing;
  checkNames('feed', fields, files);
  const message = text(fields['message']);
  const link = text(fields['link']);
  const photos = attached(context, page, fields);
  if (message === '' && link === '' && photos.length === 0) throw badParameter('Missing message or attachment');
  if (message.length > mostCharacters) throw badParameter('The message is too long');
  if (link !== '' && !/^https?:/.test(link)) throw badParameter('link URL is not properly formatted');
  if (isFalse(fields['published'])) throw badParameter('Unpublished and scheduled posts are not spoken here (sandbox)');
  return context.faults.around(
    { network: 'facebook', operation: 'create', account: page.id, text: `${message}\n${link}` },
    (fault) => word(page, fault),
    async () => {
      const whole = [message, link].filter((each) => each !== '').join('\n');
      if (photos.some((each) => each.postId !== '')) throw alreadyPosted();
      const [last] = publishedPosts(context, page.id);
      if (last && photos.length === 0 && last.media.length === 0 && last.text === whole) throw duplicate();
      const post = await keepPost(writing, {
        message: whole,
        media: photos.map((each) => each.media),
        ownId: photos[0]?.id ?? '',
      });
      await Promise.all(
        photos.map((each) =>
          context.state.commit({
            kind: 'row',
            table: 'facebookPhotos',
            id: each.id,
            value: { ...each, published: true, postId: post.id },
          }),
        ),
      );
      return answer(writing, post.id, { id: post.id });
    },
  );
}

/** `POST /{page}/photos`: published at once with its caption, or stored for a later post. */
export async function publishPhoto(writing: Writing): Promise<Reply> {
  const { context, page, fields, files } = writing;
  checkNames('photos', fields, files);
  const caption = text(fields['caption']) || text(fields['message']);
  if (caption.length > mostCharacters) throw badParameter('The message is too long');
  const data = await bytesOf(files.get('source'), text(fields['url']));
  if (!data) throw new GraphError('(#324) Missing or invalid image file', { code: 324 });
  const isShown = !isFalse(fields['published']);
  const named = `${caption}\n${files.get('source')?.filename ?? ''}`;
  return context.faults.around(
    { network: 'facebook', operation: isShown ? 'create' : 'upload', account: page.id, text: named },
    (fault) => word(page, fault),
    async () => {
      const media = { ...(await context.media.keep(data)), alt: text(fields['alt_text_custom']) };
      checkPhoto(media);
      const [last] = publishedPosts(context, page.id);
      if (isShown && last?.media[0]?.sha256 === media.sha256 && last.text === caption) throw alreadyPosted();
      const photo: Photo = {
        id: newId(),
        page: page.id,
        caption,
        media,
        published: isShown,
        postId: '',
        createdAt: context.now().toISOString(),
      };
      const post = isShown ? await keepPost(writing, { message: caption, media: [media], ownId: photo.id }) : undefined;
      await context.state.commit({
        kind: 'row',
        table: 'facebookPhotos',
        id: photo.id,
        value: { ...photo, postId: post?.id ?? '' },
      });
      return answer(writing, photo.id, { id: photo.id, ...(post ? { post_id: post.id } : {}) });
    },
  );
}

/** `POST /{page}/videos`: the file itself, its address, or the handle of a finished upload. */
export async function publishVideo(writing: Writing): Promise<Reply> {
  const { context, page, fields, files } = writing;
  checkNames('videos', fields, files);
  const [title, description] = [text(fields['title']), text(fields['description'])];
  const chunk = text(fields['fbuploader_video_file_chunk']);
  const data = chunk === '' ? await bytesOf(files.get('source'), text(fields['file_url'])) : takeUpload(context, chunk);
  if (!data)
    throw new GraphError('(#6000) There was a problem uploading your video file. Please try again.', {
      code: 6000,
      subcode: 1363019,
    });
  if (isFalse(fields['published'])) throw badParameter('Unpublished videos are not spoken here (sandbox)');
  const words = `${title}\n${description}`;
  return context.faults.around(
    { network: 'facebook', operation: 'create', account: page.id, text: words },
    (fault) => word(page, fault),
    async () => {
      const media = await context.media.keep(data);
      if (media.kind !== 'video')
        throw new GraphError("(#352) The video file you selected is in a format that we don't support.", {
          code: 352,
          subcode: 1363024,
        });
      const id = newId();
      const pending = processingOf(context, { network: 'facebook', account: page.id, text: words });
      const post = await keepPost(writing, {
        message: description,
        media: [media],
        ownId: id,
        ...(pending ? { pending } : {}),
      });
      await context.state.commit({
        kind: 'row',
        table: 'facebookVideos',
        id,
        value: { id, page: page.id, title, description, published: true, postId: post.id, createdAt: post.createdAt },
      });
      return answer(writing, id, { id });
    },
  );
}

/** The answer to a create: its own, or the requested fields. */
async function answer({ context, caller, fields }: Writing, id: string, own: Json): Promise<Reply> {
  const wanted = text(fields['fields']);
  return json(200, wanted === '' ? own : await readNode({ context, caller }, id, wanted));
}

async function keepPost(
  { context, page }: Writing,
  { message, media, ownId, pending }: { message: string; media: Media[]; ownId: string; pending?: Pending },
): Promise<Post> {
  const number = newId();
  const id = `${page.id}_${number}`;
  const createdAt = context.now().toISOString();
  const path = media[0]?.kind === 'video' ? `facebook.com/reel/${ownId}/` : `facebook.com/${page.id}/posts/${number}`;
  const post: Post = {
    key: postKey(id),
    network: 'facebook',
    account: page.id,
    accountName: page.name,
    author: page.name,
    id,
    url: `${context.publicUrl}/${path}`,
    path,
    title: '',
    text: message,
    html: '',
    entities: [],
    status: pending ? 'processing' : 'published',
    slug: ownId,
    tags: [],
    media,
    featuredId: 0,
    createdAt,
    publishedAt: createdAt,
    ...(pending ? { pending } : {}),
  };
  await context.state.commit({ kind: 'post', post });
  return post;
}

/**
 * The photos that `attached_media` names, as a JSON list or as `attached_media[0]`… Each must be an unpublished photo
 * of the page.
 */
function attached(context: Context, page: Page, fields: Json): Photo[] {
  const given =
    typeof fields['attached_media'] === 'string' ? parseJson(fields['attached_media']) : fields['attached_media'];
  const listed: unknown[] = Array.isArray(given) ? given : [];
  if (given !== undefined && !Array.isArray(given)) throw badParameter('param attached_media must be an array.');
  const numbered = Object.keys(fields)
    .filter((each) => each.startsWith('attached_media['))
    .map((each) => (typeof fields[each] === 'string' ? parseJson(fields[each]) : fields[each]));
  return [...listed, ...numbered].map((each: unknown) => {
    const id = isJson(each) ? text(each['media_fbid']) : '';
    const photo = context.state.tables.facebookPhotos.get(id);
    if (!photo || photo.page !== page.id)
      throw badParameter(`Invalid parameter: attached_media names no photo of this page (${id})`);
    return photo;
  });
}

async function bytesOf(part: Part | undefined, address: string): Promise<Buffer | undefined> {
  if (part) return part.data.length > 0 ? part.data : undefined;
  return address === '' ? undefined : fetchOwn(address);
}

/** Subcode 1366046, which also states the accepted formats. */
function checkPhoto({ kind, type, sizeBytes }: Media): void {
  if (kind !== 'image') throw new GraphError('(#324) Missing or invalid image file', { code: 324 });
  if (sizeBytes <= mostPhotoBytes && (type === 'image/jpeg' || type === 'image/png')) return;
  const say = "Your photos couldn't be uploaded. Photos should be smaller than 4 MB and saved as JPG or PNG.";
  throw new GraphError('Invalid parameter', { code: 100, subcode: 1366046, title: "Can't Read Files", say });
}

function alreadyPosted(): GraphError {
  return new GraphError('Invalid parameter', {
    code: 100,
    subcode: 1366051,
    isTransient: false,
    title: 'Already Posted',
    say: 'These photos were already posted.',
  });
}

function isFalse(value: unknown): boolean {
  return value === false || value === 'false' || value === '0' || value === 0;
}

/** Ids are digits without a reliable order. */
function newId(): string {
  return `12${String(randomInt(1e13)).padStart(13, '0')}`;
}
