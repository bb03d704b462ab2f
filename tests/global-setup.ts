import { startThrowaway } from "#server/postgres/throwaway.ts";

/**
 * One cluster for all test files of a run. `npm test` starts it for several runs and names it in
 * FABULA_TEST_CLUSTER, which may also name another server, such as a PostgreSQL 15, to test against that.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.FABULA_TEST_CLUSTER) return undefined;
  const cluster = await startThrowaway();
  process.env.FABULA_TEST_CLUSTER = cluster.adminUrl;
  return async () => {
    delete process.env.FABULA_TEST_CLUSTER;
    await cluster.stop();
  };
}
