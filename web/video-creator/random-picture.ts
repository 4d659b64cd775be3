/** Random stock pictures for slides. */
import { useState } from 'react';
import type { VideoTile } from '#contract/content/videos.ts';
import { call, CallError } from '../api/call.ts';
import { notify } from '../parts/notices/notify.ts';
import { setTile, stockKeywords } from './edits.ts';
import { useEditor } from './editor.ts';

const oneOf = <T>(list: readonly T[]): T | undefined => list[Math.floor(Math.random() * list.length)];

type Picked = {
  /** Replaces a slide's picture. */
  into: (tileId: string) => Promise<void>;
  /** Gives an added slide a picture, as part of adding it, unless the person has given it one meanwhile. */
  intoAdded: (tileId: string) => Promise<void>;
  busy: boolean;
};

/** Puts random pictures into slides: for the project's keyword, otherwise for one of the stock keywords. */
export function usePicked(): Picked {
  const { store } = useEditor();
  const [busy, setBusy] = useState(false);
  const pick = async (put: (picture: Partial<VideoTile>) => void): Promise<void> => {
    setBusy(true);
    try {
      const { keyword: wanted } = store.snapshot().document.settings;
      const keyword = wanted.trim() || oneOf(stockKeywords) || 'nature';
      const { data } = await call('search-media', { keyword, page: 1, search_type: 'image' });
      const found = oneOf(data.flatMap((item) => ('image' in item && 'thumb' in item ? [item] : [])));
      if (found !== undefined) put({ type: 'image', file_url: found.image, poster: found.thumb });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      notify.danger(error.message);
    } finally {
      setBusy(false);
    }
  };
  return {
    into: (tileId) => pick((picture) => store.change(setTile(tileId, picture))),
    intoAdded: (tileId) =>
      pick((picture) => {
        if (store.snapshot().document.tiles[tileId]?.file_url === '')
          store.change(setTile(tileId, picture), { byProgram: true });
      }),
    busy,
  };
}
