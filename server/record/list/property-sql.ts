import { type SQL, sql } from "drizzle-orm";
import type { PropertyPath } from "#domain/filter/property-path.ts";

/**
 * The jsonb value at a path, SQL null when missing. Steps are taken one by one with `->` and a text key, which looks only
 * into objects; `#>` would read a key such as "0" as an array index.
 */
export function propertySql(properties: SQL, path: PropertyPath): SQL {
  return path.reduce((value, key) => sql`${value} -> ${key}::text`, properties);
}
