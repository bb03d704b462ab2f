import { diffStates } from "#domain/change/change.ts";
import { pointerTokens } from "#domain/change/pointer.ts";
import type { JsonObject } from "#domain/json.ts";
import { mergedProperties } from "#domain/rows/entity-row.ts";
import { job } from "../../../jobs/job.ts";
import { Problem } from "../../../kernel/problem.ts";
import { allows } from "../../../kernel/scope.ts";
import type { ValidationItem } from "../../../kernel/validation/item.ts";
import { type BatchError, type PartOutcome, runBatch } from "../../../operation/batch.ts";
import type { Services } from "../../../operation/context.ts";
import { callerFrom } from "../../../operation/starter.ts";
import { writeLater } from "../../../operation/system-write.ts";
import type { WriteScope } from "../../../operation/write-together.ts";
import type { UnitOfWork } from "../../../record/unit-of-work.ts";
import { loadBatch } from "../batch-ahead.ts";
import { entityResource } from "../entity.ts";
import { upsertIn } from "../upsert-entity.ts";
import {
  endImport,
  findImport,
  noteResults,
  type RowResult,
  rowsAbove,
  type WaitingRow,
  waitingRows,
} from "./kept-imports.ts";

/** Rows of one transaction: some 50 to 100 ms under the project's lock. */
const AT_ONCE = 250;

/**
 * Writes the rows of an import, some at a time. What became of them is noted in the transaction that writes them, so a piece that
 * is repeated goes on where the last one ended.
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
  const isTheirs = caller?.projectIds == null || caller.projectIds.includes(projectId);
  if (caller === null || !isTheirs || !allows(caller.scopes, "write")) {
    await endImport(writes, begun, "Whoever asked for it may not change the project any more.", services.clock.now());
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
    const above = kept.dry_run ? await rowsAbove(db, kept, rows) : [];
    const write = () => writeRows(record, { rows, above, type: kept.type, now });
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

/** What a dry run would create has no id yet. */
function asTried(result: RowResult): RowResult {
  return result.outcome === "created" ? { ...result, entity_id: null } : result;
}

/** Writes rows in a unit of work, behind those above them that are only tried out; one that is refused leaves no trace. */
async function writeRows(
  record: UnitOfWork,
  {
    rows,
    above,
    type,
    now,
  }: { rows: readonly WaitingRow[]; above: readonly WaitingRow[]; type: string | null; now: number },
): Promise<RowResult[]> {
  const all = [...above, ...rows];
  await loadBatch(
    record,
    all.map(({ input: { external_id, parent_external_id } }) => ({ op: "upsert", external_id, parent_external_id })),
  );
  const done = new Map<number, PartOutcome & { changes: string[] }>();
  const errors = await runBatch(record, "independent", [...all.keys()], async (index) => {
    const row = all[index];
    if (row === undefined) return;
    const outcome = await writeRow(record, row, { type, now });
    await record.check();
    done.set(index, { ...outcome, changes: outcome.outcome === "updated" ? changesOf(record, outcome.id) : [] });
  });
  const refusals = new Map(errors.map((error) => [error.index, error]));
  return rows.map(({ number }, at): RowResult => {
    const index = above.length + at;
    const refused = refusals.get(index);
    const written = done.get(index);
    if (refused !== undefined || written === undefined) {
      const told = refused === undefined ? [] : rowErrors(number, refused);
      return { number, outcome: "refused", entity_id: null, changes: [], errors: told };
    }
    const { id, outcome, changes } = written;
    return { number, outcome: outcome as RowResult["outcome"], entity_id: id, changes, errors: [] };
  });
}

/** Creates an entity or changes what the row says of it; other properties stay as they are. */
async function writeRow(
  record: UnitOfWork,
  { number, input }: WaitingRow,
  { type, now }: { type: string | null; now: number },
): Promise<PartOutcome> {
  const { properties, ...fields } = input;
  const [existing] = await record.find(entityResource, { external_id: input.external_id });
  const body = {
    ...(existing === undefined && type !== null && { type }),
    ...fields,
    ...(properties.length > 0 && { properties: mergedProperties(existing?.properties ?? {}, { properties }) }),
  };
  return upsertIn(record, body, { ifMatch: null, now, loc: ["rows", number] });
}

/** What of an entity differs from before, by the names of columns. */
function changesOf(record: UnitOfWork, id: string): string[] {
  const pending = record.pendingOf(entityResource, id);
  if (pending === null) return [];
  const { set, unset } = diffStates(pending.before as unknown as JsonObject, pending.after as unknown as JsonObject);
  const names = [...Object.keys(set ?? {}), ...(unset ?? [])].map((pointer) => pointerTokens(pointer).join("."));
  return names.filter((name) => name !== "located").map(columnName);
}

function columnName(name: string): string {
  return name === "parent_id" ? "parent_external_id" : name;
}

/** A refusal as the report of a row tells it. */
function rowErrors(number: number, { code, message, detail }: BatchError): RowResult["errors"] {
  if (code !== null) return [{ loc: ["rows", number], msg: message, type: code }];
  return (detail as unknown as ValidationItem[]).map(({ loc, msg, type }) => ({
    loc: loc.map((step) => (typeof step === "string" ? columnName(step) : step)),
    msg,
    type,
  }));
}
