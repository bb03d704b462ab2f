import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { JsonObject } from "#domain/json.ts";
import { MAX_FILE_BYTES } from "../../artifacts/artifact-store.ts";
import type { Mode } from "../../kernel/scope.ts";
import type { Services } from "../../operation/context.ts";
import type { Exporter } from "../../operation/player-export.ts";
import { type Job, job } from "../../queue/job.ts";
import type { Columns, Db } from "../../record/database.ts";
import { toVersion } from "../../record/versions.ts";
import { packExport } from "./export-file.ts";
import { endExport, failExport, noteFile } from "./kept-exports.ts";
import type { KeyedProject } from "./keys.ts";
import { type PlayerVersion, player } from "./player.ts";

/** State of the job. */
type ExportState = {
  readonly project_id: string;
  readonly workspace_id: string;
  readonly mode: Mode;
  readonly player_id: string;
  readonly job_id: string;
};

/** Declares the job that makes the file of an export. */
export function declareExportJob(exporters: readonly Exporter[]): Job {
  return job<ExportState>({
    name: "export_player",
    every: null,
    step: async (services, state) => {
      await makeExport(services, exporters, state);
      return "done";
    },
  });
}

async function makeExport(services: Services, exporters: readonly Exporter[], state: ExportState): Promise<void> {
  const { database, artifacts, clock } = services;
  const project: KeyedProject = { id: state.project_id, workspaceId: state.workspace_id, mode: state.mode };
  const of = { projectId: project.id, playerId: state.player_id, jobId: state.job_id };
  const made = await database.reads.transaction(
    "snapshot",
    (db) => readExport(services, db, exporters, project, state),
    {
      long: true,
    },
  );
  if (made === null) return;
  if (made.bytes.length > MAX_FILE_BYTES) {
    const words = "The data of this player is larger than a file may be.";
    await database.writes.transaction("write", (db) => failExport(db, of, words, clock.now()));
    return;
  }
  const sha256 = createHash("sha256").update(made.bytes).digest("hex");
  const isWanted = await database.writes.transaction("write", async (db) => {
    const before = await noteFile(db, of, { sha256, seq: made.seq });
    if (typeof before === "string" && before !== sha256) await artifacts.giveUp(db, project.id, before);
    return before !== undefined;
  });
  if (!isWanted) return;
  await artifacts.keep(project, { bytes: made.bytes, mediaType: "application/zip" });
  await database.writes.transaction("write", async (db) => {
    if (!(await endExport(db, of, sha256, clock.now()))) await artifacts.giveUp(db, project.id, sha256);
  });
}

/** Reads and packs what there is of a player; null for one who was erased meanwhile, or whose project was. */
async function readExport(
  services: Services,
  db: Db,
  exporters: readonly Exporter[],
  project: KeyedProject,
  { player_id: id }: ExportState,
): Promise<{ bytes: Uint8Array; seq: number } | null> {
  const [head] = await db.execute<Columns<"project_heads", "last_seq">>(
    sql`SELECT last_seq FROM project_heads WHERE project_id = ${project.id} AND deleted_at IS NULL`,
  );
  const rows = await db.execute(
    sql`SELECT * FROM player_versions WHERE project_id = ${project.id} AND id = ${id} ORDER BY valid_from_seq`,
  );
  const versions = rows.map((row) => toVersion<PlayerVersion>(row));
  const last = versions.at(-1);
  if (head === undefined || last === undefined || last.erased_at !== null) return null;
  const opening = { services, db, project };
  const shown = await player.sealing.show(opening, versions as unknown as PlayerVersion[] & never);
  const externalId = shown.at(-1)?.external_id;
  const exported = { projectId: project.id, id, externalId: typeof externalId === "string" ? externalId : null };
  const files = [{ name: "profile", lines: shown as JsonObject[] }];
  for (const exporter of exporters)
    files.push(...(await exporter(db, exported, opening)).map((file) => ({ ...file, lines: [...file.lines] })));
  const seq = Number(head.last_seq);
  const created_at = new Date(services.clock.now()).toISOString();
  return { bytes: packExport({ project_id: project.id, player_id: id, seq, created_at }, files), seq };
}
