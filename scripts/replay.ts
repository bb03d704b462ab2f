// `npm run replay -- <project> | --all`: rebuilds projects from their events and compares every row. Of any size.
import { sql } from "drizzle-orm";
import type { Columns, Database } from "#server/record/database.ts";
import { replayProject } from "#server/record/replay.ts";
import { resources } from "#server/resources.ts";
import { counted, grouped, runCommand } from "./record-command.ts";

const USAGE = "npm run replay -- prj_…   replays one project\nnpm run replay -- --all    replays every project";
/** Differences printed for a project; one is already a defect. */
const SHOWN = 20;

async function replayAll(database: Database, wanted: string): Promise<boolean> {
  const one = wanted === "--all" ? sql`` : sql`WHERE project_id = ${wanted}`;
  const heads = await database.reads.execute<Columns<"project_heads", "project_id">>(
    sql`SELECT project_id FROM project_heads ${one} ORDER BY project_id`,
  );
  if (heads.length === 0 && wanted !== "--all") {
    console.error(`There is no project ${wanted}.`);
    return false;
  }
  let sound = 0;
  for (const { project_id } of heads) if (await replayOne(database, project_id)) sound += 1;
  console.log(`${grouped(sound)} of ${counted(heads.length, "project")} replay without differences.`);
  return sound === heads.length;
}

async function replayOne(database: Database, projectId: string): Promise<boolean> {
  const begun = performance.now();
  let told = begun;
  const progress = (seq: number): void => {
    if (performance.now() - told < 5_000) return;
    told = performance.now();
    console.error(`${projectId}  ${grouped(seq)} events so far`);
  };
  try {
    const report = await database.reads.transaction("snapshot", (db) =>
      replayProject(db, projectId, resources, progress),
    );
    const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
    const found = report.differences.length === 0 ? "no differences" : `${report.differences.length} DIFFERENCES`;
    console.log(
      `${projectId}  ${counted(report.seq, "event")}, ${counted(report.rows_compared, "row")}, ${found} (${seconds} s)`,
    );
    for (const difference of report.differences.slice(0, SHOWN)) console.log(`  ${JSON.stringify(difference)}`);
    return report.differences.length === 0;
  } catch (error) {
    // One project that cannot be folded must not hide the state of the others.
    console.log(`${projectId}  CANNOT BE REPLAYED: ${error instanceof Error ? error.message : String(error)}`);
    return false;
  }
}

const [wanted, ...rest] = process.argv.slice(2);
if (wanted === undefined || rest.length > 0 || (wanted.startsWith("-") && wanted !== "--all")) {
  console.error(USAGE);
  process.exitCode = 1;
} else {
  await runCommand((database) => replayAll(database, wanted));
}
