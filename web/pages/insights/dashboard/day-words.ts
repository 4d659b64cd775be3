import type { Data } from '#contract/index.ts';
import { sayCount } from '../../../lib/words.ts';

/** Whether yesterday's posts were published, in a sentence: 'Yesterday all 12 posts went out.' */
export function sayDay({ posted, waiting, failed, uncertain }: Data<'fetch-today'>['yesterday']): string {
  const total = posted + waiting + failed + uncertain;
  if (total === 0) return 'Nothing was planned for yesterday.';
  if (posted === total)
    return total === 1 ? 'Yesterday’s post went out.' : `Yesterday all ${said(total)} posts went out.`;
  const others = [
    [failed, 'failed'],
    [waiting, waiting === 1 ? 'waits' : 'wait'],
    [uncertain, uncertain === 1 ? 'needs a look' : 'need a look'],
  ] as const;
  return `Yesterday ${said(posted)} of ${said(total)} posts went out; ${others
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${said(count)} ${word}`)
    .join(', ')}.`;
}

const said = (count: number): string => sayCount(count);
