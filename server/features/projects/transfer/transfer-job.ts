import { sql } from "drizzle-orm";
import type { Services } from "../../../operation/context.ts";
import { JobProblem, job } from "../../../queue/job.ts";
import type { Columns, Db } from "../../../record/database.ts";
import { ProjectTransaction } from "../../../record/project-transaction.ts";
import { stateOf } from "../../../record/resource.ts";
import { UnitOfWork } from "../../../record/unit-of-work.ts";
import { projectResource } from "../project.ts";
import { keepFiles } from "./file-lines.ts";
import type { KeptTransfer } from "./kept-transfers.ts";
import { completeTransfer, failTransfer, findTransfer, nextPart, notePart } from "./kept-transfers.ts";
import { changesOf, filesOf } from "./lines.ts";
import { writeChanges } from "./write-changes.ts";

/**
 * Writes the lines of a project that is imported, a part at a time. How far it is stands in the transaction that writes them, so a
 * part that is repeated goes on where the last one ended.
 */
export const importProjectJob = job<{ import_id: string }>({
  name: "import_project",
  every: null,
  step: async (services, state, signal) => {
    while (await importPart(services, state.import_id)) if (signal.aborted) return state;
    return "done";
  },
});

/** Writes the next part; answers whether there are more. */
async function importPart(services: Services, id: string): Promise<boolean> {
  const { writes } = services.database;
  try {
    await keepNext(services, id);
    return await writes.transaction("write", (db) => writePart(db, services, id), { long: true });
  } catch (error) {
    if (!(error instanceof JobProblem)) throw error;
    await writes.transaction("write", async (db) => {
      const kept = await findTransfer(db, id, true);
      if (kept?.status === "running") await failTransfer(db, kept, error.message, services.clock.now());
    });
    return false;
  }
}

/** Keeps the files of the next part, before anything is locked; a part without files is left to the transaction. */
async function keepNext({ database, artifacts }: Services, id: string): Promise<void> {
  const kept = await findTransfer(database.reads, id);
  const part = kept?.status === "running" ? await nextPart(database.reads, id) : null;
  if (kept !== null && part !== null) await keepFiles(artifacts, kept, filesOf(part));
}

async function writePart(db: Db, services: Services, id: string): Promise<boolean> {
  // Whoever took the job over may be at it: they wait for each other here, and nobody else knows of the project.
  const kept = await findTransfer(db, id, true);
  if (kept?.status !== "running") return false;
  const { starter, into_project_id: projectId } = kept;
  const part = await nextPart(db, id);
  const head = await headOf(db, projectId);
  const authorship = { actor: starter.actor, requestId: starter.request_id };
  if (part === null) {
    await rename(db, services, { kept, head, authorship });
    await completeTransfer(db, kept, services.clock.now());
    return false;
  }
  const into = { projectId, workspaceId: kept.workspace_id, mode: kept.mode, head, ...authorship };
  if (part.lines > 0) await writeChanges(db, services, into, changesOf(part));
  await notePart(db, id, part);
  return true;
}

/** Gives the project the name that was asked for, as its last change. */
async function rename(
  db: Db,
  { resources, clock }: Services,
  {
    kept,
    head,
    authorship,
  }: {
    kept: KeptTransfer;
    head: { last_seq: number; last_recorded_at: number };
    authorship: { actor: string; requestId: string | null };
  },
): Promise<void> {
  const { into_project_id: projectId, name } = kept;
  const transaction = new ProjectTransaction({ db, projectId, resources, clock }).begin(head);
  const record = new UnitOfWork(transaction, authorship);
  const version = await record.get(projectResource, projectId);
  if (version === null) throw new JobProblem("The project of the file is deleted at its end.");
  if (name !== null) record.update(projectResource, version, { ...stateOf(projectResource, version), name });
  await record.commit();
  for (const statement of await transaction.finish()) await db.execute(statement);
}

async function headOf(db: Db, projectId: string): Promise<{ last_seq: number; last_recorded_at: number }> {
  const [row] = await db.execute<Columns<"project_heads", "last_seq" | "last_recorded_at">>(
    sql`SELECT last_seq, last_recorded_at FROM project_heads WHERE project_id = ${projectId} FOR UPDATE`,
  );
  if (row === undefined) throw new JobProblem("The project that was made for it is gone.");
  return { last_seq: Number(row.last_seq), last_recorded_at: new Date(row.last_recorded_at).getTime() };
}
