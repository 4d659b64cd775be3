/**
 * What a set says of itself. It is written last, so a set without it is not whole; it is signed with the installation's
 * SECRET_KEY and lists every other part with its hash.
 */
import { existsSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { keyFile, keyFrom, keyIdOf, openSecrets } from '../../base/secrets/secrets.ts';
import type { Config } from '../../base/settings/config.ts';
import type { Repository } from './repository.ts';
import { sealOf, unsealed, type Seal } from './seal.ts';

const part = z.object({ name: z.string(), sizeBytes: z.number(), sha256: z.string() });
/** A stored object of a set: its size and hash are those of the stored bytes. */
export type Part = z.output<typeof part>;

const table = z.object({
  schema: z.enum(['public', 'pgboss']),
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.number(),
  parts: z.array(part),
});
/** A table of a set. */
export type TableOfSet = z.output<typeof table>;

const contents = z.object({
  product: z.string(),
  /** The newest migration. */
  migration: z.object({ version: z.number(), name: z.string(), checksum: z.string() }),
  tables: z.array(table),
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), last: z.string() })),
  files: z.object({
    /** 'versions': the list names versions of objects in the bucket; 'copied': the files are in the pool. */
    kind: z.enum(['copied', 'versions']),
    bucket: z.string(),
    count: z.number(),
    bytes: z.number(),
    /** Files that were deleted before they were copied. */
    missing: z.number(),
    parts: z.array(part),
  }),
});
/** Everything in a set. */
export type Contents = z.output<typeof contents>;

const manifest = z.object({
  format: z.literal(1),
  installation: z.string(),
  set: z.string(),
  takenAt: z.coerce.date(),
  /** The id of the seal: 'plain', or that of a passphrase. */
  seal: z.string(),
  /** The contents as JSON, or encrypted in base64. */
  body: z.string(),
  signature: z.string(),
});
/** The manifest as it is stored. */
export type Manifest = z.output<typeof manifest>;

/** The key of an installation: its id, which reveals nothing, and signatures that only it can make. */
export type InstallationKey = { id: string; sign(text: string): string; isSigned(text: string, by: string): boolean };

/** The installation's key: SECRET_KEY, or the one in DATA_DIR; throws an Error of one line if there is none. */
export function installationKey({ secretKey, dataDir }: Pick<Config, 'secretKey' | 'dataDir'>): InstallationKey {
  if (secretKey === null && !existsSync(keyFile(dataDir)))
    throw new Error(`SECRET_KEY is not set, and there is no ${keyFile(dataDir)}: a set can be used only with its key`);
  const key = secretKey ?? keyFrom(dataDir);
  const secrets = openSecrets(key);
  return {
    id: keyIdOf(key),
    sign: (text) => secrets.sign(text, 'backup'),
    isSigned: (text, by) => secrets.isSigned(text, by, 'backup'),
  };
}

/** The seal of the configured passphrase; without one nothing is encrypted. */
export const openSeal = async (passphrase: string | null, key: Pick<InstallationKey, 'id'>): Promise<Seal> =>
  passphrase === null ? unsealed : sealOf(passphrase, key.id);

const manifestName = 'manifest.json';

/** The name of an object of a set in its repository. */
export const nameInSet = (key: Pick<InstallationKey, 'id'>, set: string, object: string): string =>
  `sets/${key.id}/${set}/${object}`;

const signedText = ({ format, installation, set, takenAt, seal, body }: Omit<Manifest, 'signature'>): string =>
  JSON.stringify([format, installation, set, takenAt.toISOString(), seal, body]);

/** What reading and writing a set needs. */
export type SetMeans = { repository: Repository; key: InstallationKey; seal: Seal };

/** Writes the manifest, which makes the set whole. */
export async function writeManifest(
  { repository, key, seal }: SetMeans,
  { set, takenAt, ...given }: { set: string; takenAt: Date; contents: Contents },
): Promise<void> {
  const name = nameInSet(key, set, manifestName);
  const json = Buffer.from(JSON.stringify(given.contents));
  const closed = await buffer(seal.close(name, once(json)));
  const body = closed.toString(seal === unsealed ? 'utf8' : 'base64');
  const unsigned = { format: 1, installation: key.id, set, takenAt, seal: seal.id, body } as const;
  const text = Buffer.from(JSON.stringify({ ...unsigned, signature: key.sign(signedText(unsigned)) }));
  await repository.put(name, text, text.length);
}

/** The manifest of a set; null if the set is not whole. Throws an Error of one line if it cannot be trusted. */
export async function readManifest({ repository, key }: Omit<SetMeans, 'seal'>, set: string): Promise<Manifest | null> {
  const found = await repository.open(nameInSet(key, set, manifestName));
  if (found === null) return null;
  let read: z.ZodSafeParseResult<Manifest>;
  try {
    read = manifest.safeParse(JSON.parse((await buffer(found.body)).toString('utf8')));
  } catch {
    throw new Error(`the manifest of the set ${set} is damaged`);
  }
  if (!read.success) throw new Error(`the manifest of the set ${set} is damaged, or of a newer version`);
  if (read.data.installation !== key.id || read.data.set !== set)
    throw new Error(
      `the set ${set} was made with the key ${read.data.installation}, not with this SECRET_KEY (${key.id})`,
    );
  if (!key.isSigned(signedText(read.data), read.data.signature))
    throw new Error(`the manifest of the set ${set} was changed: its signature does not fit`);
  return read.data;
}

/** The contents of a manifest. Throws an Error of one line without the right passphrase. */
export async function readContents({ key, seal }: Omit<SetMeans, 'repository'>, found: Manifest): Promise<Contents> {
  if (found.seal !== seal.id)
    throw new Error(
      found.seal === unsealed.id
        ? `the set ${found.set} is not encrypted: unset BACKUP_PASSPHRASE to read it`
        : seal === unsealed
          ? `the set ${found.set} is encrypted: set BACKUP_PASSPHRASE`
          : `the set ${found.set} was encrypted with another BACKUP_PASSPHRASE`,
    );
  const body = Buffer.from(found.body, seal === unsealed ? 'utf8' : 'base64');
  const json = await buffer(seal.open(nameInSet(key, found.set, manifestName), once(body)));
  return contents.parse(JSON.parse(json.toString('utf8')));
}

/** Bytes that are already there. */
export async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
