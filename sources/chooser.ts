import type { Failure, Found, Kind, Result, Search, Source, SourceId } from './source.ts';

/** How a source does, as plain data: when it last answered, what failed last, and how many requests are left. */
export type Health = {
  source: SourceId;
  kind: Kind;
  answeredAt: Date | null;
  failedAt: Date | null;
  failure: Failure | null;
  quotaLeft: number | null;
  quotaResetsAt: Date | null;
};

/** Where health is kept: the caller's database, or memory in tests. */
export type HealthStore = {
  read(source: SourceId, kind: Kind): Promise<Health | null>;
  write(health: Health): Promise<void>;
};

/** Which page of a source is kept: `cursor` null for the first. */
export type PageKey<K extends Kind> = { source: SourceId; kind: K; keyword: string; cursor: string | null };

/** A page that a source gave, and when. */
export type KeptPage<K extends Kind> = { results: readonly Result<K>[]; next: string | null; fetchedAt: Date };

/** Where pages of configured sources are kept, so that the same question is not asked twice. */
export type PageStore = {
  read<K extends Kind>(key: PageKey<K>): Promise<KeptPage<K> | null>;
  write<K extends Kind>(key: PageKey<K>, page: KeptPage<K>): Promise<void>;
};

/**
 * The result of a search over several sources: the page and whose it is, or why the source it stays with failed. A page
 * that is kept and older than it should be, because its source fails, says since when: `staleSince`.
 */
export type Chosen<K extends Kind> =
  | (Found<K> & { source: SourceId; staleSince: Date | null })
  | (Failure & { source: SourceId });

const hourMs = 3_600_000;

/** How long a page counts as fresh, and how long it may stand in for a source that fails, hours. */
type Keeping = { freshHours: number; mostHours: number };

/** Pexels lets answers be kept for a day (https://www.pexels.com/api/documentation/, as of 2026-11). */
const usualKeeping: Keeping = { freshHours: 6, mostHours: 24 };
/** Pixabay wants them kept for a day (https://pixabay.com/api/docs/, as of 2026-11). */
const keeping: Readonly<Partial<Record<SourceId, Keeping>>> = {
  pixabay: { freshHours: 24, mostHours: 168 },
  reddit: { freshHours: 0.5, mostHours: 24 },
  'google-trends': { freshHours: 0.25, mostHours: 24 },
  twitter: { freshHours: 0.25, mostHours: 24 },
  openstreetmap: { freshHours: 72, mostHours: 168 },
};

const isYounger = ({ fetchedAt }: { fetchedAt: Date }, hours: number, at: Date): boolean =>
  at.getTime() - fetchedAt.getTime() < hours * hourMs;

/**
 * How long a source that failed is passed over, seconds; a rate limit that names its own time is waited for instead.
 */
const restSeconds: Readonly<Record<Failure['kind'], number>> = {
  rateLimited: 300,
  unauthorized: 600,
  refused: 0,
  unreachable: 60,
  unreadable: 60,
};

/** When a source may be asked again; null for at once. */
export function restsUntil({ failure, failedAt, answeredAt, quotaLeft, quotaResetsAt }: Health): Date | null {
  if (quotaLeft === 0 && quotaResetsAt) return quotaResetsAt;
  if (!failure || !failedAt || (answeredAt && answeredAt > failedAt)) return null;
  const named = failure.kind === 'rateLimited' ? failure.retryAfterSeconds : null;
  return new Date(failedAt.getTime() + (named ?? restSeconds[failure.kind]) * 1000);
}

/** Sources in the operator's order; the embedded one stands last. `now` is the clock. */
export type Sources<K extends Kind> = {
  sources: readonly Source<K>[];
  health: HealthStore;
  /** Without it nothing is kept. */ pages?: PageStore;
  /** Whether who searches has a question to this source left; counts it. Without it there is no such limit. */
  takeQuestion?: (source: SourceId) => Promise<boolean>;
  now: () => Date;
};

/**
 * A search over several sources. Its first page comes from the first one that is healthy and answers; one that fails or
 * finds nothing is passed over, except for the last. Further pages come from the same source, which the cursor names.
 */
export async function searchIn<K extends Kind>(given: Sources<K>, search: Search): Promise<Chosen<K>> {
  const [, stays, cursor] = /^([a-z-]+):(.*)$/s.exec(search.cursor ?? '') ?? [];
  const source = given.sources.find(({ id }) => id === stays);
  if (source && cursor !== undefined) return askToStay({ ...given, source }, { ...search, cursor });
  let last: Chosen<K> | null = null;
  for (const each of given.sources) {
    const first = { ...search, cursor: null };
    const fresh = await freshPage({ ...given, source: each }, first);
    if (fresh === null && (await whyNotNow({ ...given, source: each })) !== null) continue;
    last = fresh ?? (await askOne({ ...given, source: each }, first));
    if (last.kind === 'found' && last.results.length > 0) return last;
  }
  return last ?? { kind: 'unreachable', source: 'embedded', message: 'No source is available right now.' };
}

type Asking<K extends Kind> = Omit<Sources<K>, 'sources'> & { source: Source<K> };

/**
 * A page of the one source that a search stays with: the one that is kept while it is fresh, else a new one; where the
 * source rests or fails, the kept one, marked as stale.
 */
export async function askToStay<K extends Kind>(asking: Asking<K>, search: Search): Promise<Chosen<K>> {
  const { source, now } = asking;
  const fresh = await freshPage(asking, search);
  if (fresh !== null) return fresh;
  const message = await whyNotNow(asking);
  const answer: Chosen<K> =
    message === null ? await askOne(asking, search) : { kind: 'unreachable', source: source.id, message };
  if (answer.kind === 'found') return answer;
  const kept = await keptPage(asking, search);
  const { mostHours } = keeping[source.id] ?? usualKeeping;
  return kept !== null && isYounger(kept, mostHours, now()) ? chosen(asking, kept, kept.fetchedAt) : answer;
}

const keyOf = <K extends Kind>({ source }: Asking<K>, { keyword, cursor }: Search): PageKey<K> => ({
  source: source.id,
  kind: source.kind,
  keyword,
  cursor,
});

const keptPage = async <K extends Kind>(asking: Asking<K>, search: Search): Promise<KeptPage<K> | null> =>
  asking.source.id === 'embedded' ? null : ((await asking.pages?.read(keyOf(asking, search))) ?? null);

async function freshPage<K extends Kind>(asking: Asking<K>, search: Search): Promise<Chosen<K> | null> {
  const kept = await keptPage(asking, search);
  const { freshHours } = keeping[asking.source.id] ?? usualKeeping;
  return kept !== null && isYounger(kept, freshHours, asking.now()) ? chosen(asking, kept, null) : null;
}

const chosen = <K extends Kind>(
  { source: { id } }: Asking<K>,
  { results, next }: Pick<KeptPage<K>, 'results' | 'next'>,
  staleSince: Date | null,
): Found<K> & { source: SourceId; staleSince: Date | null } => ({
  kind: 'found',
  results,
  next: next === null ? null : `${id}:${next}`,
  quota: null,
  source: id,
  staleSince,
});

/** Why a source is not asked now, for the person; null if it is. */
async function whyNotNow<K extends Kind>({ source, health, takeQuestion, now }: Asking<K>): Promise<string | null> {
  if (source.id === 'embedded') return null;
  const row = await health.read(source.id, source.kind);
  const until = row && restsUntil(row);
  if (until !== null && until > now()) return 'This source does not answer right now. Please try again later.';
  if (takeQuestion === undefined || (await takeQuestion(source.id))) return null;
  return 'Your agency has searched this source very often. Please try again later.';
}

async function askOne<K extends Kind>(asking: Asking<K>, search: Search): Promise<Chosen<K>> {
  const { source, health, pages, now } = asking;
  const answer = await source.search(search);
  // A search that was left by the person says nothing about the source.
  if (!search.signal.aborted && source.id !== 'embedded') {
    await health.write(healthAfter(source, answer, { before: await health.read(source.id, source.kind), at: now() }));
    if (answer.kind === 'found') await pages?.write(keyOf(asking, search), { ...answer, fetchedAt: now() });
  }
  if (answer.kind !== 'found') return { ...answer, source: source.id };
  return { ...chosen(asking, answer, null), quota: answer.quota };
}

function healthAfter<K extends Kind>(
  { id, kind }: Source<K>,
  answer: Found<K> | Failure,
  { before, at }: { before: Health | null; at: Date },
): Health {
  const row: Health = before ?? {
    source: id,
    kind,
    answeredAt: null,
    failedAt: null,
    failure: null,
    quotaLeft: null,
    quotaResetsAt: null,
  };
  if (answer.kind !== 'found') return { ...row, failedAt: at, failure: answer };
  return {
    ...row,
    answeredAt: at,
    quotaLeft: answer.quota?.left ?? null,
    quotaResetsAt: answer.quota?.resetsAt ?? null,
  };
}
