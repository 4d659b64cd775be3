/** The address, model and limits of an agency's AI: its own settings, otherwise the installation's. */
import { messages } from '#contract/messages.ts';
import type { Tx } from '#db/database.ts';
import type { Trust } from '#outbound/request.ts';
import type { AiPrices } from '#rules/ai.ts';
import { UserError, type Services } from '../../base/handlers.ts';
import { defaultAddresses } from '../../base/settings/addresses.ts';
import { findAiSettings, type AiSettingsRow } from './key-queries.ts';

/** The settings in force for an agency. */
export type AiMeans = {
  baseUrl: string;
  /** An address entered by an agency may only be on a public host. */
  trust: Trust;
  /** The models to use, by preference: the agency's own, otherwise those of the installation. */
  models: readonly string[];
  prices: AiPrices;
  limitCents: number;
  /** Whether it is OpenAI's own address (or the sandbox in its place), whose keys begin with sk. */
  isOpenAi: boolean;
  settings: AiSettingsRow;
};

/** The settings in force for an agency, without its key. */
export async function aiMeansOf(tx: Tx, { config }: Pick<Services, 'config'>, agencyId: string): Promise<AiMeans> {
  const settings = await findAiSettings(tx, agencyId);
  return {
    baseUrl: settings.address ?? config.addresses.openaiApiUrl,
    trust: settings.address === null ? 'configured' : 'guarded',
    models: settings.model === null ? config.ai.models : [settings.model],
    prices: {
      inputMicros: settings.inputPriceMicros ?? config.ai.inputPriceMicros,
      outputMicros: settings.outputPriceMicros ?? config.ai.outputPriceMicros,
    },
    limitCents: settings.limitCents,
    isOpenAi: isOpenAi(config, settings.address),
    settings,
  };
}

const isOpenAi = (config: Services['config'], address: string | null): boolean =>
  address === null
    ? config.sandbox || config.addresses.openaiApiUrl === defaultAddresses.openaiApiUrl
    : address === defaultAddresses.openaiApiUrl;

/**
 * Checks the form of a key: OpenAI's own keys begin with sk; other addresses may accept others. Throws a UserError
 * (422) at the field.
 */
export function refuseAiKey(
  key: string,
  { config, address, field }: { config: Services['config']; address: string | null; field: string },
): void {
  if (key === '' || key.startsWith('sk') || !isOpenAi(config, address)) return;
  throw new UserError(messages.aiKeyInvalid, { status: 422, errors: { [field]: messages.aiKeyInvalid } });
}
