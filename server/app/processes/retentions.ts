/** Every table whose rows are deleted when they are old enough; `kept-tables.json` says why each other one's stay. */
import type { Retention } from '../../base/retention/index.ts';
import { oldEntries } from '../../base/audit/index.ts';
import { oldKeys } from '../../base/idempotency/index.ts';
import { oldTries } from '../../base/limits/index.ts';
import { oldRequests } from '../../content/ai/index.ts';
import { oldPages } from '../../content/stock/index.ts';
import { oldReadings } from '../../insights/engagement/index.ts';
import { oldFinds } from '../../insights/keyword-alerts/index.ts';
import { oldPdfs, oldReportLinks } from '../../insights/reports/index.ts';
import { oldTickets } from '../../people/accounts/index.ts';
import { oldAddresses, oldLoginLinks, oldSessions, unfinishedFactors } from '../../people/auth/index.ts';
import { oldLinks } from '../../people/connect-links/index.ts';
import { oldHistory } from '../../publishing/index.ts';
import { oldEvents } from '../../selling/memberships/index.ts';
import { oldExports } from '../account-data/index.ts';
import { oldBackups } from '../backup/index.ts';
import { oldRatings, oldSearches } from '../help/index.ts';
import { oldNotifications } from '../inbox/index.ts';

/** Secrets first; the large tables last. */
export const retentions: readonly Retention[] = [
  unfinishedFactors,
  oldTickets,
  oldSessions,
  oldLoginLinks,
  oldLinks,
  oldAddresses,
  oldTries,
  oldKeys,
  oldPages,
  oldEvents,
  oldSearches,
  oldRatings,
  oldBackups,
  oldExports,
  oldPdfs,
  oldReportLinks,
  oldFinds,
  oldRequests,
  oldNotifications,
  oldEntries,
  oldHistory,
  oldReadings,
];
