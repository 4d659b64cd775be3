import { z } from 'zod';
import { light, type Light, type WhiteLabel } from '#contract/selling/white-label.ts';
import { fileAddress } from '../../base/lib/file-address.ts';
import { proofName } from './lights.ts';
import type { WhiteLabelRow } from './queries.ts';

type Beside = { userId: string; last4: string; ip: string | null };

/** Lights as they were saved. */
export const keptLights = (saved: unknown): Light[] => z.array(light).parse(saved);

/** A white label as its owner sees it. */
export const presentWhiteLabel = (row: WhiteLabelRow, { userId, last4, ip }: Beside): WhiteLabel => ({
  id: row.id,
  user_id: userId,
  name: row.name,
  aiKey: '',
  ai_key_last4: last4,
  logo: fileAddress(row.logo_name),
  color: { first: row.first_color, second: row.second_color },
  domain: row.host ?? '',
  state: row.state,
  lights: keptLights(row.lights),
  ip,
  proof: { name: row.host === null ? '' : proofName(row.host), value: row.proof },
  checked: row.checked_at?.toISOString() ?? null,
  failing_since: row.failing_since?.toISOString() ?? null,
});
