import { migrate } from "#drizzle/migrate.ts";
import { installJobs } from "../queue/install.ts";

/** Brings a database to this version's schema, the tables of the job queue included. As safe to repeat as {@link migrate}. */
export function prepareDatabase(directUrl: string): Promise<void> {
  return migrate(directUrl, { afterwards: installJobs });
}
