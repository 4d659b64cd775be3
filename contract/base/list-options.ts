/**
 * The orders and filters that lists offer. They are in a file apart from the calls, so that the browser need not load
 * the calls' schemas.
 */

/** The names of orders by these fields: 'title', and '-title' for descending. */
export const sortsBy = <const Name extends string>(...names: readonly Name[]) =>
  names.flatMap((name) => [name, `-${name}` as const]);

/**
 * The filters of the list of clients: those with a running schedule, those that are paused, those without an account,
 * or those with an account or post that waits for a person.
 */
export const clientStates = ['publishing', 'paused', 'no-accounts', 'needs-you'] as const;
export type ClientState = (typeof clientStates)[number];

/** The orders of the list of clients; 'connected': those with accounts first, by name. */
export const clientSorts = [...sortsBy('created', 'name'), 'connected'] as const;
export type ClientSort = (typeof clientSorts)[number];

/** The filters of the list of streams: those that a running schedule publishes, and those that none does. */
export const streamStates = ['scheduled', 'not-scheduled'] as const;
export type StreamState = (typeof streamStates)[number];

/** What a stream is: one that people fill and repeat, or the stream of a single post. */
export const streamKinds = ['stream', 'post'] as const;
export type StreamKind = (typeof streamKinds)[number];

/** The orders of the list of streams. */
export const streamSorts = sortsBy('created', 'title');
export type StreamSort = (typeof streamSorts)[number];

/** The orders of the list of schedules: by time of creation, client, title of the stream, next post. */
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

/** The kinds of stored files. */
export const libraryKinds = ['image', 'video', 'audio', 'document', 'font'] as const;

/** The filters of a list of files: by what uses them, or unused. */
export const libraryUses = ['video', 'design', 'stream', 'kit', 'none'] as const;

/** The filters of a calendar; `needs-you`: the failed items and the uncertain ones. */
export const calendarStatuses = ['scheduled', 'posted', 'needs-you'] as const;
export type CalendarStatus = (typeof calendarStatuses)[number];
