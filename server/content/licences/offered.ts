/** Asks the sources themselves whether they still offer works. */
import { kinds, type Kind, type Source } from '#sources/source.ts';
import type { Services } from '../../base/handlers.ts';
import type { Work } from './look-queries.ts';

/** Whether a source offers a work; null if it is off, cannot say or does not answer. */
export type AskSource = (work: Work, signal: AbortSignal) => Promise<boolean | null>;

/** The most requests to one source, so that people's searches keep their share of its quota (Pexels: 200 an hour). */
const mostQuestions = 50;

/** A keyword for which every source finds something; a trend's keyword begins with a licence. */
const usualKeyword = (kind: Kind): string => (kind === 'trend' ? 'any:nature' : kind === 'font' ? 'sans' : 'nature');

/**
 * A round of requests. A source that is out of requests gets no more. A work counts as gone only if the source still
 * finds what its own search finds: after a change of URLs everything would be missing.
 */
export function openQuestions({ sources }: Pick<Services, 'sources'>): AskSource {
  const asked = new Map<string, number>();
  const believed = new Map<Source<Kind>, boolean>();

  const isBelieved = async (source: Source<Kind>, signal: AbortSignal): Promise<boolean> => {
    const known = believed.get(source) ?? (await hasWhatItFinds(source, signal));
    believed.set(source, known);
    return known;
  };
  return async ({ source: id, item, page }, signal) => {
    const count = asked.get(id) ?? 0;
    if (count >= mostQuestions) return null;
    asked.set(id, count + 1);
    let isGone: boolean | null = null;
    for (const source of await sourcesOf(sources, id)) {
      const answer = await source.offers?.({ id: item, pageUrl: page }, { signal });
      if (answer === undefined || answer.kind === 'other') continue;
      if (answer.kind === 'rateLimited') asked.set(id, mostQuestions);
      if (answer.kind === 'offered') return true;
      if (answer.kind !== 'gone' || !(await isBelieved(source, signal))) return null;
      isGone = true;
    }
    return isGone === null ? null : !isGone;
  };
}

async function sourcesOf(sources: Services['sources'], id: string): Promise<Source<Kind>[]> {
  const lists = await Promise.all(kinds.map((kind): Promise<readonly Source<Kind>[]> => sources.of(kind)));
  return lists.flat().filter((source) => source.id === id && source.offers !== undefined);
}

async function hasWhatItFinds(source: Source<Kind>, signal: AbortSignal): Promise<boolean> {
  const found = await source.search({ keyword: usualKeyword(source.kind), cursor: null, signal });
  const [first] = found.kind === 'found' ? found.results : [];
  if (first === undefined) return false;
  const answer = await source.offers?.({ id: first.id, pageUrl: first.pageUrl ?? '' }, { signal });
  return answer?.kind === 'offered';
}
