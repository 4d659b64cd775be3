/** Copies a Creative Commons video of YouTube into the library, with the operator's own yt-dlp. */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { messages } from '#contract/messages.ts';
import { keywordWith } from '#sources/trends/terms.ts';
import { UserError, type OutsideContext } from '../../base/handlers.ts';
import { fileAddress } from '../../base/lib/file-address.ts';
import { keepFile } from '../../base/files/index.ts';
import { askTrends } from './ask.ts';

const run = promisify(execFile);
const longestMs = 300_000;
const mostMegabytes = 200;

/** The id of a video in its address at YouTube; null for any other text. */
export function videoIdOf(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { protocol, hostname, pathname, searchParams } = new URL(address);
  const host = hostname.replace(/^(www|m|music)\./, '');
  if (protocol !== 'https:' && protocol !== 'http:') return null;
  const path = /^\/(?:shorts|embed|live)\/([\w-]{11})\/?$/.exec(pathname)?.[1];
  const id = host === 'youtu.be' ? pathname.slice(1) : host === 'youtube.com' ? (path ?? searchParams.get('v')) : null;
  return id !== null && /^[\w-]{11}$/.test(id) ? id : null;
}

/**
 * The library's copy of a video. Throws a UserError: 422 if the address is not a YouTube video, 409 for one under
 * another licence, or if the operator has set no downloader or no key.
 */
export async function copyVideo(address: string, context: OutsideContext): Promise<{ url: string; title: string }> {
  const { services, signal } = context;
  const { config } = services;
  const id = videoIdOf(address);
  if (id === null) throw new UserError(messages.notYoutube, { status: 422, errors: { url: messages.notYoutube } });
  if (config.youtubeDownloader === null) throw new UserError(messages.youtubeNoDownloader);
  const { agencyId } = context.user;
  const question = { source: 'youtube', agencyId, keyword: keywordWith('id', id), cursor: null, signal } as const;
  const { standing, results } = await askTrends(services, question);
  if (standing.state !== 'answered') throw new UserError(messages.youtubeOff);
  const video = results[0];
  if (video === undefined) throw new UserError(messages.youtubeGone);
  if (video.facts.of !== 'youtube' || !video.facts.isCreativeCommons) throw new UserError(messages.youtubeNotFree);
  const dir = join(config.dataDir, 'tmp', `video-${randomUUID()}`);
  await mkdir(dir, { recursive: true, mode: 0o700 });
  try {
    const path = join(dir, 'video.mp4');
    await download(config.youtubeDownloader, { id, path, signal });
    const file = await keepFile(
      { services, transaction: context.transaction },
      {
        agencyId: context.user.agencyId,
        userId: context.user.id,
        path,
        title: video.title,
        media: 'video',
        licence: {
          source: 'youtube',
          sourceItem: id,
          title: video.title,
          author: video.author,
          licence: video.licence,
          ...(video.licenceUrl === null ? {} : { licenceUrl: video.licenceUrl }),
          ...(video.pageUrl === null ? {} : { pageUrl: video.pageUrl }),
          ...(video.attribution === null ? {} : { attribution: video.attribution }),
        },
        now: context.now,
        signal,
      },
    );
    return { url: fileAddress(file.name), title: video.title };
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** Runs the downloader on one video. Its argument is an address that we build, never the person's text. */
async function download(
  program: string,
  { id, path, signal }: { id: string; path: string; signal: AbortSignal },
): Promise<void> {
  const args = [
    '--no-playlist',
    '--no-config',
    '--max-filesize',
    `${mostMegabytes}M`,
    '--format',
    'mp4[height<=720]/mp4',
    '--output',
    path,
    `https://www.youtube.com/watch?v=${id}`,
  ];
  try {
    await run(program, args, { timeout: longestMs, signal, maxBuffer: 1_000_000 });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new UserError(messages.youtubeNotCopied);
  }
}
