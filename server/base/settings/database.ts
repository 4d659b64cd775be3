/** The settings of the database and of the key that seals what is secret in it. */
import { z } from 'zod';

/** The addresses and keys, parsed. */
export type DatabaseSettings = {
  databaseUrl: string | null;
  /** The role that runs migrations; null if it is the one of databaseUrl. */
  databaseOwnerUrl: string | null;
  /** A role that may make roles and databases, for `admin -- init-database` only. */
  databaseAdminUrl: string | null;
  /** 32 bytes; null for a key that is created once in dataDir. */
  secretKey: Buffer | null;
  /** The key before a rotation, which still opens what it has sealed. */
  secretKeyBefore: Buffer | null;
};

const address = z.url({ protocol: /^postgres(ql)?$/, error: 'must start with postgres://' });
const key32 = z
  .string()
  .transform((text) => (/^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64')))
  .refine((bytes) => bytes.length === 32, 'must be 32 bytes in hex or base64 (openssl rand -base64 32)');

/** How each is written in the environment. */
export const databaseSettings = {
  DATABASE_URL: address.optional(),
  DATABASE_OWNER_URL: address.optional(),
  DATABASE_ADMIN_URL: address.optional(),
  SECRET_KEY: key32.optional(),
  SECRET_KEY_BEFORE: key32.optional(),
};

/** From the parsed environment. */
export const databaseSettingsOf = (set: z.output<z.ZodObject<typeof databaseSettings>>): DatabaseSettings => ({
  databaseUrl: set.DATABASE_URL ?? null,
  databaseOwnerUrl: set.DATABASE_OWNER_URL ?? null,
  databaseAdminUrl: set.DATABASE_ADMIN_URL ?? null,
  secretKey: set.SECRET_KEY ?? null,
  secretKeyBefore: set.SECRET_KEY_BEFORE ?? null,
});
