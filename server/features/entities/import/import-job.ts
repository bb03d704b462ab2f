import type { z } from "zod";
import { newId } from "../../../kernel/ids.ts";
import { Problem } from "../../../kernel/problem.ts";
import type { ProjectWriteContext, Services } from "../../../operation/context.ts";
import { mayStill } from "../../../operation/gate.ts";
import { callerFrom, starterFrom } from "../../../operation/starter.ts";
import { writeLater } from "../../../operation/system-write.ts";
import type { WriteScope } from "../../../operation/write-together.ts";
import { type Job, job } from "../../../queue/job.ts";
import type { UnitOfWork } from "../../../record/unit-of-work.ts";
import {
  endImport,
  findImport,
  type KeptImport,
  type KeptPlan,
  keepImport,
  noteResults,
  type RowResult,
  rowsAbove,
  toImport,
  type WaitingRow,
  waitingRows,
} from "./kept-imports.ts";
import type { EntityImport } from "./schemas.ts";
import { undoRows } from "./undo-rows.ts";
import { writeRows } from "./write-rows.ts";

/** Rows of one transaction: some 50 to 100 ms under the project's lock. */
const AT_ONCE = 250;

/** Names of an import that is under way. */
interface ImportState extends Record<string, string> {
  readonly project_id: string;
  readonly import_id: string;
}

/** Rows of a piece, behind those above them, which a dry run tries out before. */
interface PieceRows {
  readonly kept: KeptImport;
  readonly rows: readonly WaitingRow[];
  readonly above: readonly WaitingRow[];
}

/** Writes the rows of a piece in a unit of work. */
type WritePiece = (services: Services, record: UnitOfWork, piece: PieceRows) => Promise<RowResult[]>;

/**
 * Declares the job of imports that are kept with their rows: it writes them some at a time. What became of them is noted in the
 * transaction that writes them, so a piece that is repeated goes on where the last one ended.
 */
export function importJob(name: string, write: WritePiece): Job {
  return job<ImportState>({
    name,
    every: null,
    step: async (services, state, signal) => {
      while (await importPiece(services, state, write)) if (signal.aborted) return state;
      return "done";
    },
  });
}

/** Writes the rows of an import of entities or takes them back. */
export const importEntitiesJob = importJob("import_entities", (services, record, { kept, rows, above }) =>
  kept.undoes === null
    ? writeRows(record, { rows, above, type: kept.type, now: services.clock.now() })
    : undoRows(record, { services, kept, rows, undone: kept.undoes }),
);

/** Keeps an import with its rows and has its job begin once the request has committed. */
export async function beginImport(
  { db, project, caller, requestId, services, afterCommit }: ProjectWriteContext,
  importing: Job,
  { head, plan }: { head: Pick<KeptImport, "dry_run" | "format" | "type">; plan: KeptPlan },
): Promise<z.input<typeof EntityImport>> {
  const now = services.clock.now();
  const [id, jobId] = [newId("imp", now), newId("job", now)];
  const starter = starterFrom(caller, requestId);
  const created_at = new Date(now).toISOString();
  await keepImport(db, { ...head, project_id: project.id, id, job_id: jobId, starter, created_at }, plan);
  const owner = { workspaceId: project.workspaceId, mode: project.mode, projectId: project.id };
  await services.jobs.enqueue(db, importing, owner, { project_id: project.id, import_id: id }, jobId);
  afterCommit(() => services.jobs.wake());
  const kept = await findImport(db, project.id, id);
  if (kept === null) throw new Error("an import was kept but is not there");
  return toImport(db, kept);
}

/** Writes the next rows of an import; answers whether there are more. */
async function importPiece(services: Services, state: ImportState, writeRowsOf: WritePiece): Promise<boolean> {
  const { writes } = services.database;
  const { project_id: projectId, import_id: id } = state;
  const begun = await findImport(writes, projectId, id);
  if (begun?.status !== "running") return false;
  const { starter } = begun;
  const caller = await services.currentCaller(callerFrom(starter, "write"));
  if (!mayStill(caller, "write", projectId)) {
    await endImport(writes, begun, "The author of the import can no longer change the project.", services.clock.now());
    return false;
  }
  const authorship = { actor: starter.actor, requestId: starter.request_id };
  let isOver = false;
  const writePiece = async ({ record, db }: WriteScope) => {
    // Behind the project's lock: whoever took the job over may have written these rows meanwhile.
    const kept = await findImport(db, projectId, id);
    if (kept?.status !== "running") {
      isOver = true;
      return;
    }
    const now = services.clock.now();
    const rows = await waitingRows(db, kept, AT_ONCE);
    const above = kept.dry_run && kept.undoes === null ? await rowsAbove(db, kept, rows) : [];
    const write = () => writeRowsOf(services, record, { kept, rows, above });
    const before = record.seq;
    const results = kept.dry_run ? await record.tryOut(write) : await write();
    const isChanged = await record.commit();
    const events = isChanged ? { first: before + 1, last: record.seq } : null;
    ({ isOver } = await noteResults(db, kept, { results: kept.dry_run ? results.map(asTried) : results, events, now }));
  };
  try {
    await writeLater(services, projectId, { caller, authorship, isAlone: true }, writePiece);
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== "project_archived") throw error;
    await endImport(writes, begun, "The project was archived before all rows were written.", services.clock.now());
    return false;
  }
  return !isOver;
}

/** Removes the id from a dry run's created entity, which does not exist. */
function asTried(result: RowResult): RowResult {
  return result.outcome === "created" ? { ...result, entity_id: null } : result;
}
