// `npm run restore -- <file> [--into-empty] [--project prj_…] [--workspace wsp_…] [--erasures <file>]`: reads a backup back by folding its events.
import { createReadStream, existsSync } from "node:fs";
import { parseArgs } from "node:util";
import type { Config } from "#server/config.ts";
import { Envelope } from "#server/envelope/envelope.ts";
import { KeyEncryptionKeys } from "#server/envelope/key-encryption-keys.ts";
import { eraseAgain, playerKeys } from "#server/features/players/public.ts";
import { systemClock } from "#server/kernel/clock.ts";
import type { Mode } from "#server/kernel/scope.ts";
import { StartProblem } from "#server/kernel/start-problem.ts";
import { erasers } from "#server/operations.ts";
import { ErasureFile } from "#server/process/erasure-file.ts";
import { BackupProblem, type ProjectHead, splitLines } from "#server/record/backup/lines.ts";
import { type RestoredProject, restoreBackup } from "#server/record/backup/restore.ts";
import type { Db } from "#server/record/database.ts";
import { resources } from "#server/resources.ts";
import { counted, grouped, runCommand } from "./record-command.ts";

const USAGE = `npm run restore -- <file> [--into-empty] [--project prj_…] [--workspace wsp_…] [--erasures <file>]

Rebuilds the projects of a backup from their events, each in one transaction, and proves each by replay. A project
that exists is never touched. Of a backup of everything, workspaces, members and keys come back first, where they are
not there yet.
  --into-empty  refuse a database that holds anything
  --project     only this project
  --workspace   the workspace that gets the projects, instead of the one they came from
  --erasures    the file in which erasures of players are noted, where it is not that of this data folder: players who were erased since
                the backup was made are erased again, and a backup of players is refused without it`;

function options() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        "into-empty": { type: "boolean" },
        project: { type: "string" },
        workspace: { type: "string" },
        erasures: { type: "string" },
        help: { type: "boolean" },
      },
    });
  } catch (error) {
    throw new StartProblem(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
}

/** Reads who was erased, and returns what a restore does about it. */
async function openErasures(config: Config, path: string) {
  const noted = await new ErasureFile(path).read();
  const envelope = new Envelope(new KeyEncryptionKeys(config), systemClock);
  const services = { envelope, playerKeys: playerKeys(envelope), clock: systemClock, resources };
  let again = 0;
  return {
    again: () => again,
    admit: (tables: ReadonlySet<string>) => {
      if (noted !== null || !tables.has("player_keys")) return;
      throw new BackupProblem(
        `The backup has players, and the file of erasures ${path} is missing: copy it from the installation that was backed up, or name it with --erasures. An empty file says that nobody was erased.`,
      );
    },
    complete: async (db: Db, { project_id: id, workspace_id, mode, last_seq, last_recorded_at }: ProjectHead) => {
      const project = { id, workspaceId: workspace_id, mode: mode as Mode };
      const restored = { ...project, lastSeq: last_seq, lastRecordedAt: Date.parse(last_recorded_at) };
      again += await eraseAgain(services, db, restored, { noted: noted ?? [], erasers });
    },
  };
}

function tell({ project_id, seq, rows_compared }: RestoredProject): void {
  console.log(`${project_id}  ${counted(seq, "event")}, ${counted(rows_compared, "row")}, replay without differences`);
}

try {
  const { values, positionals } = options();
  const [file, ...rest] = positionals;
  if (values.help === true) console.log(USAGE);
  else if (file === undefined || rest.length > 0) throw new StartProblem(USAGE);
  else if (!existsSync(file)) throw new StartProblem(`There is no file ${file}.`);
  else {
    await runCommand(
      async (database, files, config) => {
        const erasures = await openErasures(config, values.erasures ?? config.erasuresFile);
        const { rows, projects, replaced } = await restoreBackup(
          database,
          resources,
          () => splitLines(createReadStream(file)),
          {
            projectId: values.project ?? null,
            workspaceId: values.workspace ?? null,
            intoEmpty: values["into-empty"] ?? false,
            files,
            onProject: tell,
            admit: erasures.admit,
            complete: erasures.complete,
          },
        );
        const present = rows.present === 0 ? "" : `, ${grouped(rows.present)} left as they were`;
        console.log(
          `Restored ${counted(projects.length, "project")} and ${counted(rows.restored, "row")} of workspaces and people${present}.`,
        );
        if (erasures.again() > 0) console.log(`Erased ${counted(erasures.again(), "player")} again.`);
        for (const { line, places } of replaced)
          console.log(`Line ${line}: ${counted(places, "place")} held what is no longer kept, and was replaced.`);
        return true;
      },
      { migrates: true },
    );
  }
} catch (error) {
  console.error(error instanceof StartProblem ? error.message : error);
  process.exitCode = 1;
}
