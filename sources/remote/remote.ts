import type { Failure, Found, Kind, Opened, Result, Search, Source, SourceId } from '../source.ts';
import { startOf } from '../paging.ts';
import type { Access, Read } from './ask.ts';

/** One page from a vendor: its results, and whether there is another page. */
export type Page<K extends Kind> = { results: Result<K>[]; hasNext: boolean };

/**
 * The differences between the sources with numbered pages. `hosts` are those whose files may be downloaded, besides the
 * source's own; `cacheSeconds` and `mayKeep` as in `Opened`.
 */
export type Numbered<K extends Kind> = {
  id: SourceId;
  kind: K;
  name: string;
  access: Access;
  hosts: readonly string[];
  cacheSeconds: number | null;
  mayKeep: boolean;
  ask(search: Search & { page: number }): Promise<Read<Page<K>> | Failure>;
  used?: Source<K>['used'];
  offers?: Source<K>['offers'];
};

/** A source whose cursor is the number of its next page. A page without results is the last one. */
export function numbered<K extends Kind>(given: Numbered<K>): Source<K> {
  const { id, kind, name, access, ask, used, offers, ...files } = given;
  const search = async (search: Search): Promise<Found<K> | Failure> => {
    const page = Math.max(1, startOf(search.cursor));
    const answer = await ask({ ...search, page });
    if (answer.kind !== 'read') return answer;
    const { results, hasNext } = answer.value;
    return {
      kind: 'found',
      results,
      next: hasNext && results.length > 0 ? String(page + 1) : null,
      quota: answer.quota,
    };
  };
  const open = async (reference: string): Promise<Opened | Failure> =>
    downloadOf(reference, { ...files, name, access });
  return { id, kind, search, open, ...(used && { used }), ...(offers && { offers }) };
}

/** The download of a reference, which is an address at one of the source's hosts; otherwise a refusal. */
export function downloadOf(
  reference: string,
  {
    hosts,
    access,
    cacheSeconds,
    mayKeep,
    name,
  }: Pick<Numbered<Kind>, 'hosts' | 'access' | 'cacheSeconds' | 'mayKeep' | 'name'>,
): Opened | Failure {
  const [address = ''] = reference.split(' ');
  const all = [...hosts, access.baseUrl.hostname];
  const url = URL.canParse(address) ? new URL(address) : null;
  const isOurs = url !== null && (url.protocol === 'https:' || url.origin === access.baseUrl.origin);
  if (!isOurs || !all.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`))) {
    return { kind: 'refused', message: `This is not a file of ${name}.` };
  }
  return { kind: 'download', url, hosts: all, cacheSeconds, mayKeep };
}

/** Converts an answer to a page. */
export const pageFrom = <Value, K extends Kind>(
  read: Read<Value> | Failure,
  turn: (value: Value) => Page<K>,
): Read<Page<K>> | Failure => (read.kind === 'read' ? { ...read, value: turn(read.value) } : read);

/** The text if it is an http or https address, otherwise null: pages may link to it. */
export const linkOf = (text: string | null | undefined): string | null =>
  text !== null && text !== undefined && /^https?:\/\//.test(text) && URL.canParse(text) ? text : null;

/** A day in seconds: how long Pexels, Pixabay and Google Fonts allow answers to be stored. */
export const daySeconds = 86_400;
