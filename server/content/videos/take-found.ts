/** Files found at sources and chosen for a project are copied into the library, so that they stay. */
import type { VideoProject } from '#contract/content/videos.ts';
import type { OutsideContext } from '../../base/handlers.ts';
import { presentFile } from '../../base/files/index.ts';
import { isFoundAddress, takeFound } from '../stock/index.ts';
import { addressesOf } from './project.ts';

/** Addresses of what was found, each with the address of its copy. */
export type Copied = Readonly<Record<string, string>>;

/**
 * The addresses that show a found picture small, each with that of the whole picture: its copy has a thumbnail of its
 * own, so that the small one is not copied as well.
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

/**
 * Copies what a project names of sources into the agency's library, and gives the project that names the copies. Throws
 * a UserError for what is not offered any more.
 */
export async function takeChosen<Project extends VideoProject>(
  project: Project,
  { services, transaction, user, now, signal }: OutsideContext,
): Promise<{ project: Project; copied: Copied }> {
  const { agencyId, id: userId } = user;
  const media = ['image', 'video', 'audio'] as const;
  const copied: Record<string, string> = {};
  const smaller = smallerOnes(project.tiles, (address) => isFoundAddress(address, services.config));
  for (const address of addressesOf(project)) {
    if (!isFoundAddress(address, services.config) || smaller.has(address)) continue;
    const { file } = await takeFound({ services, transaction }, { address, agencyId, userId, media, now, signal });
    const { url, thumb } = presentFile(file);
    copied[address] = url;
    for (const [small, whole] of smaller) if (whole === address) copied[small] = thumb ?? url;
  }
  const own = (address: string): string => copied[address] ?? address;
  const renamed = {
    ...project,
    tiles: project.tiles.map((tile) => ({ ...tile, file_url: own(tile.file_url), poster: own(tile.poster) })),
    audio: { ...project.audio, url: own(project.audio.url) },
    logo: { ...project.logo, url: own(project.logo.url) },
    watermark: { ...project.watermark, url: own(project.watermark.url) },
    thumbnail: own(project.thumbnail),
  };
  return { project: renamed, copied };
}
