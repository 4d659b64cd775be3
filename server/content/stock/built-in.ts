import { ownCredit } from '#sources/own-credit.ts';
import type { Services } from '../../base/handlers.ts';
import { foundAddress } from './address.ts';

/** The URL of a built-in picture by its reference: drawn when it is viewed, copied when it is used. */
export const builtInPicture = (
  means: Pick<Services, 'secrets' | 'clock'>,
  { reference, title }: { reference: string; title: string },
): string =>
  foundAddress(means, {
    kind: 'image',
    reference,
    result: {
      id: reference,
      source: 'embedded',
      ...ownCredit,
      title: title === '' ? 'Picture' : title,
      thumb: `small.${reference}`,
      file: reference,
      width: 1920,
      height: 1080,
    },
  });
