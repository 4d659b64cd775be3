/** Finds a page of a search by its number, across the sources of its kind. */
import { messages } from '#contract/messages.ts';
import { askToStay, searchIn, type Chosen, type KeptPage } from '#sources/chooser.ts';
import { pageSize, type Kind, type Source } from '#sources/source.ts';
import { UserError, type Services } from '../../base/handlers.ts';
import { findLastSource } from './queries.ts';
import { questionsOf } from './questions.ts';
import { healthIn, pagesIn } from './stores.ts';

/**
 * The search; `page` counts from 1. `source` is the one that answered the previous pages; without it, the one that
 * answered this keyword last.
 */
export type PageSearch<K extends Kind> = {
  kind: K;
  /** Who searches. */ agencyId: string;
  keyword: string;
  page: number;
  source?: string | undefined;
  signal: AbortSignal;
};

type Means = Pick<Services, 'db' | 'sources' | 'clock'>;

/** How many pages in between are requested again if they are no longer cached. */
const mostMissing = 3;
/** How long a search without a source is remembered. */
const rememberedMs = 24 * 3_600_000;

/** A keyword as it is looked up: in lower case, with single spaces. */
export const keywordOf = (text: string): string => text.trim().toLowerCase().replace(/\s+/g, ' ');

/** A page of a search. If the source fails, throws a 409 with the source's message. */
export async function searchPage<K extends Kind>(
  means: Means,
  search: PageSearch<K>,
): Promise<Extract<Chosen<K>, { kind: 'found' }>> {
  const answer = await answerTo(means, { ...search, keyword: keywordOf(search.keyword) });
  if (answer.kind !== 'found') throw new UserError(answer.message);
  return answer;
}

async function answerTo<K extends Kind>(means: Means, search: PageSearch<K>): Promise<Chosen<K>> {
  const { kind, agencyId, keyword, page, signal } = search;
  const sources = await means.sources.of(kind);
  const takeQuestion = questionsOf(means, agencyId);
  const stores = { health: healthIn(means), pages: pagesIn(means), takeQuestion, now: means.clock };
  if (page === 1) return searchIn({ sources, ...stores }, { keyword, cursor: null, signal });
  const source = await sourceOf(means, sources, search);
  if (source.id === 'embedded')
    return askToStay({ source, ...stores }, { keyword, cursor: String((page - 1) * pageSize), signal });
  return walk({ source, ...stores }, search);
}

async function sourceOf<K extends Kind>(
  { db, clock }: Means,
  sources: readonly Source<K>[],
  { kind, keyword, source }: PageSearch<K>,
): Promise<Source<K>> {
  const last = sources.at(-1);
  if (last === undefined) throw new Error(`there is no source of ${kind}`);
  if (sources.length === 1) return last;
  const since = new Date(clock().getTime() - rememberedMs);
  const id = source ?? (await db.asSystem((tx) => findLastSource(tx, { kind, keyword, since })));
  return sources.find((each) => each.id === id) ?? last;
}

/** Follows the cursors from the first page on, over cached pages. */
async function walk<K extends Kind>(
  asking: Parameters<typeof askToStay<K>>[0],
  { keyword, page, signal }: PageSearch<K>,
): Promise<Chosen<K>> {
  const { source } = asking;
  let cursor: string | null = null;
  let missing = 0;
  for (let at = 1; at < page; at += 1) {
    const kept: KeptPage<K> | null =
      (await asking.pages?.read<K>({ source: source.id, kind: source.kind, keyword, cursor })) ?? null;
    if (kept === null) missing += 1;
    if (missing > mostMissing) throw new UserError(messages.searchAgain);
    const answer: KeptPage<K> | Chosen<K> = kept ?? (await askToStay(asking, { keyword, cursor, signal }));
    if (!('next' in answer)) return answer;
    cursor = answer.next === null ? null : answer.next.replace(`${source.id}:`, '');
    if (cursor === null)
      return { kind: 'found', results: [], next: null, quota: null, source: source.id, staleSince: null };
  }
  return askToStay(asking, { keyword, cursor, signal });
}
