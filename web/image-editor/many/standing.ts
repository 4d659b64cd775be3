import type { Batch } from '#contract/content/batches.ts';

/** The progress of a batch, in a sentence. */
export function standing({ state, ready, total, unfit, percent }: Batch): string {
  const made = `${ready} of ${total} ${total === 1 ? 'picture' : 'pictures'} made`;
  const open = unfit === 0 ? '' : `, ${unfit} for you to decide`;
  if (state === 'running') return `${percent} %: ${made}${open}`;
  return `${state === 'cancelled' ? 'Stopped: ' : ''}${made}${open}.`;
}
