import type { Report } from '#contract/insights/reports.ts';
import type { Tx } from '#db/database.ts';
import { may } from '#rules/permissions.ts';
import type { Services } from '../../base/handlers.ts';
import { brandOf, originOf } from '../../base/brand/index.ts';
import { fileAddress } from '../../base/lib/file-address.ts';
import { hashToken, newToken } from '../../base/secrets/tokens.ts';
import { buildReport, type Which } from './build.ts';
import { findByToken, findOpenLink, insertLink, noteUse, type LinkRow } from './link-queries.ts';
import { findOwnerPlan } from './queries.ts';

type Means = Pick<Services, 'secrets' | 'config'>;

const associatedDataOf = ({ agencyId, clientId, month }: Which) => ({
  agencyId,
  table: 'report_links',
  field: 'token_sealed',
  owner: `${clientId}:${month}`,
});

/** The address of a link's page, on the host of the agency's brand. */
export async function addressOf(
  tx: Tx,
  { means: { secrets, config }, row, ...which }: Which & { means: Means; row: LinkRow },
): Promise<string> {
  const origin = originOf(await brandOf(tx, which.agencyId), config);
  return `${origin}/client-report/${secrets.open(row.token_sealed, associatedDataOf(which))}`;
}

/** The valid link of a report, and whether it is new. */
export async function openLinkOf(
  tx: Tx,
  { means, madeBy, now, ...which }: Which & { means: Means; madeBy: string | null; now: Date },
): Promise<{ row: LinkRow; isNew: boolean }> {
  const { token, hash } = newToken();
  const made = await insertLink(tx, {
    ...which,
    tokenHash: hash,
    tokenSealed: means.secrets.seal(token, associatedDataOf(which)),
    madeBy,
    now,
  });
  const row = made ?? (await findOpenLink(tx, which));
  if (row === undefined) throw new Error('a link of this report has just ended');
  return { row, isNew: made !== undefined };
}

/** The content of a link's page; null for an unknown token. */
export async function openShared(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  token: string,
): Promise<
  { state: 'open'; report: Report } | { state: 'ended'; agency: { name: string; logo: string | null } } | null
> {
  const link = await db.asSystem((tx) => findByToken(tx, hashToken(token)));
  if (link === undefined) return null;
  const now = clock();
  const { agency_id: agencyId, client_id: clientId, month } = link;
  const report =
    link.ended_at !== null || link.client_deleted_at !== null || link.deleting_at !== null
      ? undefined
      : await db.asAgency(agencyId, async (tx) => {
          await noteUse(tx, { id: link.id, now });
          if (!(await hasReports(tx, agencyId))) return undefined;
          return buildReport(tx, { agencyId, clientId, month, now });
        });
  return report === undefined
    ? { state: 'ended', agency: { name: link.agency, logo: fileAddress(link.logo) } }
    : { state: 'open', report };
}

/** Whether the agency's plan still includes reports. */
export async function hasReports(tx: Tx, agencyId: string): Promise<boolean> {
  const owner = await findOwnerPlan(tx, agencyId);
  if (owner === undefined) return false;
  const { membership, is_reseller: isReseller, is_white_label: isWhiteLabel } = owner;
  return may({ role: 'owner', membership, isReseller, isWhiteLabel }, 'reports');
}
