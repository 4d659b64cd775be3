import type { Client } from '#contract/people/clients.ts';
import { fileAddress } from '../../base/lib/file-address.ts';
import { versionOf } from '../../base/lib/versions.ts';
import type { ClientRow } from '../users/index.ts';

/** The stored fields of a client's form; money in dollars. */
export const clientState = (
  row: ClientRow,
): Pick<Client, 'name' | 'earning' | 'frequency' | 'company' | 'description' | 'approval'> => ({
  name: row.name,
  earning: Number(row.earning_cents) / 100,
  frequency: row.frequency,
  company: row.company,
  description: row.description,
  approval: row.approval,
});

/** A client as replies show it; money in dollars. */
export const presentClient = (row: ClientRow): Client => ({
  id: row.id,
  ...clientState(row),
  email: row.email,
  image: fileAddress(row.image_name),
  thumbnail: fileAddress(row.image_thumbnail_name),
  created: row.created_at.toISOString(),
  accounts: Number(row.account_count ?? 0),
  is_sample: row.is_sample,
  version: versionOf(clientState(row)),
  paused_at: row.paused_at?.toISOString() ?? null,
  approval_waiting: row.approval_waiting,
  can_sign_in: row.can_sign_in,
});
