import type { ClientKit } from '#contract/content/brand-kits.ts';
import type { Kit } from '#rules/design/kit.ts';
import { fileAddress } from '../../base/lib/file-address.ts';
import type { KitRow } from './queries.ts';

/** A client's kit in the form for designs; null if the client has none. */
export function kitOf({ client, company, logo_name: logo, colours, fonts }: KitRow): Kit | null {
  if (colours === null || fonts === null) return null;
  return { name: company.trim() === '' ? client : company, logo: fileAddress(logo), colours, fonts };
}

/** A client with its kit, as replies show them. */
export const presentKit = (row: KitRow): ClientKit => ({
  client_id: row.client_id,
  client: row.client,
  kit: kitOf(row),
});
