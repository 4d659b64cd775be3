/** The sources of this installation: the configured ones that are on, followed by the embedded one of each kind. */
import { imgflipMemes, googleFonts } from './remote/lists.ts';
import type { Access } from './remote/ask.ts';
import { jamendoMusic } from './remote/jamendo.ts';
import { openverseImages, openverseMusic } from './remote/openverse.ts';
import { pexelsImages, pexelsVideos } from './remote/pexels.ts';
import { pixabayImages, pixabayVideos } from './remote/pixabay.ts';
import { unsplashImages } from './remote/unsplash.ts';
import { googleTrends } from './trends/google.ts';
import { openStreetMap } from './places/openstreetmap.ts';
import { redditTrends } from './trends/reddit.ts';
import { twitterTrends } from './trends/twitter.ts';
import { youtubeTrends } from './trends/youtube.ts';
import type { Kind, RemoteId, RemoteSource, Source } from './source.ts';

/** The sources of a kind in the order in which they are asked; the embedded one is last. */
export type Sources = { of<K extends Kind>(kind: K): Promise<readonly Source<K>[]> };

type Makers = { readonly [K in Kind]: Readonly<Partial<Record<RemoteId, (access: Access) => Source<K>>>> };

const makers: Makers = {
  image: { openverse: openverseImages, pexels: pexelsImages, pixabay: pixabayImages, unsplash: unsplashImages },
  video: { pexels: pexelsVideos, pixabay: pixabayVideos },
  quote: {},
  font: { 'google-fonts': googleFonts },
  music: { openverse: openverseMusic, jamendo: jamendoMusic },
  meme: { imgflip: imgflipMemes },
  viral: {},
  trend: { youtube: youtubeTrends, reddit: redditTrends, 'google-trends': googleTrends, twitter: twitterTrends },
  business: { openstreetmap: openStreetMap },
};

type Lists = { readonly [K in Kind]: readonly Source<K>[] };

/**
 * Opens nothing yet. The first query loads the embedded sources and the canvas they draw on, so that a process without
 * look-ups stays small.
 */
export function openSources({ http, remotes }: { http: Access['http']; remotes: readonly RemoteSource[] }): Sources {
  let lists: Promise<Lists> | null = null;
  const ofKind = <K extends Kind>(ours: Readonly<Partial<Record<RemoteId, (access: Access) => Source<K>>>>) =>
    remotes.flatMap(({ id, key, baseUrl, otherUrl }) => {
      const access = { http, key, baseUrl: new URL(baseUrl) };
      return ours[id]?.(otherUrl === undefined ? access : { ...access, otherUrl: new URL(otherUrl) }) ?? [];
    });
  const load = async (): Promise<Lists> => {
    const { embedded } = await import('./index.ts');
    return {
      image: [...ofKind(makers.image), embedded.image],
      video: [...ofKind(makers.video), embedded.video],
      quote: [...ofKind(makers.quote), embedded.quote],
      font: [...ofKind(makers.font), embedded.font],
      music: [...ofKind(makers.music), embedded.music],
      meme: [...ofKind(makers.meme), embedded.meme],
      viral: [...ofKind(makers.viral), embedded.viral],
      trend: ofKind(makers.trend),
      business: ofKind(makers.business),
    };
  };
  return { of: async (kind) => (await (lists ??= load()))[kind] };
}
