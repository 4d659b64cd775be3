import { aTestCluster, clusterVariable } from '#db/testing.ts';

/** Starts one cluster for all workers of a run; it ends with this process. */
export default async function setup(): Promise<void> {
  const { adminUrl, url } = await aTestCluster();
  process.env[clusterVariable] = `${adminUrl} ${url}`;
}
