/** The brands of customers' hosts, kept in memory for requests, documents and certificates. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { z } from 'zod';
import { brand, type Brand } from '#contract/base/brand.ts';
import type { Database, Tx } from '#db/database.ts';
import { fileAddress } from '../lib/file-address.ts';

/** A host's brand, and its agency. */
export type HostBrand = { agencyId: string; brand: Brand };

/** The look-up that every request makes. */
export type HostBrands = {
  /** The brand of a host (lower case, without port); undefined if it is not a customer's. */
  of: (host: string) => HostBrand | undefined;
  close: () => Promise<void>;
};

/** A look-up that knows no customer's host. */
export const noHostBrands: HostBrands = { of: () => undefined, close: () => Promise.resolve() };

type Row = {
  host: string;
  agency_id: string;
  name: string;
  logo: string | null;
  first_color: string;
  second_color: string;
};

const brandIn = (row: Row): Brand => ({
  name: row.name,
  logo: fileAddress(row.logo),
  color: { first: row.first_color, second: row.second_color },
});

/** The brand of a host, null if it is not a customer's. Needs a transaction that sees every agency. */
export async function hostBrandOf(tx: Tx, host: string): Promise<Brand | null> {
  const { rows } = await activeHosts(sql`and w.host = ${host.toLowerCase()}`).execute(tx);
  return rows[0] === undefined ? null : brandIn(rows[0]);
}

const activeHosts = (further: ReturnType<typeof sql>) => sql<Row>`
  select w.host, w.agency_id, w.name, f.name as logo, w.first_color, w.second_color
  from white_labels w
  left join files f on f.id = w.logo_file_id
  where w.state = 'active' ${further}`;

const snapshot = z.array(z.tuple([z.string(), z.object({ agencyId: z.string(), brand })]));

/** How often all hosts are read again, in addition to after every change. */
const everyMs = 60_000;

/**
 * Reads all hosts at start and after every change. A copy in `dataDir` serves the last known hosts if the database is
 * down at start.
 */
export async function openHostBrands({ db, dataDir }: { db: Database; dataDir: string }): Promise<HostBrands> {
  const file = join(dataDir, 'hosts.json');
  let hosts: ReadonlyMap<string, HostBrand> = readSnapshot(file);
  let reading: Promise<void> = Promise.resolve();
  const read = async (): Promise<void> => {
    try {
      const { rows } = await db.asSystem((tx) => activeHosts(sql``).execute(tx));
      const entries = rows.map((row): [string, HostBrand] => [
        row.host,
        { agencyId: row.agency_id, brand: brandIn(row) },
      ]);
      hosts = new Map(entries);
      writeFileSync(`${file}.new`, JSON.stringify(entries), { mode: 0o600 });
      renameSync(`${file}.new`, file);
    } catch {
      // The database or the disk is unavailable: the known hosts stay, and the next attempt is a minute later.
    }
  };
  const readAgain = (): void => {
    reading = reading.then(read);
  };
  await read();
  const unlisten = await db.listen('brands', readAgain).catch(() => () => Promise.resolve());
  const timer = setInterval(readAgain, everyMs).unref();
  return {
    of: (host) => hosts.get(host),
    close: async () => {
      clearInterval(timer);
      await unlisten();
      await reading;
    },
  };
}

function readSnapshot(file: string): ReadonlyMap<string, HostBrand> {
  try {
    return new Map(snapshot.parse(JSON.parse(readFileSync(file, 'utf8'))));
  } catch {
    return new Map(); // none yet, or a damaged one
  }
}
