/** Copies a font that a search has found into an agency's library, one file per face. */
import { messages } from '#contract/messages.ts';
import { facesIn } from '#sources/faces.ts';
import type { SourceId } from '#sources/source.ts';
import { UserError } from '../../base/handlers.ts';
import type { FileRow } from '../../base/files/index.ts';
import { readAddress } from './address.ts';
import { takeThing } from './take.ts';
import type { TakeMeans, Taking } from './taken.ts';

/** A copied face. */
export type TakenFace = { isBold: boolean; isItalic: boolean; file: FileRow };

/** A found font: its name, its source and its faces. A bundled font has none to copy. */
export type TakenFont = { family: string; source: SourceId; faces: TakenFace[] };

/**
 * Copies every face of the font at a found URL; each is checked, counted and licensed like any other copy. Throws a
 * UserError as `takeFound` does, also for the URL of something else.
 */
export async function takeFaces(
  means: TakeMeans,
  { address, ...taking }: Omit<Taking, 'media'> & { address: string },
): Promise<TakenFont> {
  const thing = readAddress(means.services, address);
  if (thing === null) throw new UserError(messages.foundGone, { status: 422 });
  if (thing.kind !== 'font') throw new UserError(messages.foundKind, { status: 422 });
  const font = { family: thing.title, source: thing.source };
  if (thing.source === 'embedded') return { ...font, faces: [] };
  const faces: TakenFace[] = [];
  for (const { isBold, isItalic, reference } of facesIn(thing.reference)) {
    const { file } = await takeThing(means, {
      ...taking,
      media: ['font'],
      thing: { ...thing, reference },
      address: `${address} ${faces.length}`,
    });
    faces.push({ isBold, isItalic, file });
  }
  return { ...font, faces };
}
