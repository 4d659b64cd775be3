import { useState } from 'react';
import { finishedSize } from '#rules/design/layers.ts';
import { call, CallError } from '../api/call.ts';
import { notify } from '../parts/notices/notify.ts';

type Size = { width: number; height: number };
type Named = Size & { name: string };

/** The downloads of a design: finished, at twice the canvas size, and in the networks' sizes. */
export function downloadSizes(design: Size, networks: readonly Named[]): Named[] {
  const by = Math.min(2, 4096 / Math.max(design.width, design.height));
  const twice = { width: Math.round(design.width * by), height: Math.round(design.height * by) };
  return [
    { name: 'Image', ...finishedSize(design) },
    { name: 'Twice the size', ...twice },
    ...networks.filter(({ name }) => name !== 'Standard'),
  ];
}

/** How long to wait between two checks whether the server has drawn a picture, ms. */
const lookAgain = 400;
const longestWait = 60_000;

/** The address of a design's picture as the server draws it in a size. Throws a CallError if that fails. */
export async function finishedPicture(id: string, size: Size): Promise<string> {
  const { data } = await call('draw-design', { id, ...size });
  const until = Date.now() + longestWait;
  for (let now = data; ;) {
    if (now.state === 'ready' && now.url !== null) return now.url;
    if (now.state === 'failed') throw new CallError(409, now.message);
    if (Date.now() > until) throw new CallError(0, 'The picture is still being drawn. Please try again in a moment.');
    await new Promise((resolve) => setTimeout(resolve, lookAgain));
    now = (await call('fetch-drawing', { id: data.id })).data;
  }
}

/** Downloads finished pictures. */
export function useFinished() {
  const [isBusy, setBusy] = useState(false);
  const download = async ({ id, name, size }: { id: string; name: string; size: Size }) => {
    setBusy(true);
    try {
      const url = await finishedPicture(id, size);
      const link = document.createElement('a');
      link.href = url;
      link.download = `${name.replaceAll(/[^\p{L}\p{N} ._-]/gu, '').trim() || 'image'}.png`;
      link.click();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      notify.danger(error.message);
    }
    setBusy(false);
  };
  return { isBusy, download };
}
