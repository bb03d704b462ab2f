import { diffStates } from "#domain/change/change.ts";
import { pointerTokens } from "#domain/change/pointer.ts";
import type { ValidationItem } from "../../kernel/validation/item.ts";
import { parseInput } from "../../kernel/validation/parse.ts";
import { type BatchError, runBatch } from "../../operation/batch.ts";
import { partsWithIds } from "../../operation/subject-references.ts";
import type { UpsertResult } from "../../operation/upsert.ts";
import type { Resource } from "../../record/resource.ts";
import type { UnitOfWork } from "../../record/unit-of-work.ts";
import type { RowError, RowResult, WaitingRow } from "../entities/public.ts";
import { told, type WorldInput } from "./plan-world.ts";
import { SECTIONS, type Section, type WorldWrite } from "./sections.ts";

/** Steps that lead to a row of a piece in the location of a mistake. */
const TO_ROW = 3;

/**
 * Writes rows of a world file in a unit of work, those above them first, which are only tried out. One that is refused leaves no trace.
 * What a row names is looked for behind the rows before it.
 */
export async function writeWorldRows(
  context: WorldWrite,
  { rows, above }: { readonly rows: readonly WaitingRow[]; readonly above: readonly WaitingRow[] },
): Promise<RowResult[]> {
  const results = new Map<number, RowResult>();
  for (const list of [above, rows]) {
    for (const section of SECTIONS) {
      const own = list.filter(({ kind }) => kind === section.kind);
      if (own.length === 0) continue;
      for (const result of await writeSection(context, section, own)) results.set(result.number, result);
    }
  }
  return rows.flatMap(({ number }) => results.get(number) ?? []);
}

async function writeSection(context: WorldWrite, section: Section, rows: readonly WaitingRow[]): Promise<RowResult[]> {
  const { record, services } = context;
  const inputs = rows.map(({ input }) => input as unknown as WorldInput);
  const parsed = inputs.map(({ body }) => parseInput(section.schema, body, { root: "body", lax: false }));
  const sent = { rows: parsed.map((each) => (each.ok ? each.value : null)) };
  const { body, refused } = await partsWithIds(record, services.resources, sent);
  const bodies = body.rows.filter((each, index) => each !== null && !refused.has(index));
  await section.load(record, bodies as never);
  const done = new Map<number, UpsertResult & { changes: string[] }>();
  const errors = await runBatch(record, "independent", [...rows.keys()], async (index) => {
    const refusal = refused.get(index);
    if (refusal !== undefined) throw refusal;
    const result = await section.upsert(context, body.rows[index] as never, {
      ifMatch: null,
      loc: ["body", "rows", index],
    });
    await record.check();
    const changes = result.outcome === "updated" ? changesOf(record, section.resource, result.id) : [];
    done.set(index, { ...result, changes });
  });
  const refusals = new Map(errors.map((error) => [error.index, error]));
  return rows.map(({ number }, index): RowResult => {
    const written = done.get(index);
    const error = refusals.get(index);
    if (error !== undefined || written === undefined) {
      const at = [section.name, inputs[index]?.index ?? 0];
      const errors = error === undefined ? [] : errorsOf(error, at);
      return { number, outcome: "refused", entity_id: null, changes: [], errors };
    }
    return { number, outcome: written.outcome, entity_id: written.id, changes: written.changes, errors: [] };
  });
}

/** Returns the changed fields of a subject. */
function changesOf(record: UnitOfWork, resource: Resource<never>, id: string): string[] {
  const pending = record.pendingOf(resource as unknown as Resource, id);
  if (pending === null) return [];
  const { set, unset } = diffStates(pending.before, pending.after);
  return [...Object.keys(set ?? {}), ...(unset ?? [])].map((pointer) => pointerTokens(pointer).join("."));
}

function errorsOf({ code, message, detail }: BatchError, at: (string | number)[]): RowError[] {
  if (code !== null) return [{ loc: at, msg: message, type: code }];
  return (detail as unknown as ValidationItem[]).map((item) => told(item, at, TO_ROW));
}
