/** The brand that an agency's users see. */
import { sql } from 'kysely';
import type { Brand } from '#contract/base/brand.ts';
import type { Tx } from '#db/database.ts';
import { defaultBrand } from './default-brand.ts';
import { fileAddress } from '../lib/file-address.ts';

/** A brand with the host its pages are served from; null for the host of PUBLIC_URL. */
export type HostedBrand = Brand & { host: string | null };

/** The product's own brand. */
export const houseBrand: HostedBrand = {
  name: defaultBrand,
  logo: null,
  color: { first: '#9461fc', second: '#EF1564' },
  host: null,
};

type BrandRow = {
  name: string;
  logo: string | null;
  first_color: string | null;
  second_color: string | null;
  host: string | null;
};

/**
 * The brand that an agency's users see on the main host, in mails and in documents: the agency's own, else its
 * seller's, else the product's. Without `agencyId`, the agency that the transaction sees.
 */
export async function brandOf(tx: Tx, agencyId?: string): Promise<HostedBrand> {
  const {
    rows: [row],
  } = await sql<BrandRow>`select * from brand_of(coalesce(${agencyId ?? null}::bigint, visible_agency()))`.execute(tx);
  if (row === undefined) return houseBrand;
  return {
    name: row.name,
    logo: fileAddress(row.logo),
    color: {
      first: row.first_color ?? houseBrand.color.first,
      second: row.second_color ?? houseBrand.color.second,
    },
    host: row.host,
  };
}

/**
 * Whether an agency is this seller, or was sold by it directly or through others. Needs a transaction that sees every
 * agency.
 */
export async function belongsTo(
  tx: Tx,
  { agencyId, sellerId }: { agencyId: string; sellerId: string },
): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select belongs_to(${agencyId}::bigint, ${sellerId}::bigint) as is`.execute(tx);
  return rows[0]?.is === true;
}

/** The sender name of an agency's mails: its brand's name, or the agency's name if it has no brand. */
export const senderName = (brand: Pick<Brand, 'name'>, agency: string): string =>
  brand.name === houseBrand.name ? agency : brand.name;

/** The base URL of links for a brand's users, without a trailing slash: the brand's host, otherwise `publicUrl`. */
export const originOf = (brand: HostedBrand, { publicUrl }: { publicUrl: string }): string =>
  brand.host === null ? publicUrl : `https://${brand.host}`;
