import { AwsClient } from 'aws4fetch';
import type { Config } from '../settings/config.ts';
import type { JournalStore } from './store.ts';

const limitMs = 10_000;

/**
 * Segments as objects under `journal/`. An object cannot be appended to, so each write replaces the whole segment,
 * which is therefore small.
 */
export function bucketStore({
  endpoint,
  bucket,
  region,
  accessKeyId,
  secretAccessKey,
}: NonNullable<Config['s3']>): JournalStore {
  const aws = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 });
  const texts = new Map<string, string>();
  const ask = async (path: string, init: RequestInit): Promise<Response> => {
    const response = await aws.fetch(`${endpoint}/${bucket}${path}`, { ...init, signal: AbortSignal.timeout(limitMs) });
    if (response.ok || response.status === 404) return response;
    await response.body?.cancel();
    throw new Error(`the bucket refused the journal: ${response.status}`);
  };

  const listed = async (of: Record<string, string>): Promise<{ name: string; bytes: number }[]> => {
    const all: { name: string; bytes: number }[] = [];
    for (let token: string | undefined, isFirst = true; isFirst || token !== undefined; isFirst = false) {
      const query = new URLSearchParams({ 'list-type': '2', ...of });
      if (token !== undefined) query.set('continuation-token', token);
      const page = await (await ask(`?${query.toString()}`, { method: 'GET' })).text();
      for (const [object] of page.matchAll(/<Contents>.*?<\/Contents>/gs)) {
        const name = /<Key>journal\/([^<]+)<\/Key>/.exec(object)?.[1];
        if (name !== undefined) all.push({ name, bytes: Number(/<Size>(\d+)<\/Size>/.exec(object)?.[1]) });
      }
      token = /<NextContinuationToken>([^<]+)<\/NextContinuationToken>/.exec(page)?.[1];
    }
    return all;
  };

  return {
    append: async (segment, text) => {
      const whole = (texts.get(segment) ?? '') + text;
      const response = await ask(`/journal/${segment}`, { method: 'PUT', body: whole });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`the bucket refused the journal: ${response.status}`);
      texts.set(segment, whole);
    },
    list: async () => (await listed({ prefix: 'journal/' })).map(({ name }) => name),
    sizes: async (from, process) => {
      const all = await listed({ prefix: 'journal/attempts-', 'start-after': `journal/${from}` });
      return all.filter(({ name }) => name >= from && !name.includes(process));
    },
    read: async (segment, fromByte = 0) => {
      const headers = fromByte > 0 ? { range: `bytes=${fromByte}-` } : {};
      const response = await ask(`/journal/${segment}`, { method: 'GET', headers });
      const text = await response.text();
      if (!response.ok) return '';
      // A bucket that knows no ranges answers with everything.
      return fromByte > 0 && response.status === 200 ? Buffer.from(text).subarray(fromByte).toString() : text;
    },
    remove: async (segment) => {
      const response = await ask(`/journal/${segment}`, { method: 'DELETE' });
      await response.body?.cancel();
    },
    finish: (segment) => {
      texts.delete(segment);
      return Promise.resolve();
    },
    segmentBytes: 64_000,
  };
}
