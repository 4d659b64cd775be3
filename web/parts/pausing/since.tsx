import { exactly, ownZone, sayWhen } from '../../when.ts';
import { lower } from './words.ts';

/** Since when something is paused, within a sentence: 'since today, 09:12'; exact on hover. */
export function Since({ at }: { at: string }) {
  const instant = new Date(at);
  const zone = ownZone();
  return <>since <time dateTime={at} title={exactly(instant, zone)}>{lower(sayWhen({ at: instant, now: new Date(), zone, form: 'short' }))}</time></>;
}
