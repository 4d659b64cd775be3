import { aTestCluster, clusterVariable } from '#db/testing.ts';
import { buildSiteIfStale } from '#server/app/processes/start/build-site.ts';
import { announceGate } from './begin.ts';

/** Runs once, before the workers start: builds the site, starts their database cluster, chooses the gate's instant. */
export default async function globalSetup(): Promise<void> {
  await buildSiteIfStale({ say: console.log });
  const { adminUrl, url } = await aTestCluster();
  process.env[clusterVariable] = `${adminUrl} ${url}`;
  announceGate();
}
