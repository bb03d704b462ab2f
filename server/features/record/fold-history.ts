import { sql } from "drizzle-orm";
import { z } from "zod";
import { branchOf, fieldName } from "#domain/field-names.ts";
import { isoMoment } from "../../kernel/clock.ts";
import { type Json, type JsonObject, jsonEqual } from "../../kernel/json.ts";
import { jsonValue } from "../../kernel/page.ts";
import { applyChange, type Change, touchedPointers, valueAt } from "../../record/change.ts";
import type { Db } from "../../record/database.ts";
import type { Resource } from "../../record/resource.ts";
import { subjectName } from "./subject-name.ts";

const HistoryChange = z.object({
  field: z.string().meta({ description: "JSON Pointer into the subject's stored state." }),
  name: z.string().meta({ description: "What people call it, such as `Choice text`." }),
  branch_id: z.string().nullable(),
  before: jsonValue,
  after: jsonValue,
});

export const HistoryRow = z
  .object({
    from_seq: z.int(),
    to_seq: z.int(),
    verb: z.string().meta({ description: "`created`, `updated`, `deleted`, `restored`, …" }),
    actor: z.string(),
    from_at: z.iso.datetime(),
    to_at: z.iso.datetime(),
    events: z.int().meta({ description: "How many events it stands for." }),
    label: z.string().nullable().meta({ description: "What the last gesture was called, where it was one." }),
    changes: z
      .array(HistoryChange)
      .meta({ description: "Empty for a creation or deletion, which is about the whole." }),
  })
  .meta({ id: "HistoryRow" });
export type HistoryRow = z.input<typeof HistoryRow>;

/** One author's edits of the same fields within this time are one row. */
const TOGETHER_MS = 5 * 60_000;

/** Where a card lies is no news to a person who asks what became of it. */
const POSITIONS = new Set(["/canvas_x", "/canvas_y"]);

type EventRow = {
  seq: number;
  kind: string;
  v: number;
  change: Change;
  actor: string;
  label: string | null;
  recorded_at: string;
};

interface OpenRow {
  row: HistoryRow;
  pointers: readonly string[];
  fields: string;
  begunMs: number;
  before: JsonObject | null;
}

/** A subject's history as people read it, oldest first: moves left out, what one person typed in one go put together. */
export async function foldedHistory(
  db: Db,
  projectId: string,
  resource: Resource,
  subjectId: string,
  upTo: number,
): Promise<{ rows: HistoryRow[]; name: string }> {
  const events = await db.execute<EventRow>(
    sql`SELECT seq, kind, v, change, actor, data->>'label' AS label, recorded_at FROM events
        WHERE project_id = ${projectId} AND subject_id = ${subjectId} AND seq <= ${upTo} ORDER BY seq`,
  );
  const rows: HistoryRow[] = [];
  let open: OpenRow[] = [];
  let state: JsonObject | null = null;
  let name = "";
  for (const event of events) {
    const change = resource.upcast(event.change, event.v);
    const before: JsonObject | null = state;
    state = applyChange(before, change);
    name = subjectName(state ?? before ?? {});
    const whole = before === null || state === null;
    const pointers = whole ? [] : touchedPointers(change).filter((pointer) => !POSITIONS.has(pointer));
    if (!whole && pointers.length === 0) continue;
    const fields = pointers.toSorted().join("\n");
    const at = isoMoment(event.recorded_at);
    const verb = event.kind.slice(event.kind.indexOf(".") + 1);
    // Another author ends what could still be added to, and so does an edit that takes one of its fields with others.
    open = open.filter(
      (each) =>
        each.row.actor === event.actor &&
        Date.parse(at) - each.begunMs <= TOGETHER_MS &&
        (each.fields === fields || !pointers.some((pointer) => each.pointers.includes(pointer))),
    );
    const same = whole ? undefined : open.find((each) => each.fields === fields && each.row.verb === verb);
    if (same !== undefined) {
      const { row } = same;
      row.to_seq = event.seq;
      row.to_at = at;
      row.events += 1;
      row.label = event.label ?? row.label;
      row.changes = changesOf(pointers, same.before, state);
      continue;
    }
    const row: HistoryRow = {
      from_seq: event.seq,
      to_seq: event.seq,
      verb,
      actor: event.actor,
      from_at: at,
      to_at: at,
      events: 1,
      label: event.label,
      changes: changesOf(pointers, before, state),
    };
    rows.push(row);
    if (whole) open = [];
    else open.push({ row, pointers, fields, begunMs: Date.parse(at), before });
  }
  return { rows: rows.filter((row) => row.changes.length > 0 || row.verb !== "updated"), name };
}

function changesOf(pointers: readonly string[], before: JsonObject | null, after: JsonObject | null) {
  return pointers.flatMap((pointer) => {
    const [old, now]: [Json, Json] = [valueAt(before, pointer), valueAt(after, pointer)];
    // Typed and taken back within one row.
    if (jsonEqual(old, now)) return [];
    return [{ field: pointer, name: fieldName(pointer), branch_id: branchOf(pointer), before: old, after: now }];
  });
}
