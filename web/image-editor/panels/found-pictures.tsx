import { Checkbox, Loader } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { newBackground, newCaption, newImage } from '#rules/design/layers.ts';
import { addLayers } from '#rules/design/operations.ts';
import { resized } from '#rules/design/resize.ts';
import { notify } from '../../parts/notify.ts';
import { useEditor } from '../context.ts';
import { newId, type Editor } from '../document/editor.ts';
import { loadImage } from '../document/materials.ts';
import styles from './found.module.css';
import { SearchField } from './search-field.tsx';
import { onScrollEnd, useSearch } from './use-search.ts';

type Box = { left: number; top: number; width: number; height: number };
/** A picture that was chosen; `boxes` are the places for words in a meme, as parts of it. */
export type ChosenPicture = { image: string; title: string; boxes: readonly Box[] | null };

/** The first keyword: memes of cats, pictures of nature. */
const firstKeyword = { image: 'nature', meme: 'cat' } as const;

/** Pictures or memes of the sources, added with a click. */
export function FoundPictures({ kind }: { kind: 'image' | 'meme' }) {
  const { editor } = useEditor();
  const { found, isLoading, message, search, more } = useSearch(kind);
  const [covers, setCovers] = useState(true);
  const [busy, setBusy] = useState(false);
  const first = useRef(search);
  useEffect(() => void first.current(firstKeyword[kind]), [kind]);
  const choose = async (picture: ChosenPicture) => {
    setBusy(true);
    await addPicture(editor, picture, { covers: covers || kind === 'meme' });
    setBusy(false);
  };
  return (
    <>
      <SearchField
        label={kind === 'meme' ? 'Search memes' : 'Search images'}
        first={firstKeyword[kind]}
        isLoading={isLoading}
        onSearch={(keyword) => void search(keyword)}
      />
      {kind === 'image' && (
        <Checkbox
          label="Fill the canvas"
          checked={covers}
          onChange={({ currentTarget }) => setCovers(currentTarget.checked)}
        />
      )}
      <div className={styles.scroll} onScroll={onScrollEnd(more)} aria-busy={isLoading || busy}>
        <div className={styles.pictures}>
          {found.map((each) =>
            'thumb' in each ? (
              <button
                key={`${each.source} ${each.id}`}
                type="button"
                className={styles.picture}
                aria-label={each.title}
                title={each.credit ?? each.title}
                disabled={busy}
                onClick={() =>
                  void choose({ image: each.image, title: each.title, boxes: 'boxes' in each ? each.boxes : null })
                }
              >
                <img src={each.thumb} alt="" loading="lazy" />
              </button>
            ) : null,
          )}
        </div>
        {isLoading && <Loader size="sm" />}
        {message !== '' && <p role="status">{message}</p>}
      </div>
    </>
  );
}

/** Adds a picture; a meme takes the canvas over, with a text in each of its places. */
export async function addPicture(
  editor: Editor,
  { image, title, boxes }: ChosenPicture,
  { covers }: { covers: boolean },
): Promise<void> {
  try {
    const { width, height } = await loadImage(image);
    const [id, size, name] = [newId(), { width, height }, title.slice(0, 200)];
    editor.change((before) => {
      const design = boxes === null ? before : resized(before, memeSize(size));
      const make = covers ? newBackground : newImage;
      const picture = make(id, design, { source: image, size, name });
      const captions = (boxes ?? []).map((box, at) => ({
        ...newCaption(newId(), design, at === 0 ? 'top' : 'bottom'),
        name: `Text ${at + 1}`,
        x: box.left * design.width,
        y: box.top * design.height,
        width: box.width * design.width,
        height: box.height * design.height,
      }));
      return boxes === null && !covers
        ? addLayers(design, [picture])
        : { ...design, layers: [picture, ...(boxes === null ? design.layers : captions)] };
    });
    editor.select([id]);
  } catch {
    notify.danger('This picture could not be loaded. Please choose another one.');
  }
}

/** A meme's canvas: its own shape, at most 1080 px. */
const memeSize = ({ width, height }: { width: number; height: number }) => {
  const scale = Math.min(1, 1080 / Math.max(width, height));
  return { width: Math.max(16, Math.round(width * scale)), height: Math.max(16, Math.round(height * scale)) };
};
