import type { Context } from '../context.ts';
import { json, type Reply } from '../http/reply.ts';
import { contentType, readFields, type Call } from '../http/request.ts';
import { isJson, text } from '../json.ts';
import type { Attachment } from '../state/model.ts';
import { notAllowed, RestError } from './errors.ts';
import { createAttachment, uploadUrl } from './posts.ts';
import { paged, words } from './rest-list.ts';
import { word } from './rest-posts.ts';
import { can } from './roles.ts';
import type { RestCall } from './rest-call.ts';

/**
 * /wp/v2/media: to list, and to upload a raw body with Content-Disposition or a form's `file`;
 * and /wp/v2/media/{id} to read it and set its texts.
 */
export async function media(request: RestCall): Promise<Reply | undefined> {
  const id = Number(/\/(\d+)$/.exec(request.route)?.[1] ?? 0);
  if (id === 0)
    return request.method === 'POST' ? upload(request) : request.method === 'GET' ? list(request) : undefined;
  const { context, site, user, params } = request;
  const attachment = context.state.attachments.get(`${site.name}/${id}`);
  if (!attachment) throw new RestError(404, 'rest_post_invalid_id', 'Invalid post ID.');
  if (request.method === 'GET') return json(200, presentAttachment(context, attachment));
  if (request.method !== 'POST') return undefined;
  if (!can(user, 'upload_files'))
    throw notAllowed('rest_cannot_edit', 'Sorry, you are not allowed to edit this post.', user);
  const raw = (value: unknown) => (isJson(value) ? text(value['raw']) : text(value));
  const changed: Attachment = {
    ...attachment,
    title: raw(params['title']) || attachment.title,
    alt: raw(params['alt_text']) || attachment.alt,
    caption: raw(params['caption']) || attachment.caption,
  };
  await context.state.commit({ kind: 'attachment', attachment: changed });
  return json(200, presentAttachment(context, changed));
}

/**
 * GET /wp/v2/media: newest first, filtered by slug. Anyone sees it: an attachment without a post is as public as its
 * file.
 */
function list({ context, site, params }: RestCall): Reply {
  const slugs = words(params['slug']);
  const found = [...context.state.attachments.values()]
    .filter((each) => each.site === site.name && (slugs.length === 0 || slugs.includes(each.title)))
    .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt) || Number(b.id) - Number(a.id));
  return paged(found, params, (each) => presentAttachment(context, each));
}

async function upload({ context, site, user, call, base }: RestCall): Promise<Reply> {
  if (!user || !can(user, 'upload_files'))
    throw notAllowed('rest_cannot_create', 'Sorry, you are not allowed to create posts as this user.', user);
  const { fileName, data } = readUpload(call);
  return context.faults.around(
    { network: 'wordpress', operation: 'upload', account: site.name, text: fileName },
    word,
    async () => {
      const attachment = await createAttachment(context, { site, user, fileName, data });
      // The code depends on how the file was sent; the message is the same.
      const code =
        contentType(call) === 'multipart/form-data' ? 'rest_upload_unknown_error' : 'rest_upload_sideload_error';
      if (!attachment) throw new RestError(500, code, 'Sorry, you are not allowed to upload this file type.');
      return json(201, presentAttachment(context, attachment), {
        location: `${base}/wp-json/wp/v2/media/${attachment.id}`,
        'x-wp-upload-attachment-id': String(attachment.id),
      });
    },
  );
}

function readUpload(call: Call): { fileName: string; data: Buffer } {
  if (contentType(call) === 'multipart/form-data') {
    const part = readFields(call)?.files.get('file');
    if (!part) throw new RestError(400, 'rest_upload_no_data', 'No data supplied.');
    return { fileName: part.filename ?? 'file', data: part.data };
  }
  if (call.body.length === 0) throw new RestError(400, 'rest_upload_no_data', 'No data supplied.');
  if (contentType(call) === '') throw new RestError(400, 'rest_upload_no_content_type', 'No Content-Type supplied.');
  const disposition = call.headers['content-disposition'];
  if (disposition === undefined)
    throw new RestError(400, 'rest_upload_no_content_disposition', 'No Content-Disposition supplied.');
  const fileName = /filename\s*=\s*"?([^";]+)"?/i.exec(disposition)?.[1]?.trim();
  if (!fileName)
    throw new RestError(
      400,
      'rest_upload_invalid_disposition',
      'Invalid Content-Disposition supplied. Content-Disposition needs to be formatted as `attachment; ' +
        'filename="image.png"` or similar.',
    );
  return { fileName, data: call.body };
}

function presentAttachment(context: Context, each: Attachment): Record<string, unknown> {
  const date = each.createdAt.slice(0, 19);
  const url = uploadUrl(context, each);
  const file = url.split('/uploads/')[1] ?? each.fileName;
  return {
    id: each.id,
    date,
    date_gmt: date,
    guid: { rendered: url, raw: url },
    slug: each.title,
    status: 'inherit',
    type: 'attachment',
    link: `${context.publicUrl}/wordpress/${each.site}/?attachment_id=${each.id}`,
    title: { raw: each.title, rendered: each.title },
    author: each.authorId,
    caption: { raw: each.caption, rendered: each.caption },
    alt_text: each.alt,
    media_type: each.media.kind === 'image' ? 'image' : 'file',
    mime_type: each.media.type,
    media_details:
      each.media.kind === 'image'
        ? { width: each.media.width, height: each.media.height, file, filesize: each.media.sizeBytes, sizes: {} }
        : {
            filesize: each.media.sizeBytes,
            mime_type: each.media.type,
            length: each.media.durationSeconds,
            width: each.media.width,
            height: each.media.height,
            fileformat: 'mp4',
          },
    post: null,
    source_url: url,
  };
}
