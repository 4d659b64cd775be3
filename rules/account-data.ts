/** The actions of an owner on all data of the agency: download it, stop its processing, delete it. */

/**
 * The states of a download: it waits for a worker, is being made, can be fetched, or has ended in one of several ways.
 */
export const exportStates = ['waiting', 'running', 'ready', 'failed', 'cancelled', 'expired'] as const;
export type ExportState = (typeof exportStates)[number];

/** How long a finished download can be fetched. */
export const exportDays = 7;

/** How long the address that pressing Download requests is valid. */
export const downloadMinutes = 10;

/** The steps of making a download: reading the tables, writing the pages, copying the media, storing the file. */
export const exportSteps = ['tables', 'pages', 'media', 'storing'] as const;
export type ExportStep = (typeof exportSteps)[number];

/** The range of the percentage in each step. Media, if there is any, is nearly all of the work. */
const shares: Readonly<Record<ExportStep, readonly [from: number, to: number]>> = {
  tables: [0, 15],
  pages: [15, 30],
  media: [30, 90],
  storing: [90, 99],
};

/**
 * The percentage of a download, with `share` (0 to 1) of a step done. 100 is reserved for a file that can be fetched.
 */
export function exportPercent(step: ExportStep, share: number): number {
  const [from, to] = shares[step];
  return Math.floor(from + (to - from) * Math.min(1, Math.max(0, share)));
}

/**
 * The steps of deleting an agency: sending is finished; access to networks is revoked; rows are deleted, then files;
 * the final mail is sent.
 */
export const deletionSteps = ['publishing', 'networks', 'rows', 'files', 'mail', 'done'] as const;
export type DeletionStep = (typeof deletionSteps)[number];

/** The percentage a deletion has reached when it begins a step. */
export const deletionPercent = (step: DeletionStep): number =>
  Math.round((100 * deletionSteps.indexOf(step)) / (deletionSteps.length - 1));

/** Whether a person has typed the confirmation for deleting: the agency's name or their own email, exactly. */
export function isTyped(typed: string, { agencyName, email }: { agencyName: string; email: string }): boolean {
  const given = typed.trim();
  return given !== '' && (given === agencyName.trim() || given === email);
}
