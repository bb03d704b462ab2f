import { Problem } from "../../../kernel/problem.ts";
import type { Services } from "../../../operation/context.ts";
import { mayStill } from "../../../operation/gate.ts";
import { callerFrom } from "../../../operation/starter.ts";
import { writeLater } from "../../../operation/system-write.ts";
import type { WriteScope } from "../../../operation/write-together.ts";
import { job } from "../../../queue/job.ts";
import { endImport, findImport, noteResults, type RowResult, rowsAbove, waitingRows } from "./kept-imports.ts";
import { undoRows } from "./undo-rows.ts";
import { writeRows } from "./write-rows.ts";

/** Rows of one transaction: some 50 to 100 ms under the project's lock. */
const AT_ONCE = 250;

/**
 * Writes the rows of an import or takes them back, some at a time. What became of them is noted in the transaction that writes
 * them, so a piece that is repeated goes on where the last one ended.
 */
export const importEntitiesJob = job<{ project_id: string; import_id: string }>({
  name: "import_entities",
  every: null,
  step: async (services, state, signal) => {
    while (await importPiece(services, state)) if (signal.aborted) return state;
    return "done";
  },
});

/** Writes the next rows of an import; answers whether there are more. */
async function importPiece(services: Services, state: { project_id: string; import_id: string }): Promise<boolean> {
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
    const write = () =>
      kept.undoes === null
        ? writeRows(record, { rows, above, type: kept.type, now })
        : undoRows(record, { services, kept, rows, undone: kept.undoes });
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
