import { sql } from "drizzle-orm";
import { z } from "zod";
import { applyChange, type Change, touchedPointers } from "#domain/change/change.ts";
import { changedFields } from "#domain/change/changed-fields.ts";
import type { JsonObject } from "#domain/json.ts";
import { isoMoment } from "../../kernel/clock.ts";
import { roughSize } from "../../kernel/rough-size.ts";
import { ChangedField } from "../../record/changed-fields.ts";
import type { Db } from "../../record/database.ts";
import { PAGE_BYTES, readWithinBytes } from "../../record/list/page-bytes.ts";
import type { Resource } from "../../record/resource.ts";
import { markedState } from "../../record/sealed-marks.ts";
import { subjectName } from "../../record/subject-name.ts";

export const HistoryRow = z
  .object({
    from_seq: z.int(),
    to_seq: z.int(),
    verb: z.string().meta({ description: "`created`, `updated`, `deleted`, `restored`, …" }),
    actor: z.string(),
    from_at: z.iso.datetime(),
    to_at: z.iso.datetime(),
    events: z.int().meta({ description: "Number of events it combines." }),
    label: z.string().nullable().meta({ description: "Label of the last gesture, if any." }),
    changes: z.array(ChangedField).meta({ description: "Empty for a creation or deletion, which is about the whole." }),
  })
  .meta({ id: "HistoryRow" });
export type HistoryRow = z.input<typeof HistoryRow>;

/** Milliseconds within which edits of the same fields by one author are put into one row. */
const TOGETHER_MS = 5 * 60_000;

/** Fields that the history leaves out: the position of a card is no news to a person who reads what became of it. */
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

/** Events read together, and the bytes of them: beside the state they make nothing else is in memory. */
const READ_TOGETHER = 200;
const READ_BYTES = 4 * 1024 * 1024;

interface OpenRow {
  row: FoldedRow;
  pointers: readonly string[];
  fields: string;
  begunMs: number;
  before: JsonObject | null;
}

/** A row while it is folded, with how much its changes say. */
interface FoldedRow extends HistoryRow {
  isEmpty: boolean;
  bytes: number;
}

/** Subject whose history is read, and the last sequence that is read. */
export interface HistorySubject {
  readonly projectId: string;
  readonly resource: Resource;
  readonly subjectId: string;
  readonly upTo: number;
}

/**
 * Reads a page of a subject's history: moves are left out, and edits that one person made in one go are one row. The
 * events are folded once to find the rows, and once more for the changes in the rows of the page. The page is shorter
 * where its rows would be too many bytes.
 */
export async function foldedHistory(
  db: Db,
  subject: HistorySubject,
  page: { limit: number; offset: number; sort_order: "asc" | "desc" },
): Promise<{ rows: HistoryRow[]; total: number; name: string }> {
  const { rows, name } = await fold(db, subject, () => false);
  const all = page.sort_order === "desc" ? rows.toReversed() : rows;
  let bytes = 0;
  const wanted = new Set<number>();
  for (const row of all.slice(page.offset, page.offset + page.limit)) {
    bytes += row.bytes;
    if (bytes > PAGE_BYTES && wanted.size > 0) break;
    wanted.add(row.from_seq);
  }
  const told = wanted.size === 0 ? [] : (await fold(db, subject, (seq) => wanted.has(seq))).rows;
  const shown = told
    .filter(({ from_seq }) => wanted.has(from_seq))
    .map(({ isEmpty: _, bytes: __, ...row }): HistoryRow => row);
  return { rows: page.sort_order === "desc" ? shown.toReversed() : shown, total: all.length, name };
}

/** All rows, oldest first; what changed is said in those that are wanted, by the sequence they begin with. */
async function fold(
  db: Db,
  subject: HistorySubject,
  isWanted: (fromSeq: number) => boolean,
): Promise<{ rows: FoldedRow[]; name: string }> {
  const { resource } = subject;
  const rows: FoldedRow[] = [];
  const tell = (
    row: FoldedRow,
    pointers: readonly string[],
    before: JsonObject | null,
    after: JsonObject | null,
  ): void => {
    const shown = (told: JsonObject | null) => (told === null ? null : markedState(resource, told));
    const changes = changedFields(pointers, shown(before), shown(after));
    row.isEmpty = changes.length === 0;
    row.bytes = roughSize(changes);
    row.changes = isWanted(row.from_seq) ? changes : [];
  };
  let open: OpenRow[] = [];
  let state: JsonObject | null = null;
  let name = "";
  for await (const event of eventsOf(db, subject)) {
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
      tell(row, pointers, same.before, state);
      continue;
    }
    const row: FoldedRow = {
      from_seq: event.seq,
      to_seq: event.seq,
      verb,
      actor: event.actor,
      from_at: at,
      to_at: at,
      events: 1,
      label: event.label,
      changes: [],
      isEmpty: true,
      bytes: 0,
    };
    tell(row, pointers, before, state);
    rows.push(row);
    if (whole) open = [];
    else open.push({ row, pointers, fields, begunMs: Date.parse(at), before });
  }
  return { rows: rows.filter((row) => !row.isEmpty || row.verb !== "updated"), name };
}

/** The events of a subject in their order, read a page at a time. */
async function* eventsOf(
  db: Db,
  { projectId, subjectId, upTo }: HistorySubject,
): AsyncGenerator<EventRow, void, undefined> {
  for (let after = 0; ; ) {
    const events = (await readWithinBytes(
      db,
      sql`SELECT seq, kind, v, change, actor, data->>'label' AS label, recorded_at FROM events
          WHERE project_id = ${projectId} AND subject_id = ${subjectId} AND seq > ${after} AND seq <= ${upTo}
          ORDER BY seq LIMIT ${READ_TOGETHER}`,
      READ_BYTES,
    )) as EventRow[];
    yield* events;
    const last = events.at(-1);
    if (last === undefined) return;
    after = last.seq;
  }
}
