import type { VideoProject } from '#contract/content/videos.ts';

/** The URLs of all files in a project, each once. */
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

type Posters = { thumbnail: string; tiles: readonly { poster: string }[] };

/** The URL of a project's poster; '' if it has none. */
export const posterOf = ({ thumbnail, tiles: [first] }: Posters): string =>
  thumbnail === '' ? (first?.poster ?? '') : thumbnail;
