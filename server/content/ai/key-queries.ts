/** The agency's key for the AI, encrypted in `ai_keys`, and its settings in `ai_settings`. */
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import type { Secrets } from '../../base/secrets/secrets.ts';

const associatedDataOf = (agencyId: string) => ({ agencyId, table: 'ai_keys', field: 'sealed', owner: agencyId });

/** Replaces the key; it is not checked yet. */
export async function saveAiKey(
  tx: Tx,
  secrets: Secrets,
  { agencyId, key, now }: { agencyId: string; key: string; now: Date },
): Promise<void> {
  const row = { sealed: secrets.seal(key, associatedDataOf(agencyId)), last4: key.slice(-4), saved_at: now };
  await tx
    .insertInto('ai_keys')
    .values({ agency_id: agencyId, ...row })
    .onConflict((conflict) => conflict.column('agency_id').doUpdateSet(row))
    .execute();
  await tx
    .updateTable('ai_settings')
    .set({ light: 'unknown', light_words: '', checked_at: null })
    .where('agency_id', '=', agencyId)
    .execute();
}

/** The last four characters of the agency's key; '' if it has none. */
export async function aiKeyLast4(tx: Tx, agencyId: string): Promise<string> {
  const row = await tx.selectFrom('ai_keys').select('last4').where('agency_id', '=', agencyId).executeTakeFirst();
  return row?.last4 ?? '';
}

/** The agency's key as it was entered; null if it has none. */
export async function openAiKey(tx: Tx, secrets: Secrets, agencyId: string): Promise<string | null> {
  const row = await tx.selectFrom('ai_keys').select('sealed').where('agency_id', '=', agencyId).executeTakeFirst();
  return row === undefined ? null : secrets.open(row.sealed, associatedDataOf(agencyId));
}

/** Deletes the agency's key. */
export async function deleteAiKey(tx: Tx, agencyId: string): Promise<void> {
  await tx.deleteFrom('ai_keys').where('agency_id', '=', agencyId).execute();
}

/** The settings of an agency; null if the installation's value applies. Prices: micro-dollars per million tokens. */
export type AiSettingsRow = {
  address: string | null;
  model: string | null;
  inputPriceMicros: number | null;
  outputPriceMicros: number | null;
  limitCents: number;
  light: 'unknown' | 'right' | 'wrong';
  lightWords: string;
  checkedAt: Date | null;
};

/** The default monthly limit. */
const defaultLimitCents = 1000;

/** The settings of an agency, or the defaults before it sets anything. */
export async function findAiSettings(tx: Tx, agencyId: string): Promise<AiSettingsRow> {
  const { rows } = await sql<AiSettingsRow>`
    select address, model, input_price_micros::float8 as "inputPriceMicros",
      output_price_micros::float8 as "outputPriceMicros", limit_cents as "limitCents", light,
      light_words as "lightWords", checked_at as "checkedAt"
    from ai_settings where agency_id = ${agencyId}`.execute(tx);
  return (
    rows[0] ?? {
      address: null,
      model: null,
      inputPriceMicros: null,
      outputPriceMicros: null,
      limitCents: defaultLimitCents,
      light: 'unknown',
      lightWords: '',
      checkedAt: null,
    }
  );
}

/** Sets the AI's address and model, and its monthly limit. */
export async function saveAiSettings(
  tx: Tx,
  set: { agencyId: string } & Omit<AiSettingsRow, 'light' | 'lightWords' | 'checkedAt'>,
): Promise<void> {
  const row = {
    address: set.address,
    model: set.model,
    input_price_micros: set.inputPriceMicros === null ? null : String(set.inputPriceMicros),
    output_price_micros: set.outputPriceMicros === null ? null : String(set.outputPriceMicros),
    limit_cents: set.limitCents,
  };
  await tx
    .insertInto('ai_settings')
    .values({ agency_id: set.agencyId, ...row })
    .onConflict((conflict) => conflict.column('agency_id').doUpdateSet(row))
    .execute();
}

/** Stores the result of checking the key. */
export async function saveAiLight(
  tx: Tx,
  { agencyId, light, words, now }: { agencyId: string; light: AiSettingsRow['light']; words: string; now: Date },
): Promise<void> {
  const row = { light, light_words: words, checked_at: now };
  await tx
    .insertInto('ai_settings')
    .values({ agency_id: agencyId, ...row })
    .onConflict((conflict) => conflict.column('agency_id').doUpdateSet(row))
    .execute();
}
