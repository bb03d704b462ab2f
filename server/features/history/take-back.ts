import { sql } from "drizzle-orm";
import { pointersMeet } from "#domain/change/pointer.ts";
import { type LeftField, type LeftReason, takeBack } from "#domain/change/take-back.ts";
import { fieldName } from "#domain/field-names.ts";
import type { JsonObject } from "#domain/json.ts";
import { Problem, ValidationProblem } from "../../kernel/problem.ts";
import { MAX_READ } from "../../operation/batch.ts";
import type { ProjectWriteContext } from "../../operation/context.ts";
import { requireWriter } from "../../operation/gate.ts";
import { type Db, textArray } from "../../record/database.ts";
import type { RecordedEvent } from "../../record/event.ts";
import { type Resource, stateOf, type Version } from "../../record/resource.ts";
import { subjectName } from "../../record/subject-name.ts";
import type { ChangeNote } from "../../record/unit-of-work.ts";
import { findVersions } from "../../record/versions.ts";

/** Maximum number of unchanged fields that an answer names. */
export const LEFT_NAMED = 200;
/** Later events of a subject that are looked through for who wrote a field again. */
const LATER = 500;

/** A field, or a whole subject, that stays as it is. */
export interface KeptField {
  readonly subject_type: string;
  readonly subject_id: string;
  readonly name: string;
  /** JSON Pointer; empty for the whole subject. */
  readonly field: string;
  readonly field_name: string;
  readonly reason: LeftReason | "stays" | "refused";
  /** Reason for the refusal, in words. */
  readonly message: string | null;
  /** The commit that wrote it again; null where that is not why. */
  readonly changed_by: number | null;
}

/** A subject of the commit, with what taking its change back comes to. */
interface Part {
  readonly resource: Resource;
  readonly event: RecordedEvent;
  readonly current: Version<JsonObject> | null;
  /** The version that was deleted; null for what was not. */
  readonly origin: Version<JsonObject> | null;
  readonly next: JsonObject | null;
  readonly left: readonly (LeftField | { pointer: string; reason: "stays" })[];
  readonly name: string;
}

/**
 * Reverts the changes of a commit, field by field, in the unit of work of a request; fields written again since are
 * left. It does not commit.
 *
 * @returns the fields that stay as they are, each with why.
 * @throws {@link Problem} `insufficient_scope` where the caller may not write what the commit wrote, `batch_too_large`.
 */
export async function takeBackIn(
  context: ProjectWriteContext,
  commit: readonly RecordedEvent[],
): Promise<{ left: KeptField[]; total: number }> {
  const { record } = context;
  record.holdAtMost(MAX_READ);
  const parts: Part[] = [];
  for (const [type, events] of Map.groupBy(commit, (event) => event.subject_type)) {
    const resource = context.services.resources.of(type);
    requireWriter(context, resource);
    parts.push(...(await partsOf(context, resource, events)));
  }
  // What was written last goes first, as what was deleted with its parts comes back before them.
  const written = parts.filter(({ left }) => !left.some(({ pointer }) => pointer === "")).toSorted(lastFirst);
  const note: ChangeNote = { data: { label: "Take a change back", takes_back: commit.at(-1)?.commit_seq ?? 0 } };
  const refused = await writeParts(context, written, note);
  const all = parts
    .toSorted((a, b) => a.event.seq - b.event.seq)
    .flatMap((part) => leftOf(part, refused.get(part) ?? null));
  return { left: await toldOf(context, all.slice(0, LEFT_NAMED)), total: all.length };
}

const lastFirst = (a: Part, b: Part) => b.event.seq - a.event.seq;

async function partsOf(
  { record, db, project }: ProjectWriteContext,
  resource: Resource,
  events: readonly RecordedEvent[],
): Promise<Part[]> {
  const ids = events.map(({ subject_id }) => subject_id);
  const { commit_seq } = events[0] as RecordedEvent;
  const first = Math.min(...events.map(({ seq }) => seq));
  // A commit's events are gapless, so that what held before the first of this kind held before the commit.
  const byId = (versions: readonly Version<JsonObject>[]) => new Map(versions.map((each) => [each.id, each]));
  const before = byId(await findVersions<JsonObject>(db, resource, project.id, { id: ids }, first - 1));
  const after = byId(await findVersions<JsonObject>(db, resource, project.id, { id: ids }, commit_seq));
  const now = await record.load(resource, ids);
  return events.map((event) => {
    const id = event.subject_id;
    const [origin, written, current] = [before.get(id) ?? null, after.get(id) ?? null, now.get(id) ?? null];
    const state = (version: Version<JsonObject> | null) => (version === null ? null : stateOf(resource, version));
    const states = { before: state(origin), written: state(written), now: state(current) };
    const change = resource.upcast(event.change, event.v);
    const { next, left } = takeBack(change, states, { ignored: resource.lastWriterWins, pairOf: resource.pairOf });
    const part = {
      resource,
      event,
      current,
      origin,
      name: subjectName(states.now ?? states.written ?? states.before ?? {}),
    };
    const verb = next === null ? "deleted" : current === null ? "restored" : "updated";
    const isFirm = (next === null && current !== null && !resource.standsAlone) || resource.events[verb] === undefined;
    if (isFirm) return { ...part, next: states.now, left: [{ pointer: "", reason: "stays" as const }] };
    const staying = resource.staying.filter(
      (field) => current !== null && next !== null && next[field] !== current[field],
    );
    const kept = Object.fromEntries(staying.map((field) => [field, current?.[field] ?? null]));
    return {
      ...part,
      next: next === null ? null : { ...next, ...kept },
      left: [...left, ...staying.map((field) => ({ pointer: `/${field}`, reason: "stays" as const }))],
    };
  });
}

/** Writes all of them together, or, where something stands in the way, each that can be; answers why the others cannot. */
async function writeParts(
  { record }: ProjectWriteContext,
  parts: readonly Part[],
  note: ChangeNote,
): Promise<ReadonlyMap<Part, string>> {
  const write = ({ resource, current, origin, next }: Part) => {
    if (current !== null && next !== null) record.update(resource, current, next, { ...note, isKept: true });
    else if (current !== null) record.remove(resource, current, note);
    else if (origin !== null && next !== null) record.restore(resource, origin, next, note);
  };
  const refusal = await refusalOf(record, () => parts.forEach(write));
  const refused = new Map<Part, string>();
  if (refusal === null) return refused;
  for (const part of parts) {
    const reason = await refusalOf(record, () => write(part));
    if (reason !== null) refused.set(part, reason);
  }
  return refused;
}

/** Tries changes; null when they stand, or why they were refused and forgotten. */
async function refusalOf(record: ProjectWriteContext["record"], change: () => void): Promise<string | null> {
  try {
    await record.attempt(async () => change());
    return null;
  } catch (error) {
    if (error instanceof ValidationProblem) return error.items[0]?.msg ?? error.message;
    if (error instanceof Problem && error.status < 500) return error.message;
    throw error;
  }
}

/** A field of a subject that stays as it is, before it is told. */
interface LeftOfPart {
  readonly part: Part;
  readonly pointer: string;
  readonly reason: KeptField["reason"];
  /** Reason for the refusal, in words. */
  readonly message: string | null;
}

function leftOf(part: Part, refusal: string | null): LeftOfPart[] {
  const fields = part.left.map((each): LeftOfPart => ({ part, ...each, message: null }));
  return refusal === null ? fields : [...fields, { part, pointer: "", reason: "refused", message: refusal }];
}

async function toldOf({ db, project }: ProjectWriteContext, fields: readonly LeftOfPart[]): Promise<KeptField[]> {
  const isSince = ({ reason }: LeftOfPart) => reason === "changed_since" || reason === "gone";
  const since = fields.filter(isSince).map(({ part }) => part.event);
  const later = await laterWrites(db, project.id, since);
  return fields.map((each) => {
    const { part, pointer, reason, message } = each;
    const { subject_id } = part.event;
    const by = later
      .get(subject_id)
      ?.find(({ pointers }) => pointers.some((touched) => pointersMeet(touched, pointer)));
    return {
      ...{ subject_type: part.resource.type, subject_id, name: part.name },
      field: pointer,
      field_name: pointer === "" ? "" : fieldName(pointer),
      reason,
      message,
      changed_by: isSince(each) ? (by?.commit_seq ?? null) : null,
    };
  });
}

/** An event that wrote a subject again, with the pointers of what it wrote. */
interface LaterWrite extends Record<string, unknown> {
  readonly subject_id: string;
  readonly commit_seq: number;
  readonly pointers: readonly string[];
}

/** Reads what wrote the subjects of a commit again, the last first: one statement for all, because the project is locked meanwhile. */
async function laterWrites(
  db: Db,
  projectId: string,
  events: readonly RecordedEvent[],
): Promise<ReadonlyMap<string, readonly LaterWrite[]>> {
  const [first] = events;
  if (first === undefined) return new Map();
  const ids = textArray([...new Set(events.map(({ subject_id }) => subject_id))]);
  const rows = await db.execute<LaterWrite>(
    sql`SELECT e.subject_id, e.commit_seq, to_jsonb(ARRAY(SELECT jsonb_object_keys(e.change -> 'set')
          UNION ALL SELECT jsonb_array_elements_text(e.change -> 'unset'))) AS pointers
        FROM unnest(${ids}) AS s(id) CROSS JOIN LATERAL (SELECT seq, commit_seq, subject_id, change FROM events
          WHERE project_id = ${projectId} AND subject_id = s.id AND seq > ${first.commit_seq}
          ORDER BY seq DESC LIMIT ${LATER}) e
        ORDER BY e.seq DESC`,
  );
  return Map.groupBy(rows, ({ subject_id }) => subject_id);
}
