/** Saves a design: on request, and automatically a while after the last change. */
import type { Sent } from '#contract/index.ts';
import type { Design } from '#rules/design/design.ts';
import { drawDesign } from '#render/layout/design/index.ts';
import { call } from '../../api/call.ts';
import type { Materials } from './materials.ts';
import { newSurface } from './web-canvas.ts';

/** A saved design; `id` is null before the first save. */
export type Saved = { id: string | null; revision: number | null; name: string };

/** One save as it is sent, also again: with the same input the server recognizes it. */
export type SaveRequest = { name: string; input: Sent<'save-thumbnail'>; thumbnail: File };

/** A save of a design with its thumbnail; with `finish` the server also draws the finished picture at once. */
export async function saveRequest(
  { design, name }: { design: Design; name: string },
  { saved, materials, finish }: { saved: Saved; materials: Materials; finish: 'now' | 'later' },
): Promise<SaveRequest> {
  const thumbnail = await thumbnailOf(design, materials);
  const known = {
    ...(saved.id === null ? {} : { id: saved.id }),
    ...(saved.revision === null ? {} : { revision: saved.revision }),
  };
  return { name, thumbnail, input: { name, data: JSON.stringify(design), finish, ...known } };
}

/** Sends a save. */
export async function sendSave({ name, input, thumbnail }: SaveRequest): Promise<{ saved: Saved; message: string }> {
  const { data, message } = await call('save-thumbnail', input, { file: { field: 'thumbnail', content: thumbnail } });
  return { saved: { id: data.id, revision: data.revision, name }, message };
}

/** The size of a design's thumbnail, px. */
const thumbnailSize = { width: 700, height: 394 };

async function thumbnailOf(design: Design, { means }: Materials): Promise<File> {
  const scale = Math.min(thumbnailSize.width / design.width, thumbnailSize.height / design.height, 1);
  const surface = newSurface({
    width: Math.max(1, Math.round(design.width * scale)),
    height: Math.max(1, Math.round(design.height * scale)),
  });
  drawDesign(surface.context, design, { scale, means });
  const blob = await new Promise<Blob | null>((resolve) => surface.picture.toBlob(resolve, 'image/png'));
  // Safari keeps the memory of canvases that are not emptied.
  [surface.picture.width, surface.picture.height] = [0, 0];
  if (blob === null) throw new Error('the canvas gave no picture');
  return new File([blob], 'thumbnail.png', { type: 'image/png' });
}
