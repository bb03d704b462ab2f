import { sql } from "drizzle-orm";
import { z } from "zod";
import { newId } from "../../kernel/ids.ts";
import { aboveMaximum, Problem, ValidationProblem } from "../../kernel/problem.ts";
import { MISSING } from "../../kernel/validation/item.ts";
import type { ProjectWriteContext } from "../../operation/context.ts";
import { baseSeq, requireMatch } from "../../operation/edit.ts";
import { jsonb } from "../../record/database.ts";
import { stateOf } from "../../record/resource.ts";
import type { UnitOfWork } from "../../record/unit-of-work.ts";
import { entityResource } from "./entity.ts";
import { entityFields } from "./schemas.ts";
import { changeIn } from "./update-entity.ts";
import { namedParent, newEntityState } from "./write-entity.ts";

const whenNew = { description: "Required when the entity does not exist yet." };

/** An entity as it ought to be, named by its external id: what does not exist is created. */
export const EntityUpsert = z
  .strictObject({
    external_id: entityFields.external_id,
    type: entityFields.type.optional().meta(whenNew),
    name: entityFields.name.optional().meta(whenNew),
    properties: entityFields.properties.optional().meta({ description: "Replaces the whole object." }),
    parent_id: entityFields.parent_id.optional(),
    parent_external_id: entityFields.parent_external_id.optional(),
    base_seq: baseSeq,
  })
  .meta({ id: "EntityUpsert" });

/** What an upsert did. */
export interface Upserted {
  id: string;
  outcome: "created" | "updated" | "unchanged";
}

/** An external id with the sequence that an edit of its entity started from. */
export interface BasedEdit {
  externalId: string;
  baseSeq: number;
}

interface UpsertOptions {
  ifMatch: ProjectWriteContext["ifMatch"];
  now: number;
  /** Where the body stands in the request. */
  loc?: (string | number)[];
  /** What {@link goneSince} read ahead of many upserts. */
  gone?: ReadonlyMap<string, string>;
}

/**
 * Creates or changes an entity in the unit of work. Absent fields stay as they are, `properties` replaces the whole object.
 * @throws Problem 412 `precondition_failed` when `ifMatch` names another version than the one that exists.
 */
export async function upsertIn(
  record: UnitOfWork,
  body: z.output<typeof EntityUpsert>,
  { ifMatch, now, loc = ["body"], gone }: UpsertOptions,
): Promise<Upserted> {
  const existing = (await record.find(entityResource, { external_id: body.external_id }))[0] ?? null;
  requireMatch({ ifMatch }, existing);
  const parentId = await namedParent(record, body, loc);
  if (existing === null) {
    const { type, name } = body;
    if (type === undefined || name === undefined) throw missing({ type, name }, body, loc);
    if (body.base_seq !== undefined) {
      const edit = { externalId: body.external_id, baseSeq: body.base_seq };
      requireNeverThere(record, edit, gone ?? (await goneSince(record, [edit])), loc);
    }
    const id = newId("ent", now);
    record.create(entityResource, id, newEntityState({ ...body, type, name }, parentId), { loc });
    return { id, outcome: "created" };
  }
  const next = {
    ...stateOf(entityResource, existing),
    ...(body.type !== undefined && { type: body.type }),
    ...(body.name !== undefined && { name: body.name }),
    ...(body.properties !== undefined && { properties: body.properties }),
    ...(parentId !== undefined && { parent_id: parentId, located: true }),
  };
  const isChanged = await changeIn(record, existing, next, body.base_seq, { loc });
  return { id: existing.id, outcome: isChanged ? "updated" : "unchanged" };
}

/** Ids of the entities that had these external ids at these sequences, by {@link goneKey}. */
export async function goneSince(record: UnitOfWork, edits: readonly BasedEdit[]): Promise<Map<string, string>> {
  if (edits.length === 0) return new Map();
  const rows = await record.db.execute<{ id: string; externalId: string; baseSeq: number }>(
    sql`SELECT v.id, k."externalId", k."baseSeq"
        FROM jsonb_to_recordset(${jsonb(edits)}) AS k("externalId" text, "baseSeq" bigint)
        JOIN entity_versions v ON v.project_id = ${record.projectId} AND v.external_id = k."externalId"
          AND v.valid_from_seq <= k."baseSeq" AND v.valid_to_seq >= k."baseSeq"`,
  );
  return new Map(rows.map(({ id, ...edit }) => [goneKey(edit), id]));
}

const goneKey = ({ externalId, baseSeq }: BasedEdit): string => `${baseSeq} ${externalId}`;

/** An entity that was there when the edit began, and is not any more, must not come back without anybody having decided it. */
function requireNeverThere(
  record: UnitOfWork,
  edit: BasedEdit,
  gone: ReadonlyMap<string, string>,
  loc: (string | number)[],
): void {
  if (edit.baseSeq > record.seq) throw aboveMaximum([...loc, "base_seq"], edit.baseSeq, record.seq);
  const id = gone.get(goneKey(edit));
  if (id === undefined) return;
  const conflict = { id, field: "/external_id", mine: edit.externalId, theirs: null };
  throw new Problem("edit_conflict", { detail: { conflicts: [conflict], current_seq: record.seq } });
}

function missing(required: Record<string, unknown>, body: object, loc: (string | number)[]): ValidationProblem {
  const absent = Object.keys(required).filter((field) => required[field] === undefined);
  return new ValidationProblem(absent.map((field) => ({ ...MISSING, loc: [...loc, field], input: body })));
}
