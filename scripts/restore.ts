// `npm run restore -- <file> [--into-empty] [--project prj_…] [--workspace wsp_…]`: reads a backup back by folding its events.
import { createReadStream, existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { StartProblem } from "#server/kernel/start-problem.ts";
import { splitLines } from "#server/record/backup/lines.ts";
import { type RestoredProject, restoreBackup } from "#server/record/backup/restore.ts";
import { resources } from "#server/resources.ts";
import { counted, grouped, runCommand } from "./record-command.ts";

const USAGE = `npm run restore -- <file> [--into-empty] [--project prj_…] [--workspace wsp_…]

Rebuilds the projects of a backup from their events, each in one transaction, and proves each by replay. A project
that exists is never touched. Of a backup of everything, workspaces, members and keys come back first, where they are
not there yet.
  --into-empty  refuse a database that holds anything
  --project     only this project
  --workspace   the workspace that gets the projects, instead of the one they came from`;

function options() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        "into-empty": { type: "boolean" },
        project: { type: "string" },
        workspace: { type: "string" },
        help: { type: "boolean" },
      },
    });
  } catch (error) {
    throw new StartProblem(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
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
      async (database, files) => {
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
          },
        );
        const present = rows.present === 0 ? "" : `, ${grouped(rows.present)} left as they were`;
        console.log(
          `Restored ${counted(projects.length, "project")} and ${counted(rows.restored, "row")} of workspaces and people${present}.`,
        );
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
