import { appendFile, mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../context.ts';
import { cut, raw, type Reply } from '../http/reply.ts';
import { contentType, type Call } from '../http/request.ts';
import { processingOf } from '../processing.ts';
import { vimeoUsers } from './people.ts';
import { linkOf } from './present.ts';
import type { Pending } from '../state/model.ts';
import type { Video } from './rows.ts';

const resumable = { 'tus-resumable': '1.0.0' };
/** How long transcoding takes by default. */
const transcodeMs = 300;

/** How long an empty video's upload address is valid; the real lifetime is not documented. */
const lifeMs = 86_400_000;

/**
 * `/upload/<key>`: HEAD returns the offset, PATCH adds bytes at it (tus.io/protocols/resumable-upload 1.0.0). No token
 * is needed: the address is the secret.
 */
export async function upload(context: Context, call: Call): Promise<Reply> {
  const video = [...context.state.tables.vimeoVideos.values()].find(
    (each) => `/upload/${each.uploadKey}` === call.path,
  );
  if (!video) return plain(404, 'Upload not found');
  if (context.now().getTime() >= Date.parse(video.createdAt) + lifeMs) return plain(410, 'Upload expired');
  if (call.headers['tus-resumable'] !== '1.0.0')
    return {
      ...plain(412, 'Tus-Resumable is missing or not 1.0.0'),
      headers: { ...resumable, 'tus-version': '1.0.0' },
    };
  if (call.method === 'HEAD')
    return {
      ...plain(200, ''),
      headers: {
        ...resumable,
        'upload-length': String(video.sizeBytes),
        'upload-offset': String(video.offset),
        'cache-control': 'no-store',
      },
    };
  if (call.method !== 'PATCH') return plain(405, 'Method not allowed');
  if (contentType(call) !== 'application/offset+octet-stream')
    return plain(415, 'Content-Type must be application/offset+octet-stream');
  if (call.headers['upload-offset'] !== String(video.offset)) return plain(409, 'Upload-Offset does not match');
  if (video.offset + call.body.length > video.sizeBytes) return plain(413, 'More bytes than Upload-Length');
  const account = vimeoUsers.find((each) => each.id === video.owner)?.handle ?? '';
  const isLost = (kind: string) => kind === 'cut' || kind === 'half';
  return context.faults.around(
    { network: 'vimeo', operation: 'upload', account, text: `${video.name}\n${video.description}` },
    async (fault) => {
      // A broken connection has still delivered half of the bytes.
      if (isLost(fault.kind)) await take(context, video, call.body.subarray(0, Math.floor(call.body.length / 2)));
      return isLost(fault.kind) ? cut() : plain(500, 'Internal error');
    },
    async () => {
      const offset = await take(context, video, call.body);
      return {
        status: 204,
        headers: { ...resumable, 'upload-offset': String(offset) },
        body: '',
        ending: 'whole',
        gzip: false,
      };
    },
  );
}

const plain = (status: number, body: string): Reply => raw(status, { type: 'text/plain', body, headers: resumable });

/** Adds bytes; with the last one the video becomes a post. Returns the new offset. */
async function take(context: Context, video: Video, bytes: Buffer): Promise<number> {
  const offset = video.offset + bytes.length;
  await mkdir(context.media.dir, { recursive: true });
  const path = join(context.media.dir, `vimeo-${video.uploadKey}.part`);
  await appendFile(path, bytes);
  await context.state.commit({ kind: 'row', table: 'vimeoVideos', id: video.id, value: { ...video, offset } });
  if (offset === video.sizeBytes) {
    await finish(context, video, await readFile(path));
    await rm(path, { force: true });
  }
  return offset;
}

async function finish(context: Context, video: Video, data: Buffer): Promise<void> {
  const user = vimeoUsers.find((each) => each.id === video.owner);
  const media = await context.media.keep(data);
  await context.state.commit({
    kind: 'post',
    post: {
      key: `vimeo/${video.owner}/${video.id}`,
      network: 'vimeo',
      account: user?.handle ?? '',
      accountName: user?.name ?? '',
      author: user?.name ?? '',
      id: video.id,
      url: linkOf(context, video),
      path: `vimeo/${video.id}`,
      title: video.name,
      text: video.description,
      html: '',
      entities: [],
      status: 'processing',
      slug: '',
      tags: video.tags,
      media: [media],
      featuredId: 0,
      createdAt: video.createdAt,
      publishedAt: context.now().toISOString(),
      pending:
        media.kind === 'video' ? transcodingOf(context, video) : { at: context.now().toISOString(), becomes: 'failed' },
    },
  });
}

function transcodingOf(context: Context, video: Video): Pending {
  const asked = processingOf(context, {
    network: 'vimeo',
    account: vimeoUsers.find((each) => each.id === video.owner)?.handle ?? '',
    text: `${video.name}\n${video.description}`,
  });
  return asked ?? { at: new Date(context.now().getTime() + transcodeMs).toISOString(), becomes: 'published' };
}
