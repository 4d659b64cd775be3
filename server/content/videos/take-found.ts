/** Copies search results that were chosen for a project into the library, so that they stay. */
import type { VideoProject } from '#contract/content/videos.ts';
import { messages } from '#contract/messages.ts';
import { UserError, type Services } from '../../base/handlers.ts';
import { presentFile } from '../../base/files/index.ts';
import { isFoundAddress, isTakeable, takeFound, type TakeMeans } from '../stock/index.ts';
import { addressesOf } from './project.ts';

/** URLs of search results, each with the URL of its copy. */
export type Copied = Readonly<Record<string, string>>;

/**
 * The preview URLs of found pictures, each with the URL of the whole picture: its copy has a thumbnail of its own, so
 * that the preview is not copied as well.
 */
function smallerOnes(tiles: VideoProject['tiles'], isFound: (address: string) => boolean): Map<string, string> {
  const pairs = tiles.filter(
    ({ type, file_url: whole, poster }) => type === 'image' && poster !== whole && isFound(whole) && isFound(poster),
  );
  const wholes = new Set(tiles.map(({ file_url: whole }) => whole));
  return new Map(
    pairs.filter(({ poster }) => !wholes.has(poster)).map(({ poster, file_url: whole }) => [poster, whole]),
  );
}

const media = ['image', 'video', 'audio'] as const;

/** The URLs of search results in a project. Throws a UserError for one that is no longer offered or has no file. */
export function foundIn(project: VideoProject, services: Services): string[] {
  const found = addressesOf(project).filter((address) => isFoundAddress(address, services.config));
  if (!found.every((address) => isTakeable(services, address)))
    throw new UserError(messages.foundGone, { status: 422 });
  return found;
}

/** Whether a project still has URLs of search results. */
export const hasFound = (project: VideoProject, { config }: Pick<Services, 'config'>): boolean =>
  addressesOf(project).some((address) => isFoundAddress(address, config));

type Taking = TakeMeans & { agencyId: string; userId: string | null; now: Date; signal: AbortSignal };

/**
 * Copies the search results in a project into the agency's library. Throws a UserError for a result that is no longer
 * offered.
 */
export async function takeChosen(
  project: VideoProject,
  { services, transaction, agencyId, userId, now, signal }: Taking,
): Promise<Copied> {
  const copied: Record<string, string> = {};
  const smaller = smallerOnes(project.tiles, (address) => isFoundAddress(address, services.config));
  for (const address of addressesOf(project)) {
    if (!isFoundAddress(address, services.config) || smaller.has(address)) continue;
    const { file } = await takeFound({ services, transaction }, { address, agencyId, userId, media, now, signal });
    const { url, thumb } = presentFile(file);
    copied[address] = url;
    for (const [small, whole] of smaller) if (whole === address) copied[small] = thumb ?? url;
  }
  return copied;
}

/** A project with copies in place of search results. */
export function withCopies<Project extends VideoProject>(project: Project, copied: Copied): Project {
  const own = (address: string): string => copied[address] ?? address;
  return {
    ...project,
    tiles: project.tiles.map((tile) => ({ ...tile, file_url: own(tile.file_url), poster: own(tile.poster) })),
    audio: { ...project.audio, url: own(project.audio.url) },
    logo: { ...project.logo, url: own(project.logo.url) },
    watermark: { ...project.watermark, url: own(project.watermark.url) },
    thumbnail: own(project.thumbnail),
  };
}
