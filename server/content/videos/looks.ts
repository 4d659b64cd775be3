/** The built-in looks of videos. */
import { z } from 'zod';
import { look, type Look } from '#contract/content/videos-starts.ts';
import list from '#catalog/looks/looks.json' with { type: 'json' };

/** Every look, in the order of the list. */
export const looks: readonly Look[] = z.array(look).parse(list);

/** The look with an id; the first one if there is none. */
export function lookOf(id: string): Look {
  const found = looks.find((each) => each.id === id) ?? looks[0];
  if (found === undefined) throw new Error('no look ships');
  return found;
}
