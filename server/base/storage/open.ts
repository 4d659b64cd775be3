import type { Config } from '../settings/config.ts';
import type { Storage } from './storage.ts';
import { openDiskStorage } from './disk.ts';

/** Opens the configured storage: a bucket if one is set, otherwise the folder `files` in the data directory. */
export async function openStorage(config: Pick<Config, 's3' | 'dataDir'>): Promise<Storage> {
  if (config.s3 === null) return openDiskStorage(config.dataDir);
  const { openS3Storage } = await import('./s3.ts');
  return openS3Storage(config.s3);
}
