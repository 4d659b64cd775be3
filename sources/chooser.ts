import type { Failure, Found, Kind, Result, Search, Source, SourceId } from './source.ts';

/** The health of a source as plain data: when it last answered, what failed last, and how many requests are left. */
export type Health = {
  source: SourceId;
  kind: Kind;
  answeredAt: Date | null;
  failedAt: Date | null;
  failure: Failure | null;
  quotaLeft: number | null;
  quotaResetsAt: Date | null;
};

/** The store of the health of sources: the caller's database, or memory in tests. */
export type HealthStore = {
  read(source: SourceId, kind: Kind): Promise<Health | null>;
  write(health: Health): Promise<void>;
};

/** Names a stored page of a source; `cursor` is null for the first page. */
export type PageKey<K extends Kind> = { source: SourceId; kind: K; keyword: string; cursor: string | null };

/** A page from a source, and when it was read. */
export type KeptPage<K extends Kind> = { results: readonly Result<K>[]; next: string | null; fetchedAt: Date };

/** The store of pages from configured sources, so that the same query is not sent twice. */
export type PageStore = {
  read<K extends Kind>(key: PageKey<K>): Promise<KeptPage<K> | null>;
  write<K extends Kind>(key: PageKey<K>, page: KeptPage<K>): Promise<void>;
};

/**
 * The result of a search over several sources: a page and its source, or why the source that the search stays with
 * failed. `staleSince` is set if a source fails and an older stored page replaces its answer.
 */
export type Chosen<K extends Kind> =
  | (Found<K> & { source: SourceId; staleSince: Date | null })
  | (Failure & { source: SourceId });

const hourMs = 3_600_000;

/** How long a page is fresh, and how long a stored one may replace the answer of a failing source, in hours. */
type Keeping = { freshHours: number; mostHours: number };

/** Pexels allows answers to be stored for a day (https://www.pexels.com/api/documentation/, as of 2026-11). */
const usualKeeping: Keeping = { freshHours: 6, mostHours: 24 };
/** Pixabay requires answers to be stored for a day (https://pixabay.com/api/docs/, as of 2026-11). */
const keeping: Readonly<Partial<Record<SourceId, Keeping>>> = {
  pixabay: { freshHours: 24, mostHours: 168 },
  reddit: { freshHours: 0.5, mostHours: 24 },
  'google-trends': { freshHours: 0.25, mostHours: 24 },
  twitter: { freshHours: 0.25, mostHours: 24 },
  openstreetmap: { freshHours: 72, mostHours: 168 },
};

const isYounger = ({ fetchedAt }: { fetchedAt: Date }, hours: number, at: Date): boolean =>
  at.getTime() - fetchedAt.getTime() < hours * hourMs;

/** How long a failed source is skipped, in seconds. A rate limit that names its own wait overrides this. */
const restSeconds: Readonly<Record<Failure['kind'], number>> = {
  rateLimited: 300,
  unauthorized: 600,
  refused: 0,
  unreachable: 60,
  unreadable: 60,
};

/** When a source may be asked again; null if it may be asked now. */
export function restsUntil({ failure, failedAt, answeredAt, quotaLeft, quotaResetsAt }: Health): Date | null {
  if (quotaLeft === 0 && quotaResetsAt) return quotaResetsAt;
  if (!failure || !failedAt || (answeredAt && answeredAt > failedAt)) return null;
  const named = failure.kind === 'rateLimited' ? failure.retryAfterSeconds : null;
  return new Date(failedAt.getTime() + (named ?? restSeconds[failure.kind]) * 1000);
}

/** Sources in the operator's order, the embedded one last. `now` is the clock. */
export type Sources<K extends Kind> = {
  sources: readonly Source<K>[];
  health: HealthStore;
  /** Without it nothing is stored. */ pages?: PageStore;
  /** Whether the searching agency may still ask this source; counts the request. Without it there is no limit. */
  takeQuestion?: (source: SourceId) => Promise<boolean>;
  now: () => Date;
};

/**
 * A search over several sources. The first page comes from the first healthy source that answers; a source that fails
 * or finds nothing is skipped, unless it is the last one. Further pages come from the same source, which the cursor
 * names.
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
 * A page from the one source that a search stays with: the stored page while it is fresh, otherwise a new one. If the
 * source rests or fails, the stored page is returned, marked as stale.
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
  // A search that the person cancelled says nothing about the source.
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
