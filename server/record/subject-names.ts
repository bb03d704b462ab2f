import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { isJsonObject, type Json, type JsonObject } from "#domain/json.ts";
import { type Db, jsonb } from "./database.ts";
import type { ResourceRegistry } from "./registry.ts";
import { NAME_FIELDS, subjectName } from "./subject-name.ts";

/** A subject, and the sequence up to which its last version is meant. */
export interface NamedSubject {
  readonly subject_type: string;
  readonly subject_id: string;
  readonly upTo: number;
}

/** Name of a subject, and the dialogue it belonged to. */
export interface SubjectName {
  readonly name: string;
  readonly graph_id: string | null;
}

/** Characters of a field that are enough to say what something was called. */
const NAME_LENGTH = 8_000;

/**
 * Returns the name of each subject in its last version that began at or before a sequence, deleted or not: one
 * statement per kind, without the large parts of versions. Keyed by {@link nameKey}.
 */
export async function subjectNames(
  db: Db,
  projectId: string,
  resources: ResourceRegistry,
  subjects: readonly NamedSubject[],
): Promise<ReadonlyMap<string, SubjectName>> {
  const names = new Map<string, SubjectName>();
  for (const [type, some] of Map.groupBy(subjects, ({ subject_type }) => subject_type)) {
    const { table, fields } = resources.of(type);
    const keys = some.map(({ subject_id, upTo }) => ({ id: subject_id, upto: upTo }));
    const rows = await db.execute<JsonObject & { id: string; upto: number }>(
      sql`SELECT k.upto, v.* FROM jsonb_to_recordset(${jsonb(keys)}) AS k(id text, upto bigint)
          CROSS JOIN LATERAL (SELECT ${sql.join([sql`id`, ...namedColumns(fields)], sql`, `)} FROM ${sql.identifier(table)}
            WHERE project_id = ${projectId} AND id = k.id AND valid_from_seq <= k.upto
            ORDER BY valid_from_seq DESC LIMIT 1) v`,
    );
    for (const { id, upto, ...state } of rows) {
      const graph = state.graph_id;
      names.set(nameKey(id, Number(upto)), {
        name: subjectName(state),
        graph_id: typeof graph === "string" ? graph : null,
      });
    }
  }
  return names;
}

/** Key of a name in {@link subjectNames}. */
export function nameKey(subjectId: string, upTo: number): string {
  return `${subjectId}@${upTo}`;
}

function namedColumns(fields: readonly string[]): SQL[] {
  const columns = NAME_FIELDS.filter((field) => fields.includes(field)).map((field) => {
    const name = sql.identifier(field);
    return sql`left(${name}, ${NAME_LENGTH}) AS ${name}`;
  });
  return fields.includes("graph_id") ? [...columns, sql`graph_id`] : columns;
}

/** The subjects that values name by their ids; values within lists and objects are not looked at. */
export function subjectsIn(
  resources: ResourceRegistry,
  values: readonly Json[],
): { subject_type: string; subject_id: string }[] {
  return values.flatMap((value) => {
    const resource = typeof value === "string" ? resources.ofId(value) : null;
    return resource === null ? [] : [{ subject_type: resource.type, subject_id: value as string }];
  });
}

/** The texts of values, those within lists and objects too: conditions and effects name variables there. */
function textsIn(values: readonly Json[], found: Set<string> = new Set()): Set<string> {
  for (const value of values) {
    if (typeof value === "string") found.add(value);
    else if (Array.isArray(value)) textsIn(value, found);
    else if (isJsonObject(value)) textsIn(Object.values(value), found);
  }
  return found;
}

/** Field of answers that tell changes: what {@link namesIn} found. */
export const namesOfSubjects = z
  .record(z.string(), z.string())
  .meta({ description: "Names of the subjects that the values refer to." });

/** Returns the names, up to a sequence, of the subjects that changed fields mention, by id. */
export async function namesIn(
  db: Db,
  projectId: string,
  resources: ResourceRegistry,
  changed: readonly { fields: readonly { before: Json; after: Json }[] }[],
  upTo: number,
): Promise<Record<string, string>> {
  const values = changed.flatMap(({ fields }) => fields.flatMap(({ before, after }) => [before, after]));
  const subjects = subjectsIn(resources, [...textsIn(values)]).map((each) => ({ ...each, upTo }));
  const names = await subjectNames(db, projectId, resources, subjects);
  return Object.fromEntries(
    subjects.flatMap(({ subject_id }) => {
      const found = names.get(nameKey(subject_id, upTo));
      return found === undefined ? [] : [[subject_id, found.name]];
    }),
  );
}
