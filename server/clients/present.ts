import type { Client } from '#contract/clients.ts';
import { fileAddress } from '../files.ts';
import type { ClientRow } from './queries.ts';

/** A client as it leaves the server; money in dollars. */
export const presentClient = (row: ClientRow): Client => ({
  id: row.id,
  name: row.name,
  email: row.email,
  earning: Number(row.earning_cents) / 100,
  frequency: row.frequency,
  company: row.company,
  description: row.description,
  image: fileAddress(row.image_name),
  thumbnail: fileAddress(row.image_thumbnail_name),
  created: row.created_at.toISOString(),
  accounts: Number(row.account_count ?? 0),
  is_sample: row.is_sample,
  paused_at: row.paused_at?.toISOString() ?? null,
  approval: row.approval,
  approval_waiting: row.approval_waiting,
  can_sign_in: row.can_sign_in,
});
