import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { newBackground, newCaption, newImage } from '#rules/design/layers.ts';
import { addLayers } from '#rules/design/operations.ts';
import { resized } from '#rules/design/resize.ts';
import { MediaPicker } from '../../parts/media-picker/media-picker.tsx';
import { notify } from '../../parts/notices/notify.ts';
import { useEditor } from '../context.ts';
import { newId, type Editor } from '../document/editor.ts';
import { loadImage } from '../document/web-canvas.ts';

type Box = { left: number; top: number; width: number; height: number };
/** A selected picture; `boxes` are the positions of a meme's texts, as fractions of it. */
export type ChosenPicture = { image: string; title: string; boxes: readonly Box[] | null };

/** Pictures or memes from the sources, added with a click. */
export function FoundPictures({ kind }: { kind: 'image' | 'meme' }) {
  const { editor } = useEditor();
  const [covers, setCovers] = useState(true);
  const [taking, setTaking] = useState<string | null>(null);
  const choose = async (id: string, picture: ChosenPicture) => {
    if (taking !== null) return;
    setTaking(id);
    await addPicture(editor, picture, { covers: covers || kind === 'meme' });
    setTaking(null);
  };
  if (kind === 'meme')
    return (
      <MediaPicker
        key="meme"
        type="meme"
        taking={taking}
        onPick={({ id, image, title, boxes }) => void choose(id, { image, title, boxes })}
      />
    );
  return (
    <>
      <Checkbox
        label="Fill the canvas"
        checked={covers}
        onChange={({ currentTarget }) => setCovers(currentTarget.checked)}
      />
      <MediaPicker
        key="image"
        type="image"
        taking={taking}
        onPick={({ id, image, title }) => void choose(id, { image, title, boxes: null })}
      />
    </>
  );
}

/** Adds a picture; a meme replaces the canvas, with a text in each of its boxes. */
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

/** A meme's canvas: its own aspect ratio, at most 1080 px. */
const memeSize = ({ width, height }: { width: number; height: number }) => {
  const scale = Math.min(1, 1080 / Math.max(width, height));
  return { width: Math.max(16, Math.round(width * scale)), height: Math.max(16, Math.round(height * scale)) };
};
