import type { User } from '#contract/people/auth.ts';
import { fileAddress } from '../../base/lib/file-address.ts';
import { versionOf } from '../../base/lib/versions.ts';
import type { ProfileRow } from './person-queries.ts';

/** A signed-in person as the browser gets it; money in dollars. */
export const presentUser = (
  row: ProfileRow,
  { impersonated, brand }: { impersonated: boolean; brand: User['brand'] },
): User => ({
  id: row.id,
  name: row.name,
  email: row.email,
  image: fileAddress(row.image_name),
  thumbnail: fileAddress(row.image_thumbnail_name),
  created: row.created_at.toISOString(),
  earning: Number(row.earning_cents) / 100,
  frequency: row.frequency,
  company: row.company,
  description: row.description,
  client: row.role === 'client' ? '1' : '0',
  is_client_account: row.role === 'client',
  is_virtual_account: row.role === 'member',
  is_reseller_account: row.is_reseller,
  isWL: row.is_white_label ? 1 : 0,
  membership: row.membership,
  version: versionOf({ name: row.name }),
  agency_name: row.agency_name,
  impersonated,
  has_sample: Boolean(row.has_sample),
  suspended: row.suspended_at === null ? 'no' : row.lapsed_at === null ? 'seller' : 'unpaid',
  brand,
});
