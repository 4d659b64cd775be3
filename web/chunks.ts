/** Which code of the browser app goes into one file together. On a slow connection every file costs a round trip. */

import type { Rolldown } from 'vite';

/** Matches the paths of modules that contain one of these patterns. */
const anyOf = (...patterns: readonly string[]): RegExp => new RegExp(patterns.join('|'));

/** Code that the log-in page shares with other pages. */
const signedOut = anyOf(
  'components/(Input|InputBase|TextInput|PasswordInput|ActionIcon)/',
  'use-resolved-styles-api|random-id|/use-id/|use-uncontrolled',
  'mutationObserver|useMutation',
  'web/api/|web/shell/signed-out',
  'web/parts/(buttons/submit-button|forms/first-problem|page/(title|logo)|states/failure)',
);

/** Code of the frame of every page behind the log-in, and of what shows clients, states and choices. */
const around = anyOf(
  'web/shell/(footer|impersonation-banner)',
  'web/parts/(dialogs/ask|display/face|lists/use-typed|states/(state-looks|status-badge))[.]',
  'web/parts/pausing/(targets|since|use-pauses)',
  'rules/(money|ledger|delivery-states)|contract/list-options',
);

/** Code that pages with a list share: search, filters, sorting, and bulk actions. */
const lists = anyOf(
  'web/lib/(sorting|use-list-address)',
  'web/parts/lists/(sort-select|toolbar)[.]',
  'web/parts/bulk/(bulk-bar|use-selection)',
  'web/pages/people/clients/orders',
);

/** Icon buttons, with their tooltips. */
const hints = anyOf('web/parts/(buttons/icon-action|pausing/pause-button)', 'components/Tooltip/');

/**
 * The groups of modules, each one file. `parts` is the code that twenty-eight pages share: with eighteen pages the
 * dashboard loads 10 kB more. The last three join small files by purpose; without a priority they take what the others
 * leave. Measured by `npm run bench -- bundle slow-line`.
 */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  { name: 'first', tags: ['$initial'], priority: 3 },
  { name: 'forms', test: signedOut, minShareCount: 10, priority: 2 },
  { name: 'styles', test: /web\/(parts|shell|lib)\/.*\.css/, minShareCount: 4, priority: 3 },
  { name: 'parts', minShareCount: 28, priority: 1 },
  { name: 'around', test: around },
  { name: 'lists', test: lists },
  { name: 'hints', test: hints },
];
