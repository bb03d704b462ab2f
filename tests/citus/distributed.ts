import { distribute } from "#server/postgres/distribute.ts";
import { prepareDatabase } from "#server/postgres/prepare-database.ts";
import { openDatabase } from "#server/record/database.ts";
import { type RefusalWatch, watchRefusals } from "./refusal-watch.ts";

/** Distributes the tables of the database that `npm run test:citus` names, and starts a watch over it. */
export async function openDistributed(): Promise<RefusalWatch> {
  const url = process.env.FABULA_TEST_CITUS ?? "";
  await prepareDatabase(url);
  const database = openDatabase(url, { reads: 1, writes: 1, unlimited: true });
  await distribute(database.writes).finally(() => database.close());
  return await watchRefusals(url);
}
