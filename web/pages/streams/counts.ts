import type { StreamType } from '#rules/eligibility.ts';

/** The count beside 'My Streams', as the specification writes it: `3 -> '03 Stream'`, `9 -> '9 Streams'`. Source: specification 3, §2. */
export const streamCount = (count: number): string => (count < 9 ? `0${count} Stream` : `${count} Streams`);

/** The types of stream as the filter and the forms name them. Source: specification 3, §2 (streams). */
export const streamTypeNames: Readonly<Record<StreamType, string>> = {
  image: 'Image', video: 'Video', text: 'Text', formatted: 'Formatted Text',
};
