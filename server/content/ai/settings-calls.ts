import type { AiSettings } from '#contract/content/ai.ts';
import type { Input } from '#contract/index.ts';
import { messages } from '#contract/messages.ts';
import type { Tx } from '#db/database.ts';
import {
  aiKeyLast4,
  deleteAiKey,
  findAiSettings,
  openAiKey,
  saveAiKey,
  saveAiLight,
  saveAiSettings,
} from './key-queries.ts';
import { aiMeansOf, refuseAiKey } from './means.ts';
import {
  outside,
  UserError,
  type Handlers,
  type OutsideContext,
  type Reply,
  type Services,
} from '../../base/handlers.ts';
import { audit } from '../../base/audit/index.ts';
import { lookAtKey } from './chat.ts';
import { presentSettings } from './present.ts';
import { findMonth, listMonths } from './request-queries.ts';

async function settingsOf(
  tx: Tx,
  { services, agencyId, now }: { services: Services; agencyId: string; now: Date },
): Promise<AiSettings> {
  const current = await findMonth(tx, { agencyId, now });
  const before = (await listMonths(tx, agencyId)).filter(({ month }) => month !== current.month);
  return presentSettings(await aiMeansOf(tx, services, agencyId), {
    config: services.config,
    last4: await aiKeyLast4(tx, agencyId),
    months: [current, ...before].slice(0, 12),
  });
}

/** Checks the key, if there is one, and stores the result. */
async function look({ user: { agencyId }, services, transaction, signal, now }: OutsideContext): Promise<void> {
  const found = await transaction(async (tx) => ({
    means: await aiMeansOf(tx, services, agencyId),
    key: await openAiKey(tx, services.secrets, agencyId),
  }));
  if (found.key === null) return;
  const light = await lookAtKey({ http: services.http, means: found.means, key: found.key, signal, now });
  await transaction((tx) => saveAiLight(tx, { agencyId, ...light, now: services.clock() }));
}

const micros = (dollars: number): number => Math.round(dollars * 1_000_000);

async function save(input: Input<'save-ai-settings'>, context: OutsideContext): Promise<Reply<AiSettings>> {
  const { user, services, transaction, now, origin } = context;
  const { agencyId } = user;
  const address = input.address === '' ? null : input.address;
  refuseAiKey(input.key, { config: services.config, address, field: 'key' });
  await transaction(async (tx) => {
    const before = await findAiSettings(tx, agencyId);
    const hasKey = (await aiKeyLast4(tx, agencyId)) !== '';
    if (hasKey && input.key === '' && before.address !== address)
      throw new UserError(messages.aiKeyAgain, { status: 422, errors: { key: messages.aiKeyAgain } });
    const { ai } = services.config;
    const own = (value: number, installed: number): number | null => (value === installed ? null : value);
    await saveAiSettings(tx, {
      agencyId,
      address,
      model: input.model === '' ? null : input.model,
      inputPriceMicros: own(micros(input.input_price), ai.inputPriceMicros),
      outputPriceMicros: own(micros(input.output_price), ai.outputPriceMicros),
      limitCents: Math.round(input.limit * 100),
    });
    if (input.key !== '') await saveAiKey(tx, services.secrets, { agencyId, key: input.key, now });
    await audit(tx, { user, origin, action: 'ai-saved' });
  });
  await look(context);
  return { message: messages.aiSaved, data: await transaction((tx) => settingsOf(tx, { services, agencyId, now })) };
}

/** Calls for the AI's settings. */
export const aiSettingsCalls = {
  'fetch-ai-settings': async (_input, { user: { agencyId }, services, tx, now }) => ({
    message: '',
    data: await settingsOf(tx, { services, agencyId, now }),
  }),

  'save-ai-settings': outside(save),

  'verify-ai-key': outside(async (_input, context) => {
    const { user, services, transaction, now } = context;
    await look(context);
    const data = await transaction((tx) => settingsOf(tx, { services, agencyId: user.agencyId, now }));
    return { message: data.light.words, data };
  }),

  'remove-ai-key': async (_input, { user, tx, origin }) => {
    await deleteAiKey(tx, user.agencyId);
    await audit(tx, { user, origin, action: 'ai-key-removed' });
    return { message: messages.aiKeyRemoved, data: null };
  },
} satisfies Partial<Handlers>;
