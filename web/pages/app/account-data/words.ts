import type { DataExport, DeletionPreview } from '#contract/app/account-data.ts';
import type { DeletionStep, ExportStep } from '#rules/account-data.ts';
import { networkNames, type NetworkId } from '#rules/eligibility.ts';
import { counted } from '../../../lib/words.ts';

/** Whether a download is queued or being made, so that the page soon reads it again. */
export const isBeingMade = (made: DataExport | null): boolean => made?.state === 'waiting' || made?.state === 'running';

const exporting: Readonly<Record<ExportStep, string>> = {
  tables: 'Reading your stored data',
  pages: 'Writing the readable pages',
  media: 'Copying pictures and videos',
  storing: 'Storing the file',
};

/** The current step of a download that is being made. */
export const exportWords = ({ state, step }: Pick<DataExport, 'state' | 'step'>): string =>
  state === 'waiting' || step === null ? 'About to begin' : exporting[step];

const deleting: Readonly<Record<DeletionStep, string>> = {
  publishing: 'Waiting for posts that are on their way',
  networks: 'Removing our access to your accounts',
  rows: 'Deleting clients, content and plans',
  files: 'Deleting pictures and videos',
  mail: 'Sending you a final email',
  done: 'Done',
};

/** The current step of a deletion. */
export const deletionWords = (step: DeletionStep): string => deleting[step];

/** A size in everyday form: 950 -> '1 kB', 12_345_678 -> '12.3 MB'. */
export function sizeWords(bytes: number): string {
  const units = ['kB', 'MB', 'GB', 'TB'] as const;
  const index = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(bytes, 1)) / 3) - 1));
  const value = bytes / 1000 ** (index + 1);
  return (
    `${value >= 100 || index === 0 ? Math.max(1, Math.round(value)) : value.toFixed(1).replace(/\.0$/, '')} ` +
    `${units[index] ?? 'TB'}`
  );
}

/** What deleting would delete, line by line; kinds with nothing to delete are left out. */
export function deletionList({ counts }: Pick<DeletionPreview, 'counts'>): string[] {
  const lines: readonly [number, string][] = [
    [counts.clients, `${counted(counts.clients, 'client')} and their accounts to sign in`],
    [counts.members, counted(counts.members, 'team member')],
    [counts.accounts, `${counted(counts.accounts, 'connected account')} with our keys to them`],
    [counts.streams, `${counted(counts.streams, 'content stream')} with everything in them`],
    [counts.files, `${counted(counts.files, 'file')} (${sizeWords(counts.file_bytes)})`],
    [counts.schedules, counted(counts.schedules, 'schedule')],
    [counts.planned, `${counted(counts.planned, 'planned post')}, which will not go out`],
    [
      counts.posted,
      `the record of ${counted(counts.posted, 'published post')}; the posts themselves stay where they are`,
    ],
  ];
  return [
    ...lines.filter(([count]) => count > 0).map(([, line]) => line),
    'your agency’s profile, its activity, and your own account',
  ];
}

/** Networks as a list in words: 'Reddit, Vimeo and Telegram'. */
export function networkList(networks: readonly NetworkId[]): string {
  const names = networks.map((id) => networkNames[id]);
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
}
