/** URLs of search results: on our own host, signed, and self-contained. */
import { z } from 'zod';
import { kinds, sourceIds, type Credit, type Kind, type Result, type SourceId } from '#sources/source.ts';
import type { Services } from '../../base/handlers.ts';

/** The content of such a URL: a source's reference, with the known facts of its author and licence. */
export type FoundThing = {
  kind: Kind;
  source: SourceId;
  /** The result's id at its source. */
  id: string;
  reference: string;
  title: string;
  credit: Credit;
};

/** The prefix of such URLs. */
export const foundPath = '/found/';
const purpose = 'found';
const dayMs = 86_400_000;
/** How long a URL works at least; URLs made on the same day are equal, so that browsers keep the files behind them. */
const days = 30;
/** The longest URL that is read, in characters. */
export const longestAddress = 4_000;

const text = z.string();
const payload = z.tuple([
  z.enum(kinds),
  z.enum(sourceIds),
  text,
  text,
  text,
  text,
  text,
  text.nullable(),
  text.nullable(),
  text.nullable(),
  z.number().int(),
]);

type Means = Pick<Services, 'secrets' | 'clock'>;

/** The URL of a result's reference: '/found/<signature>.<content>'; null for no reference. */
export function foundAddress<K extends Kind>(
  { secrets, clock }: Means,
  { kind, result, reference }: { kind: K; result: Result<Kind>; reference: string },
): string {
  const { source, id, author, licence, licenceUrl, pageUrl, attribution } = result;
  const title = 'title' in result ? result.title : 'family' in result ? result.family : '';
  const until = Math.floor(clock().getTime() / dayMs) + days;
  const parts: z.output<typeof payload> = [
    kind,
    source,
    id,
    reference,
    title.slice(0, 120),
    author.slice(0, 120),
    licence.slice(0, 80),
    licenceUrl,
    pageUrl,
    attribution === null ? null : attribution.slice(0, 300),
    until,
  ];
  const named = Buffer.from(JSON.stringify(parts)).toString('base64url');
  return `${foundPath}${secrets.sign(named, purpose)}.${named}`;
}

/** Whether a text looks like such a URL, on this host or absolute at `publicUrl`. */
export const isFoundAddress = (address: string, { publicUrl }: { publicUrl: string }): boolean =>
  address.startsWith(foundPath) || address.startsWith(`${publicUrl}${foundPath}`);

/** Whether a file can be taken from such a URL. */
export function isTakeable(means: Means & { config: { publicUrl: string } }, address: string): boolean {
  const thing = readAddress(means, address);
  return thing !== null && thing.kind !== 'font' && thing.kind !== 'quote' && thing.kind !== 'business';
}

/** The content of a URL; null if this installation did not sign it, or if it has expired. */
export function readAddress(
  { secrets, clock, config }: Means & { config: { publicUrl: string } },
  address: string,
): FoundThing | null {
  const { publicUrl } = config;
  const path = address.startsWith(publicUrl) ? address.slice(publicUrl.length) : address;
  const [, signature = '', named = ''] = /^\/found\/([\w-]{22})\.([\w-]+)$/.exec(path) ?? [];
  if (path.length > longestAddress || !secrets.isSigned(named, signature, purpose)) return null;
  const [kind, source, id, reference, title, author, licence, licenceUrl, pageUrl, attribution, until] = payload.parse(
    JSON.parse(Buffer.from(named, 'base64url').toString('utf8')),
  );
  if (Math.floor(clock().getTime() / dayMs) > until) return null;
  return { kind, source, id, reference, title, credit: { author, licence, licenceUrl, pageUrl, attribution } };
}
