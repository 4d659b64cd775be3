/** Which key belongs to a database: a process with another one could open nothing, and would seal what nobody opens. */
import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Tx } from '#db/database.ts';
import type { DatabaseSettings } from '../settings/database.ts';
import { keyFrom, keyIdOf, openSecrets, type Secrets } from './secrets.ts';

type KeySettings = Pick<DatabaseSettings, 'secretKey' | 'secretKeyBefore'> & { dataDir: string };

/** Reveals nothing about the key; the same for the same key. */
export const fingerprintOf = (key: Buffer): string =>
  createHmac('sha256', key).update('fingerprint of a key of AgencyReel').digest('hex').slice(0, 32);

/**
 * The secrets of the configured key. The first process stores its fingerprint; a key with another one is refused with
 * an Error of one line. The key before a rotation opens what it has sealed.
 */
export async function openOwnSecrets(settings: KeySettings, db: Pick<Database, 'asSystem'>): Promise<Secrets> {
  const key = settings.secretKey ?? keyFrom(settings.dataDir);
  const before = settings.secretKeyBefore;
  await db.asSystem((tx) => admitKey(tx, { key, before, isMade: settings.secretKey === null }));
  return before === null ? openSecrets(key) : openSecrets(key, before);
}

type Given = { key: Buffer; before: Buffer | null; isMade: boolean };

async function admitKey(tx: Tx, { key, before, isMade }: Given): Promise<void> {
  const [own, old] = [fingerprintOf(key), before === null ? null : fingerprintOf(before)];
  const known = await readKeys(tx);
  if (known.current === undefined) {
    await refuseForeignSecrets(tx, before === null ? [key] : [key, before]);
    // Of two first processes the second one compares its key with the first one's.
    await tx
      .insertInto('secret_keys')
      .values({ fingerprint: own, is_current: true })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    if (old !== null && old !== own) await insertBefore(tx, old);
    if ((await readKeys(tx)).current !== own) throw otherKey(isMade);
    return;
  }
  if (known.current === own) {
    if (known.before !== undefined && known.before !== old) throw unfinished();
    return;
  }
  if (known.before === own)
    throw new Error('SECRET_KEY is the key before a rotation: exchange it and SECRET_KEY_BEFORE');
  if (known.current !== old) throw otherKey(isMade);
  if (known.before !== undefined) throw unfinished();
  await tx.updateTable('secret_keys').set({ is_current: false }).where('fingerprint', '=', old).execute();
  await tx.insertInto('secret_keys').values({ fingerprint: own, is_current: true }).execute();
}

const insertBefore = (tx: Tx, fingerprint: string) =>
  tx
    .insertInto('secret_keys')
    .values({ fingerprint, is_current: false })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

async function readKeys(tx: Tx): Promise<{ current?: string; before?: string }> {
  const rows = await tx.selectFrom('secret_keys').select(['fingerprint', 'is_current']).forUpdate().execute();
  const [current, before] = [true, false].map((is) => rows.find((row) => row.is_current === is)?.fingerprint);
  return { ...(current === undefined ? {} : { current }), ...(before === undefined ? {} : { before }) };
}

/** A database of before there were fingerprints: what it holds shows its key. */
async function refuseForeignSecrets(tx: Tx, keys: readonly Buffer[]): Promise<void> {
  const sealed = await tx
    .selectFrom('social_accounts')
    .select('credentials')
    .where('credentials', 'like', 'v1.%')
    .limit(1)
    .executeTakeFirst();
  const id = sealed?.credentials?.split('.')[1];
  if (id !== undefined && !keys.some((key) => keyIdOf(key) === id)) throw otherKey(false);
}

/** Ends a rotation: from now on a process with the former key alone is refused like any other. */
export async function forgetKeyBefore(tx: Tx): Promise<void> {
  await sql`delete from secret_keys where not is_current`.execute(tx);
}

const otherKey = (isMade: boolean): Error =>
  new Error(
    isMade
      ? 'the key made in DATA_DIR is not the one that sealed this database: set the same SECRET_KEY on every machine'
      : 'SECRET_KEY is not the key that sealed this database: set that one, or for a rotation also SECRET_KEY_BEFORE',
  );

const unfinished = (): Error =>
  new Error('a rotation of the key is unfinished: keep SECRET_KEY_BEFORE until npm run admin -- rotate-key has ended');
