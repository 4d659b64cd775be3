import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { whenThisProcessEnds } from '#db/testing-guard.ts';
import { aTestCluster, clusterVariable } from '#db/testing.ts';
import { handOver } from './declared-rows/hand-over.ts';
import { allSites } from './declared-rows/sites.ts';

/** Makes once what all workers of a run use: a cluster, and the declared rows. Both end with this process. */
export default async function setup(): Promise<void> {
  const cluster = aTestCluster();
  const dir = mkdtempSync(join(tmpdir(), 'agencyreel-rows-'));
  whenThisProcessEnds('rm -rf "$1"', [dir]);
  handOver(allSites(), join(dir, 'sites'));
  const { adminUrl, url } = await cluster;
  process.env[clusterVariable] = `${adminUrl} ${url}`;
}
