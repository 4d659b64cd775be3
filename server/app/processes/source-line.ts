import type { SourceState } from '../../content/stock/index.ts';

/** One line about a source: its name, since when it answers or fails, and its remaining quota. */
export function sourceLine({
  source,
  kind,
  isOn,
  answeredAt,
  failedAt,
  failure,
  quotaLeft,
  quotaResetsAt,
}: SourceState): string {
  const at = (instant: Date | null): string => instant?.toISOString() ?? 'never';
  const quota = quotaLeft === null ? 'not said' : `${quotaLeft}${quotaResetsAt ? ` until ${at(quotaResetsAt)}` : ''}`;
  const error = failedAt === null ? 'never' : `${at(failedAt)} ${failure ?? ''}`;
  return `${source}\t${kind}\t${isOn ? 'on' : 'off'}\tanswered ${at(answeredAt)}\tfailed ${error}\tleft ${quota}\n`;
}
