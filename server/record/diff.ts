import { sql } from "drizzle-orm";
import { diffStates, touchedPointers } from "#domain/change/change.ts";
import { valueAt } from "#domain/change/pointer.ts";
import type { Json, JsonObject } from "#domain/json.ts";
import type { ShownProject } from "./api-form.ts";
import type { Columns, Db } from "./database.ts";
import type { ResourceRegistry } from "./registry.ts";
import { subjectName } from "./subject-name.ts";
import { findVersions } from "./versions.ts";

/** One field that differs between two sequences, by JSON Pointer; null stands for absent as well. */
export interface FieldChange {
  field: string;
  before: Json;
  after: Json;
}

/** One subject that differs between two sequences. */
export interface SubjectDifference {
  change: "added" | "removed" | "changed";
  subject_type: string;
  subject_id: string;
  /** A name to show for it: its own, or the first words of its text; null where it has neither. */
  label: string | null;
  /** Dialogue that it is a part of, and who speaks in it; null where there is none. */
  graph_id: string | null;
  speaker_id: string | null;
  fields: FieldChange[];
  /** Actors that changed it in between, in order of their last event. */
  by: string[];
  first_seq: number;
  last_seq: number;
  last_at: string;
}

/**
 * Returns the differences between the states at two sequences, of the whole project or of one subject, one page of
 * subjects in the order of their first change. Subjects that came back to what they were are left out, so a page may be
 * shorter than its limit. It also ends where it has enough bytes; `taken` is the number of changed subjects it covers.
 */
export async function diffSequences(
  db: Db,
  resources: ResourceRegistry,
  project: ShownProject,
  range: { fromSeq: number; toSeq: number; subjectId?: string | undefined },
  page: { limit: number; offset: number },
): Promise<{ differences: SubjectDifference[]; total: number; taken: number }> {
  const ofSubject = range.subjectId === undefined ? sql`` : sql` AND subject_id = ${range.subjectId}`;
  const between = sql`project_id = ${project.id} AND seq > ${range.fromSeq} AND seq <= ${range.toSeq}${ofSubject}`;
  const touched = await db.execute<Touched>(
    sql`SELECT subject_type, subject_id, min(seq) AS first_seq, max(seq) AS last_seq, max(recorded_at) AS last_at,
          array_agg(actor ORDER BY seq) AS actors
        FROM events WHERE ${between}
        GROUP BY subject_type, subject_id ORDER BY min(seq) LIMIT ${page.limit} OFFSET ${page.offset}`,
  );
  const counted = await db.execute<{ n: number }>(
    sql`SELECT count(DISTINCT (subject_type, subject_id)) AS n FROM events WHERE ${between}`,
  );
  const differences: SubjectDifference[] = [];
  let characters = 0;
  let taken = 0;
  for (let step = FIRST_STEP; taken < touched.length && characters < PAGE_CHARACTERS; ) {
    const some = touched.slice(taken, taken + step);
    const before = await statesAt(db, resources, project, some, range.fromSeq);
    const after = await statesAt(db, resources, project, some, range.toSeq);
    let added = 0;
    for (const each of some) {
      const name = `${each.subject_type}:${each.subject_id}`;
      const difference = compare(each, before.get(name) ?? null, after.get(name) ?? null);
      if (difference === null) continue;
      differences.push(difference);
      added += JSON.stringify(difference).length;
    }
    characters += added;
    taken += some.length;
    // Small subjects are read by the hundred, large ones a few at a time.
    step = added < STEP_CHARACTERS ? step * 4 : FIRST_STEP;
  }
  return { differences, total: counted[0]?.n ?? 0, taken };
}

/** Characters of JSON after which a page ends. */
const PAGE_CHARACTERS = 8 * 1024 * 1024;
/** Subjects read at once at first: two states each, and a state may have 3 MB. */
const FIRST_STEP = 8;
const STEP_CHARACTERS = 64 * 1024;

type Touched = Columns<"events", "subject_type" | "subject_id"> & {
  first_seq: number;
  last_seq: number;
  last_at: string;
  actors: string[];
};

/** The fields of subjects as the API showed them at a sequence. */
async function statesAt(
  db: Db,
  resources: ResourceRegistry,
  project: ShownProject,
  touched: readonly Touched[],
  atSeq: number,
): Promise<Map<string, JsonObject>> {
  const states = new Map<string, JsonObject>();
  for (const [type, subjects] of Map.groupBy(touched, (each) => each.subject_type)) {
    const form = resources.formOf(type);
    const ids = subjects.map((each) => each.subject_id);
    const versions = await findVersions(db, form.resource, project.id, { id: ids }, atSeq);
    const moments = versions.map((version) => ({ version, seq: atSeq }));
    for (const [index, shown] of (await form.show(db, project, moments)).entries()) {
      const compared = Object.entries(shown).filter(([field]) => !OF_THE_MOMENT.has(field));
      states.set(`${type}:${versions[index]?.id}`, Object.fromEntries(compared));
    }
  }
  return states;
}

/** Fields that name the subject or tell of the version and the moment: they differ, or do not, whatever was edited. */
const OF_THE_MOMENT = new Set([
  "id",
  "project_id",
  "workspace_id",
  "valid_from_seq",
  "valid_to_seq",
  "created_at",
  "updated_at",
  "last_seq",
  "deleted_at",
]);

function compare(each: Touched, before: JsonObject | null, after: JsonObject | null): SubjectDifference | null {
  const change = diffStates(before, after);
  const pointers = touchedPointers(change);
  if (pointers.length === 0) return null;
  const kind = before === null ? "added" : after === null ? "removed" : "changed";
  const shown = after ?? before ?? {};
  const textOf = (value: Json | undefined) => (typeof value === "string" && value.trim() !== "" ? value : null);
  return {
    change: kind,
    subject_type: each.subject_type,
    subject_id: each.subject_id,
    label: textOf(shown.name) ?? textOf(shown.title) ?? textOf(subjectName(shown)),
    graph_id: textOf(shown.graph_id),
    speaker_id: textOf(shown.speaker_id),
    fields: fieldsOf(kind, before, after, pointers),
    by: [...new Set(each.actors.toReversed())],
    first_seq: each.first_seq,
    last_seq: each.last_seq,
    last_at: new Date(each.last_at).toISOString(),
  };
}

function fieldsOf(
  kind: SubjectDifference["change"],
  before: JsonObject | null,
  after: JsonObject | null,
  pointers: string[],
): FieldChange[] {
  const names = kind === "changed" ? pointers : Object.keys(after ?? before ?? {}).map((key) => `/${key}`);
  return names.map((field) => ({ field, before: valueAt(before, field), after: valueAt(after, field) }));
}
