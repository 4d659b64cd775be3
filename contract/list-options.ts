/**
 * The orders and filters that lists offer. They stand apart from the calls, whose schemas the browser does not load for
 * them.
 */

/** The words for orders by these names: 'title', and '-title' where its values go down. */
export const sortsBy = <const Name extends string>(...names: readonly Name[]) =>
  names.flatMap((name) => [name, `-${name}` as const]);

/**
 * Which clients a list shows: those with a schedule that goes on, those that are paused, those without an account, or
 * those of which an account or a post waits for a person.
 */
export const clientStates = ['publishing', 'paused', 'no-accounts', 'needs-you'] as const;
export type ClientState = (typeof clientStates)[number];

/** The orders of the list of clients; 'connected' are those with accounts first, by name. */
export const clientSorts = [...sortsBy('created', 'name'), 'connected'] as const;
export type ClientSort = (typeof clientSorts)[number];

/** The orders of the list of streams. */
export const streamSorts = sortsBy('created', 'title');
export type StreamSort = (typeof streamSorts)[number];

/** The orders of the list of schedules: by when they were made, their client, their stream's title, their next post. */
export const scheduleSorts = sortsBy('created', 'client', 'title', 'next');
export type ScheduleSort = (typeof scheduleSorts)[number];

/** The orders of the list of team members. */
export const memberSorts = sortsBy('created', 'name');
export type MemberSort = (typeof memberSorts)[number];

/** The orders of the lists of videos and images. */
export const contentSorts = sortsBy('created', 'name');
export type ContentSort = (typeof contentSorts)[number];

/** The orders of the list of files. */
export const librarySorts = sortsBy('created', 'title', 'size');
export type LibrarySort = (typeof librarySorts)[number];

/** The kinds of files that are kept. */
export const libraryKinds = ['image', 'video', 'audio', 'document'] as const;

/** By what a list of files can be narrowed: what they stand in, or that they stand in nothing. */
export const libraryUses = ['video', 'design', 'stream', 'none'] as const;

/** Which items a calendar shows: `needs-you` are the failed ones, and those of which nobody knows. */
export const calendarStatuses = ['scheduled', 'posted', 'needs-you'] as const;
export type CalendarStatus = (typeof calendarStatuses)[number];
