import type { VideoProject } from '#contract/content/videos.ts';

/** The addresses of all files that stand in a project, each once. */
export function addressesOf({ tiles, audio, logo, watermark, thumbnail }: VideoProject): string[] {
  const all = [
    ...tiles.flatMap((tile) => [tile.file_url, tile.poster, tile.audio]),
    audio.url,
    logo.url,
    watermark.url,
    thumbnail,
  ];
  return [...new Set(all.filter((address) => address !== ''))];
}

/** The address of the picture that stands for a project; '' where it has none. */
export const posterOf = ({ thumbnail, tiles: [first] }: VideoProject): string =>
  thumbnail === '' ? (first?.poster ?? '') : thumbnail;
