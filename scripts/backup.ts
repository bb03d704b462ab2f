// `npm run backup -- [--project prj_…] [--out file]`: writes one project or everything as JSON lines.
import { closeSync, createWriteStream, existsSync, fsyncSync, openSync, renameSync, rmSync } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { ObjectStoreFailure } from "#server/adapters/objects/port.ts";
import { StartProblem } from "#server/kernel/start-problem.ts";
import type { BackupFiles } from "#server/record/backup/files.ts";
import { backupLines } from "#server/record/backup/write.ts";
import type { Database } from "#server/record/database.ts";
import { sealed } from "#server/record/sealed-lines.ts";
import { counted, runCommand } from "./record-command.ts";

const USAGE = `npm run backup -- [--project prj_…] [--out file]

One project: its events and files. Without --project: every project, and the workspaces with their members, keys (as hashes)
and audit. --out - writes to standard output; otherwise the file appears when it is complete, for its owner alone.`;

function options(): { project?: string | undefined; out?: string | undefined; help?: boolean | undefined } {
  try {
    return parseArgs({
      options: { project: { type: "string" }, out: { type: "string" }, help: { type: "boolean" } },
    }).values;
  } catch (error) {
    throw new StartProblem(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
}

async function backup(database: Database, files: BackupFiles, projectId: string | null, out: string): Promise<boolean> {
  let projects = 0;
  let events = 0;
  const onProject = (_: string, count: number): void => {
    projects += 1;
    events += count;
  };
  const draft = `${out}.partial`;
  for (const file of [out, draft]) {
    if (file !== "-" && existsSync(file))
      throw new StartProblem(`${file} exists already: remove it, or choose another --out.`);
  }
  try {
    await database.reads.transaction("snapshot", async (db) => {
      const text = Readable.from(sealed(backupLines(db, { projectId, now: Date.now(), files, onProject })));
      if (out === "-") await pipeline(text, process.stdout, { end: false });
      else await pipeline(text, createWriteStream(draft, { mode: 0o600, flags: "wx" }));
    });
    if (out !== "-") keep(draft, out);
  } catch (error) {
    const { code, path, message } = error as NodeJS.ErrnoException;
    if (out !== "-") rmSync(draft, { force: true });
    if (error instanceof ObjectStoreFailure) throw error;
    if (code === "EPIPE")
      throw new StartProblem("Nobody reads the standard output any more: the backup is not complete.");
    throw path === undefined ? error : new StartProblem(`The backup cannot be written: ${message}.`);
  }
  console.error(`${counted(projects, "project")} with ${counted(events, "event")}${out === "-" ? "" : ` in ${out}`}.`);
  return true;
}

/** The file counts as written when it would survive a power cut. */
function keep(draft: string, out: string): void {
  const file = openSync(draft, "r");
  fsyncSync(file);
  closeSync(file);
  renameSync(draft, out);
}

try {
  const { project = null, out, help } = options();
  const name = `fabula-${project ?? "all"}-${new Date().toISOString().slice(0, 19).replaceAll(":", "")}.ndjson`;
  if (help === true) console.log(USAGE);
  else await runCommand((database, artifacts) => backup(database, artifacts, project, out ?? name));
} catch (error) {
  console.error(error instanceof StartProblem ? error.message : error);
  process.exitCode = 1;
}
