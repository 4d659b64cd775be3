import { z } from 'zod';
import { defaultBrand } from '../lib/brand.ts';
import type { Secrets } from '../lib/secrets.ts';

const shape = z.object({
  to: z.string(),
  name: z.string(),
  unrevoked: z.array(z.string()),
  brand: z.string().default(defaultBrand),
});

/** Whom the last mail goes to, and the accounts (at most fifty, in words) from which the person has to remove us. */
export type LastMail = z.output<typeof shape>;

const associatedDataOf = (agencyId: string) => ({
  agencyId,
  table: 'agency_deletions',
  field: 'last_mail',
  owner: agencyId,
});

/** Seals it: when it is sent, nothing else is left of the person, and nothing readable may be before. */
export const sealLastMail = (secrets: Secrets, agencyId: string, mail: LastMail): string =>
  secrets.seal(JSON.stringify(mail), associatedDataOf(agencyId));

/** Opens what `sealLastMail` sealed. */
export const openLastMail = (secrets: Secrets, agencyId: string, sealed: string): LastMail =>
  shape.parse(JSON.parse(secrets.open(sealed, associatedDataOf(agencyId))));
