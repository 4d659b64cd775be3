import { z } from 'zod';
import { defaultBrand } from '../../base/brand/index.ts';
import type { Secrets } from '../../base/secrets/secrets.ts';

const shape = z.object({
  to: z.string(),
  name: z.string(),
  unrevoked: z.array(z.string()),
  brand: z.string().default(defaultBrand),
});

/**
 * The recipient of the final mail, and the accounts (at most fifty, in words) from which the person has to remove us.
 */
export type LastMail = z.output<typeof shape>;

const associatedDataOf = (agencyId: string) => ({
  agencyId,
  table: 'agency_deletions',
  field: 'last_mail',
  owner: agencyId,
});

/**
 * Encrypts the final mail: when it is sent, all other data of the person is deleted, and until then nothing readable
 * may be stored.
 */
export const sealLastMail = (secrets: Secrets, agencyId: string, mail: LastMail): string =>
  secrets.seal(JSON.stringify(mail), associatedDataOf(agencyId));

/** Opens what `sealLastMail` sealed. */
export const openLastMail = (secrets: Secrets, agencyId: string, sealed: string): LastMail =>
  shape.parse(JSON.parse(secrets.open(sealed, associatedDataOf(agencyId))));
