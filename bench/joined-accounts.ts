import type { Database } from '#db/database.ts';
import type { FreshAccount } from '#networks/network.ts';
import type { NetworkId } from '#rules/eligibility.ts';
import { credentialsAssociatedData } from '#server/people/accounts/credentials.ts';
import type { Secrets } from '#server/base/secrets/secrets.ts';

/** An agency with one client for each account of the network that has the most: a client has an account only once. */
export type JoinedAgency = { agencyId: string; clientIds: readonly string[] };

/** An agency with `clients` clients. */
export async function insertAgency(db: Database, { clients }: { clients: number }): Promise<JoinedAgency> {
  const {
    rows: [agency],
  } = await db.pool.query<{ id: string }>(`insert into agencies (name) values ('Bench') returning id`);
  const agencyId = agency?.id ?? '';
  const { rows } = await db.pool.query<{ id: string }>(
    `insert into users (agency_id, role, name, email)
     select $1::bigint, 'client', 'Client ' || number, 'client-' || number || '-' || $1::bigint || '@bench.test'
       from generate_series(1, $2::int) number
     returning id`,
    [agencyId, clients],
  );
  return { agencyId, clientIds: rows.map(({ id }) => id) };
}

/** Stores an account as connecting does, but without a pace; returns its id. */
export async function insertJoined(
  db: Database,
  {
    secrets,
    agencyId,
    clientId,
    network,
    given,
  }: { secrets: Secrets; agencyId: string; clientId: string; network: NetworkId; given: FreshAccount },
): Promise<string> {
  const sealed = secrets.seal(
    JSON.stringify(given.credentials),
    credentialsAssociatedData({ agencyId, userId: clientId, network, externalId: given.externalId }),
  );
  const {
    rows: [row],
  } = await db.pool.query<{ id: string }>(
    `insert into social_accounts (agency_id, user_id, network, external_id, username, profile, credentials,
      expires_at) values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
    [agencyId, clientId, network, given.externalId, given.username, given.profile, sealed, given.expiresAt ?? null],
  );
  return row?.id ?? '';
}
