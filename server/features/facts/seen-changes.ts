import { type SQL, sql } from "drizzle-orm";
import { isoMoment } from "../../kernel/clock.ts";
import { type Db, jsonb, textArray } from "../../record/database.ts";
import type { Resource, VersionMeta } from "../../record/resource.ts";

/**
 * Changes of a subject of which nothing may be read and that are passed over, one after the other; behind more of them a subject has
 * the time of its creation. Passing over 9,900 took 90 ms on a busy machine.
 */
const MOST_PASSED_OVER = 10_000;

/** Sequence and time of a change, as a version has them. */
export type ChangeTime = Pick<VersionMeta, "valid_from_seq" | "updated_at">;

/** The last change that shows of a version, which its subject and the sequence it holds from name. */
interface SeenChange {
  readonly id: string;
  readonly seq: number;
  readonly time: ChangeTime;
}

/** Content of the versions of a resource as a perspective shows it; conditions and fields are over a version `v`. */
export interface ShownContent {
  readonly resource: Resource;
  readonly projectId: string;
  /** Condition that the version may be read at all. */
  readonly where: SQL;
  /** Fields that are shown otherwise than they are stored, as an object; null where none is. */
  readonly fields: SQL | null;
  /** Names of the fields of which something may be withheld. */
  readonly withheldIn: readonly string[];
  /** Pointers that are withheld, by the id of their subject. */
  readonly pointers: Readonly<Record<string, readonly string[]>>;
}

/**
 * Finds for versions the last change that shows, in one statement: from version to version back, as long as the version before
 * shows the same. `versions` selects `id` and `seq`, the sequence that each version holds from.
 */
export async function lastSeenChanges(db: Db, shown: ShownContent, versions: SQL): Promise<SeenChange[]> {
  const { resource, projectId } = shown;
  const table = sql.identifier(resource.table);
  const until = (seq: SQL, atMost: number) =>
    sql`SELECT * FROM ${table} WHERE project_id = ${projectId} AND id = w.id AND valid_from_seq <= ${seq}
        ORDER BY valid_from_seq DESC LIMIT ${atMost}`;
  const rows = await db.execute<ChangeTime & Record<string, unknown> & { id: string; seq: number }>(
    sql`SELECT w.id, w.seq, coalesce(c.valid_from_seq, first.created_seq) AS valid_from_seq,
          coalesce(c.updated_at, first.created_at) AS updated_at
        FROM (${versions}) w
        CROSS JOIN LATERAL (${until(sql`w.seq`, 1)}) first
        LEFT JOIN LATERAL (SELECT c.valid_from_seq, c.updated_at FROM (${until(sql`w.seq`, MOST_PASSED_OVER)}) c
          CROSS JOIN LATERAL (SELECT (SELECT ${TOUCHED} FROM events e WHERE e.project_id = ${projectId}
            AND e.seq = c.valid_from_seq) AS pointers OFFSET 0) touched
          WHERE CASE WHEN ${isWithheld(shown)} THEN false WHEN ${isSeenAnyway(shown)} THEN true
            ELSE NOT coalesce((SELECT ${showsTheSame(shown)} FROM (${until(sql`c.valid_from_seq`, 2)}) v), false) END
          ORDER BY c.valid_from_seq DESC LIMIT 1) c ON true`,
  );
  return rows.map(({ id, seq, valid_from_seq, updated_at }) => {
    return { id, seq, time: { valid_from_seq, updated_at: isoMoment(updated_at) } };
  });
}

/** The pointers that an event `e` touched. */
const TOUCHED = sql`ARRAY(SELECT jsonb_object_keys(e.change -> 'set') UNION ALL SELECT jsonb_array_elements_text(e.change -> 'unset'))`;

/** Whether all that an event touched lies at or below what is withheld of its subject. */
function isWithheld({ pointers }: ShownContent): SQL {
  if (Object.keys(pointers).length === 0) return sql`false`;
  return sql`(touched.pointers IS NOT NULL AND ${areWithheld(sql`touched.pointers`, pointers, sql`w.id`)})`;
}

/** Whether all that an event `e` touched lies at or below the pointers that are withheld of its subject. */
export function touchesWithheld(pointers: ShownContent["pointers"]): SQL {
  return areWithheld(TOUCHED, pointers, sql`e.subject_id`);
}

function areWithheld(touched: SQL, pointers: ShownContent["pointers"], id: SQL): SQL {
  return sql`NOT EXISTS (SELECT FROM unnest(${touched}) AS at(pointer)
    WHERE NOT EXISTS (SELECT FROM jsonb_array_elements_text(${jsonb(pointers)} -> ${id}) AS withheld(pointer)
      WHERE at.pointer = withheld.pointer OR starts_with(at.pointer, withheld.pointer || '/')))`;
}

/** Whether an event touched a field of which nothing is ever withheld: then the versions need not be compared. */
function isSeenAnyway({ withheldIn }: ShownContent): SQL {
  return sql`EXISTS (SELECT FROM unnest(touched.pointers) AS at(pointer)
    WHERE split_part(at.pointer, '/', 2) <> ALL(${textArray(withheldIn)}))`;
}

/** Whether two versions `v` follow each other, may both be read, and show the same. */
function showsTheSame({ resource, where, fields }: ShownContent): SQL {
  const stored = resource.fields.map((field) => sql`${field}::text, v.${sql.identifier(field)}`);
  const content = sql`jsonb_build_object(${sql.join(stored, sql`, `)})`;
  const shown = fields === null ? content : sql`${content} || ${fields}`;
  return sql`count(*) = 2 AND max(v.valid_from_seq) = min(v.valid_to_seq) + 1 AND bool_and(${where})
    AND count(DISTINCT ${shown}) = 1`;
}
