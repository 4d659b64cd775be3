/** The settings of backups. */
import { isAbsolute } from 'node:path';
import { z } from 'zod';

/** The settings in the environment. */
export const backupSettings = {
  BACKUP_TO: z
    .string()
    .refine(
      (text) => isAbsolute(text) || /^s3:\/\/[a-z0-9.-]+(\/[A-Za-z0-9._/-]*)?$/.test(text),
      'must be an absolute folder, or s3://bucket/prefix without a key',
    )
    .optional(),
  BACKUP_AT: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must look like 02:30')
    .default('02:30'),
  BACKUP_PASSPHRASE: z.string().min(12, 'must have at least 12 characters').optional(),
  BACKUP_S3_ENDPOINT: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
  BACKUP_S3_REGION: z.string().optional(),
  BACKUP_S3_ACCESS_KEY_ID: z.string().optional(),
  BACKUP_S3_SECRET_ACCESS_KEY: z.string().optional(),
};

/** The parsed settings. */
export type BackupSettings = {
  backup: {
    /** Where the daily backup goes; null without one. */
    to: string | null;
    /** The time of day in UTC at which it is due: '02:30'. */
    at: string;
    passphrase: string | null;
    /** The server of buckets for backups; what is null is taken from the storage's bucket. */
    s3: { endpoint: string | null; region: string | null; accessKeyId: string | null; secretAccessKey: string | null };
  };
};

type Given = { [Name in keyof typeof backupSettings]?: string | undefined };

/** The settings of backups. */
export const backupsOf = (set: Given): BackupSettings => ({
  backup: {
    to: set.BACKUP_TO ?? null,
    at: set.BACKUP_AT ?? '02:30',
    passphrase: set.BACKUP_PASSPHRASE ?? null,
    s3: {
      endpoint: set.BACKUP_S3_ENDPOINT?.replace(/\/$/, '') ?? null,
      region: set.BACKUP_S3_REGION ?? null,
      accessKeyId: set.BACKUP_S3_ACCESS_KEY_ID ?? null,
      secretAccessKey: set.BACKUP_S3_SECRET_ACCESS_KEY ?? null,
    },
  },
});
