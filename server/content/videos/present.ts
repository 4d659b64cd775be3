import { z } from 'zod';
import type { VideoContent, VideoProgress } from '#contract/content/videos.ts';
import { fileAddress } from '../../base/lib/file-address.ts';
import { foundPath } from '../stock/index.ts';
import { posterOf } from './project.ts';
import type { VideoRow } from './queries.ts';

/** The progress of a video, as replies show it. */
export const presentProgress = (row: VideoRow): VideoProgress => ({
  id: row.id,
  status: row.status,
  failed: row.failed ? '1' : '0',
  percent: row.percent,
  seconds_left: row.seconds_left,
  message: row.message,
});

/** A video as replies show it. */
export const presentVideo = (row: VideoRow): VideoContent => ({
  id: row.id,
  status: row.status,
  failed: row.failed ? '1' : '0',
  percent: row.percent,
  message: row.message,
  name: row.name,
  poster: fileAddress(row.poster_name) ?? foundPoster(row.project),
  video_path: fileAddress(row.file_name),
  credits: row.credits,
  client_id: row.client_id,
  created: row.created_at.toISOString(),
  revision: row.revision,
  all_data: JSON.stringify(row.project),
});

/** What decides a stored project's poster. */
const posters = z.object({
  thumbnail: z.string().catch(''),
  tiles: z.array(z.object({ poster: z.string().catch('') })).catch([]),
});

/** The poster of a project whose clips are not copied yet. */
function foundPoster(project: unknown): string | null {
  const address = posterOf(posters.parse(project));
  return address.startsWith(foundPath) ? address : null;
}
