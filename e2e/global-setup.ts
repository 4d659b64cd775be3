import { aTestCluster, clusterVariable } from '#db/testing.ts';
import { announceGate } from './begin.ts';

/** Runs once, before the workers: they share a database cluster, and the gate's files the instant of their beginning. */
export default async function globalSetup(): Promise<void> {
  const { adminUrl, url } = await aTestCluster();
  process.env[clusterVariable] = `${adminUrl} ${url}`;
  announceGate();
}
