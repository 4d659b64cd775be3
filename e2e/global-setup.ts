import { aTestCluster, clusterVariable } from '#db/testing.ts';
import { announceGate } from './begin.ts';

/** Runs once, before the workers start: it starts their database cluster and chooses the instant of the gate. */
export default async function globalSetup(): Promise<void> {
  const { adminUrl, url } = await aTestCluster();
  process.env[clusterVariable] = `${adminUrl} ${url}`;
  announceGate();
}
