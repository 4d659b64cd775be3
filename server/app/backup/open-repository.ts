/** Opens the repository that the operator names: a folder, or a prefix in a bucket. */
import { isAbsolute, relative, resolve } from 'node:path';
import { openBucket, type BucketSettings } from '../../base/storage/bucket.ts';
import type { Config } from '../../base/settings/config.ts';
import { openFolder } from './folder.ts';
import { isPlainPath, plainPath, type Repository } from './repository.ts';

/** Opens the repository of `--to`, `--from` or BACKUP_TO. Throws an Error of one line that never repeats a key. */
export function openRepository(to: string, config: Pick<Config, 's3' | 'dataDir' | 'backup'>): Repository {
  if (!/^[a-z][a-z0-9+.-]*:/i.test(to)) {
    const folder = resolve(to);
    const inData = relative(resolve(config.dataDir), folder);
    if (inData === '' || /^(files|files-held|database|tmp|journal)(\/|$)/.test(isAbsolute(inData) ? '..' : inData))
      throw new Error('the backup must not be among the data that it copies: choose a folder outside of DATA_DIR');
    return openFolder(folder);
  }
  const { bucket = '', prefix = '' } =
    /^s3:\/\/(?<bucket>[a-z0-9][a-z0-9.-]*)(?:\/(?<prefix>[^?#]*))?$/.exec(to)?.groups ?? {};
  const trimmed = prefix.replace(/\/+$/, '');
  if (bucket === '' || (trimmed !== '' && !isPlainPath(trimmed)))
    throw new Error(
      'backups go to a folder, or to s3://bucket/prefix; the key is in S3_… or BACKUP_S3_…, never in the address',
    );
  const settings = settingsOf(config, bucket);
  if (settings.bucket === config.s3?.bucket && settings.endpoint === config.s3.endpoint && trimmed === '')
    throw new Error('backups in the bucket of the files need a prefix: s3://bucket/prefix');
  return openPrefix(settings, trimmed);
}

/** The bucket of backups, on the server of BACKUP_S3_…, by default that of the files. */
function settingsOf({ s3, backup: { s3: own } }: Pick<Config, 's3' | 'backup'>, bucket: string): BucketSettings {
  const endpoint = own.endpoint ?? s3?.endpoint;
  const accessKeyId = own.accessKeyId ?? s3?.accessKeyId;
  const secretAccessKey = own.secretAccessKey ?? s3?.secretAccessKey;
  if (endpoint === undefined || accessKeyId === undefined || secretAccessKey === undefined)
    throw new Error('set BACKUP_S3_ENDPOINT, BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY');
  return { endpoint, bucket, accessKeyId, secretAccessKey, region: own.region ?? s3?.region ?? 'us-east-1' };
}

function openPrefix(settings: BucketSettings, prefix: string): Repository {
  const bucket = openBucket(settings);
  const keyOf = (name: string): string => (prefix === '' ? plainPath(name) : `${prefix}/${plainPath(name)}`);
  const start = prefix === '' ? '' : `${prefix}/`;
  return {
    title: `s3://${settings.bucket}${prefix === '' ? '' : `/${prefix}`}`,
    put: (name, body, sizeBytes) =>
      bucket.put(keyOf(name), body, { contentType: 'application/octet-stream', sizeBytes }),
    open: (name) => bucket.open(keyOf(name)),
    async *list(folder) {
      for await (const { key, sizeBytes } of bucket.list(folder === '' ? start : `${start}${plainPath(folder)}/`)) {
        const name = key.slice(start.length);
        if (isPlainPath(name)) yield { name, sizeBytes };
      }
    },
    delete: (name) => bucket.delete(keyOf(name)),
  };
}
