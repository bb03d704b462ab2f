import { diffStates } from "#domain/change/change.ts";
import { pointerTokens } from "#domain/change/pointer.ts";
import { mergedProperties } from "#domain/rows/entity-row.ts";
import { Problem } from "../../../kernel/problem.ts";
import type { ValidationItem } from "../../../kernel/validation/item.ts";
import { type BatchError, type PartOutcome, runBatch } from "../../../operation/batch.ts";
import type { UnitOfWork } from "../../../record/unit-of-work.ts";
import { loadBatch } from "../batch-ahead.ts";
import { entityResource } from "../entity.ts";
import { upsertIn } from "../upsert-entity.ts";
import type { RowResult, WaitingRow } from "./kept-imports.ts";

/** Writes rows in a unit of work, behind those above them that are only tried out; one that is refused leaves no trace. */
export async function writeRows(
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
    all.map(({ input: { external_id, parent_external_id, properties } }) => ({
      op: "upsert",
      external_id,
      parent_external_id,
      ...(properties.length > 0 && { properties: mergedProperties({}, { properties }) }),
    })),
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
  const { properties, is_new = false, ...fields } = input;
  const [existing] = await record.find(entityResource, { external_id: input.external_id });
  if (is_new && existing !== undefined) {
    // Somebody took the id that was made of the name, after the file was sent.
    const { external_id } = input;
    throw new Problem("external_id_taken", { detail: { external_id, entity_id: existing.id } });
  }
  const body = {
    ...(existing === undefined && type !== null && { type }),
    ...fields,
    ...(properties.length > 0 && { properties: mergedProperties(existing?.properties ?? {}, { properties }) }),
  };
  return upsertIn(record, body, { ifMatch: null, now, loc: ["rows", number] });
}

/** Returns the changed fields of an entity, by the names of columns. */
function changesOf(record: UnitOfWork, id: string): string[] {
  const pending = record.pendingOf(entityResource, id);
  if (pending === null) return [];
  const { set, unset } = diffStates(pending.before, pending.after);
  return columnsAt([...Object.keys(set ?? {}), ...(unset ?? [])]);
}

/** The columns that pointers into an entity are about, such as `properties.population`. */
export function columnsAt(pointers: readonly string[]): string[] {
  const names = pointers.map((pointer) => pointerTokens(pointer).join("."));
  return names.filter((name) => name !== "located").map(columnName);
}

function columnName(name: string): string {
  return name === "parent_id" ? "parent_external_id" : name;
}

/** A refusal as the report of a row tells it. */
export function rowErrors(number: number, { code, message, detail }: BatchError): RowResult["errors"] {
  if (code !== null) return [{ loc: ["rows", number], msg: message, type: code }];
  return (detail as ValidationItem[]).map(({ loc, msg, type }) => ({
    loc: loc.map((step) => (typeof step === "string" ? columnName(step) : step)),
    msg,
    type,
  }));
}
