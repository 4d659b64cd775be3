import type { NetworkId, StreamType } from '#rules/eligibility.ts';
import type { Look } from '../../../../../parts/states/state-looks.ts';
import type { CalendarEvent } from './events.ts';

/** `card` stands in an hour of the week, `box` in a day of the month, `line` in a list. */
export type EventForm = 'card' | 'box' | 'line';

/** The name of a state on a card: `rest` is left out where a card is too narrow for it. */
export type CardWords = { word: string; rest: string };

/** The name of a post's state on its card, which has room for a word or two. */
export function cardWords({ attention }: Pick<CalendarEvent, 'attention'>, { word }: Look): CardWords {
  if (attention === 'approval') return { word: 'Waits', rest: ' for approval' };
  if (attention === 'not-approved') return { word: 'Held', rest: '' };
  return { word, rest: '' };
}

/** The first words of a post; what it is, if it has none. Never the name of its file. */
export const firstWords = ({ title, type }: { title: string; type: StreamType }): string =>
  title || (type === 'video' ? 'Video' : type === 'image' ? 'Picture' : 'Untitled');

/** How many icons fit; a number takes the space of one. */
const most: Readonly<Record<EventForm, number>> = { card: 3, box: 2, line: 4 };

/** The networks of a card: the first by their icons, the others as a number. `isLong`: a long state is beside them. */
export function shownNetworks(
  networks: readonly NetworkId[],
  { form, isLong }: { form: EventForm; isLong: boolean },
): { shown: readonly NetworkId[]; more: number } {
  const room = form === 'card' && isLong ? 1 : most[form];
  const shown = networks.slice(0, networks.length <= room ? room : Math.max(1, room - 1));
  return { shown, more: networks.length - shown.length };
}
