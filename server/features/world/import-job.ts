import { importJob } from "../entities/public.ts";
import { writeWorldRows } from "./write-rows.ts";

/** Writes the rows of a world file, some at a time, as an import of entities does. */
export const importWorldJob = importJob("import_world", (services, record, rows) =>
  writeWorldRows({ record, services }, rows),
);
