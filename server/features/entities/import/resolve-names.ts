import { sql } from "drizzle-orm";
import { searchForm } from "#domain/search-form.ts";
import { CURRENT } from "#drizzle/schema/columns.ts";
import { type Columns, isOneOf } from "../../../record/database.ts";
import type { UnitOfWork } from "../../../record/unit-of-work.ts";
import { freeExternalIds } from "../free-external-ids.ts";
import { LOCATION } from "../schemas.ts";
import {
  type ImportPlan,
  nameKey,
  type PlannedInput,
  type PlannedRow,
  type RowInput,
  rowRefusal,
} from "./plan-import.ts";

type Known = Columns<"entity_versions", "external_id" | "type" | "name">;
type Sound = PlannedRow & { readonly input: PlannedInput };

/**
 * Finds what the rows of an import call by its name: each row's own entity, among those of its type, which gets an id where it is new,
 * and the place that it is in, in the file and in the project. A name that several have is a mistake of its row.
 *
 * @param type type of the rows that have none.
 */
export async function resolveNames(
  record: UnitOfWork,
  plan: ImportPlan,
  type: string | null,
): Promise<ImportPlan<RowInput>> {
  const rows = plan.order.filter((row): row is Sound => row.input !== null);
  const typeOf = (input: PlannedInput): string => input.type ?? type ?? "";
  const unnamed = rows.filter(({ input }) => input.external_id === undefined);
  const places = rows.flatMap(({ input: { parent_name } }) => parent_name ?? []);
  const known = new Names(await called(record, LOCATION, places));
  const own = new Map<string, Names>();
  for (const [each, ofType] of Map.groupBy(unnamed, ({ input }) => typeOf(input))) {
    const names = ofType.map(({ input }) => input.name ?? "");
    own.set(each, new Names(await called(record, each, names)));
  }
  const ids = new Map<Sound, string>();
  const created: Sound[] = [];
  for (const row of rows) {
    const { input } = row;
    const [found, other] =
      input.external_id === undefined ? (own.get(typeOf(input))?.idsOf(input.name ?? "") ?? []) : [input.external_id];
    if (other !== undefined) refuse(row, "name", "several of this project have this name, so an ID has to say which");
    else if (found === undefined) created.push(row);
    else ids.set(row, found);
  }
  const free = await freeExternalIds(
    record,
    created.map(({ number, input }) => ({ key: String(number), name: input.name ?? "", type: typeOf(input) })),
  );
  for (const row of created) ids.set(row, free.get(String(row.number)) ?? "");
  for (const [{ input }, external_id] of ids) {
    if (typeOf(input) === LOCATION && input.name !== undefined) known.add({ external_id, name: input.name });
  }

  const resolved = new Map<PlannedRow, PlannedRow<RowInput>>();
  for (const row of rows) {
    const { parent_name: parent, ...input } = row.input;
    const external_id = ids.get(row);
    const above = parent == null ? { ids: [], parent } : { ids: known.idsOf(parent), parent };
    if (parent != null && above.ids.length !== 1) {
      const reason =
        above.ids.length === 0 ? "no place has this name" : "several places have this name, so an ID has to say which";
      refuse(row, "parent_name", reason);
    }
    const isRefused = external_id === undefined || row.errors.length > 0;
    const parentId = parent === undefined ? {} : { parent_external_id: above.ids[0] ?? null };
    const is_new = free.has(String(row.number)) && row.input.external_id === undefined;
    const next = isRefused ? null : { ...input, ...parentId, external_id, ...(is_new && { is_new }) };
    resolved.set(row, { ...row, external_id: external_id ?? null, input: next });
  }
  const rowOf = (row: PlannedRow): PlannedRow<RowInput> => resolved.get(row) ?? { ...row, input: null };
  return {
    mapping: plan.mapping,
    rows: plan.rows.map(rowOf),
    order: plan.order.map(rowOf).filter(({ input }) => input !== null),
  };
}

/** External ids by the names that people use. */
class Names {
  readonly #ids = new Map<string, Set<string>>();

  constructor(known: Iterable<Pick<Known, "external_id" | "name">>) {
    for (const each of known) this.add(each);
  }

  add({ external_id, name }: Pick<Known, "external_id" | "name">): void {
    const key = nameKey(name);
    const ids = this.#ids.get(key) ?? new Set();
    this.#ids.set(key, ids.add(external_id));
  }

  idsOf(name: string): string[] {
    return [...(this.#ids.get(nameKey(name)) ?? [])];
  }
}

/** Entities of a type whose names may be among those given. */
async function called(record: UnitOfWork, type: string, names: readonly string[]): Promise<Known[]> {
  const forms = [...new Set(names.flatMap((name) => [searchForm(name), searchForm(name.trim())]))];
  if (forms.length === 0) return [];
  return record.db.execute<Known>(
    sql`SELECT external_id, type, name FROM entity_versions WHERE project_id = ${record.projectId} AND type = ${type}
        AND valid_to_seq = ${sql.raw(String(CURRENT))} AND ${isOneOf(sql`name_search`, forms)}`,
  );
}

function refuse(row: Sound, field: "name" | "parent_name", reason: string): void {
  row.errors.push({ ...rowRefusal(["rows", row.number, field], reason), input: row.input[field] ?? null });
}
