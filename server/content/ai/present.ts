import type { AiMonth, AiSettings, Written } from '#contract/content/ai.ts';
import type { AiMeans } from './means.ts';
import type { Config } from '../../base/settings/config.ts';
import type { MonthRow } from './request-queries.ts';
import type { Outcome } from './write.ts';

const dollarsOf = (micros: number): number => micros / 1_000_000;

/** A month's cost as replies show it. */
export const presentMonth = ({ month, requests, inputTokens, outputTokens, costMicros }: MonthRow): AiMonth => ({
  month,
  requests,
  input_tokens: inputTokens,
  output_tokens: outputTokens,
  cost: dollarsOf(costMicros),
});

/** The written text as replies show it. */
export const presentWritten = ({ texts, costMicros }: Outcome): Written => ({ texts, cost: dollarsOf(costMicros) });

/** The settings as replies show them, never with the key. */
export function presentSettings(
  { settings, prices, isOpenAi, limitCents }: AiMeans,
  { config, last4, months }: { config: Config; last4: string; months: readonly MonthRow[] },
): AiSettings {
  return {
    last4,
    needs_sk: isOpenAi,
    address: settings.address ?? '',
    default_address: config.addresses.openaiApiUrl,
    model: settings.model ?? '',
    default_model: config.ai.models[0] ?? '',
    input_price: dollarsOf(prices.inputMicros),
    output_price: dollarsOf(prices.outputMicros),
    limit: limitCents / 100,
    is_sandbox: config.sandboxUrl !== null && config.addresses.openaiApiUrl.startsWith(config.sandboxUrl),
    light: {
      state: last4 === '' ? 'unknown' : settings.light,
      words: last4 === '' ? '' : settings.lightWords,
      checked: last4 === '' ? null : (settings.checkedAt?.toISOString() ?? null),
    },
    months: months.map(presentMonth),
  };
}
