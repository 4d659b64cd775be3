import type { StreamType } from '#rules/eligibility.ts';
import { sayTotal } from '../../../lib/words.ts';

/** The count beside 'My Streams', with two digits below nine: `3 -> '03 Stream'`, `9 -> '9 Streams'`. */
export const streamCount = (count: number): string => (count < 9 ? `0${count} Stream` : `${sayTotal(count)} Streams`);

/** The types of stream in the words of the filter and the forms. */
export const streamTypeNames: Readonly<Record<StreamType, string>> = {
  image: 'Image',
  video: 'Video',
  text: 'Text',
  formatted: 'Formatted Text',
};
