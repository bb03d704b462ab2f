import { sql } from "drizzle-orm";
import { splitPath, valueAt } from "#domain/filter/property-path.ts";
import type { Json, JsonObject } from "#domain/json.ts";
import { CURRENT } from "#drizzle/schema/columns.ts";
import type { RowComparison } from "../../../record/compare-rows.ts";
import type { Db } from "../../../record/database.ts";
import type { FollowedCheck } from "../../../record/resource.ts";
import type { KeyIndex } from "./index-rows.ts";
import { indexedValue } from "./indexed-value.ts";

/** Opens the check of a project's index of declared keys; null where there is none. */
export async function openIndexCheck(db: Db, projectId: string): Promise<FollowedCheck | null> {
  const indexes = await db.execute<KeyIndex & { declared: string | null; last_seq: number }>(
    sql`SELECT i.key_id, i.path, i.filled_to_seq, i.has_long_text, k.path AS declared, h.last_seq
        FROM property_indexes i JOIN project_heads h ON h.project_id = i.project_id
        LEFT JOIN property_key_versions k ON k.project_id = i.project_id AND k.id = i.key_id
          AND k.valid_to_seq = ${sql.raw(String(CURRENT))}
        WHERE i.project_id = ${projectId}`,
  );
  return indexes.length === 0 ? null : new IndexCheck(projectId, indexes);
}

/**
 * Derives the index of declared keys in memory from versions of entities, each key as far as its index says it has come: by
 * intervals that go on, where the one that fills it goes by events.
 */
class IndexCheck implements FollowedCheck {
  private readonly projectId: string;
  private readonly keys: readonly (KeyIndex & { declared: string | null; last_seq: number })[];
  private readonly rows: JsonObject[] = [];
  private readonly last = new Map<string, JsonObject>();
  private readonly long = new Set<string>();

  constructor(projectId: string, keys: IndexCheck["keys"]) {
    this.projectId = projectId;
    this.keys = keys;
  }

  take(versions: readonly JsonObject[]): void {
    for (const version of versions) {
      for (const key of this.keys) {
        if (Number(version.valid_from_seq) <= key.filled_to_seq) this.takeValue(key, version);
      }
    }
  }

  async compare(comparison: RowComparison): Promise<void> {
    for (const { key_id, path, declared, filled_to_seq, has_long_text, last_seq } of this.keys) {
      const row = { id: key_id, valid_from_seq: Math.max(filled_to_seq, 0) };
      const report = (column: string, expected: Json, actual: Json) =>
        comparison.report("property_indexes", row, column, expected, actual);
      if (declared !== null && declared !== path) report("path", declared, path);
      if (filled_to_seq > last_seq) report("filled_to_seq", last_seq, filled_to_seq);
      const isLong = this.long.has(key_id);
      if (filled_to_seq >= 0 && isLong !== has_long_text) report("has_long_text", isLong, has_long_text);
    }
    const leaving = new Set(this.keys.filter(({ filled_to_seq }) => filled_to_seq < 0).map(({ key_id }) => key_id));
    await comparison.derived("entity_property_values", this.rows, ({ key_id }) => !leaving.has(String(key_id)));
  }

  private takeValue({ key_id, path, filled_to_seq }: KeyIndex, version: JsonObject): void {
    const given = valueAt(version.properties as Json, splitPath(path));
    if (given === undefined) return;
    const { value, isLong } = indexedValue(given);
    if (isLong) this.long.add(key_id);
    // What ended it, if anything did, the index does not know yet.
    const until = Number(version.valid_to_seq) >= filled_to_seq ? CURRENT : Number(version.valid_to_seq);
    const name = `${key_id} ${version.id}`;
    const before = this.last.get(name);
    const after: JsonObject = {
      project_id: this.projectId,
      key_id,
      entity_id: String(version.id),
      type: String(version.type),
      ...value,
      valid_from_seq: Number(version.valid_from_seq),
      valid_to_seq: until,
    };
    if (before !== undefined && goesOn(before, after)) {
      before.valid_to_seq = until;
      return;
    }
    this.rows.push(after);
    this.last.set(name, after);
  }
}

function goesOn(before: JsonObject, after: JsonObject): boolean {
  const isNext = Number(before.valid_to_seq) + 1 === after.valid_from_seq;
  return isNext && (["type", "kind", "number", "string"] as const).every((column) => before[column] === after[column]);
}
