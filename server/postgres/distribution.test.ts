import { describe, expect, test } from "vitest";
import { TABLES } from "#drizzle/tables.ts";
import {
  type DeclaredTable,
  declaredTables,
  type PlacedTable,
  planClearing,
  planDistribution,
} from "./distribution.ts";

const declared = declaredTables(TABLES);

const local = ({ name }: DeclaredTable): PlacedTable => ({
  name,
  is_owned: true,
  placement: "local",
  column: null,
  colocation: null,
  local_bytes: 8192,
});

const inPlace = (table: DeclaredTable): PlacedTable => ({
  ...local(table),
  placement: table.isOfProjects ? "distributed" : "reference",
  column: table.isOfProjects ? "project_id" : null,
  colocation: table.isOfProjects ? 7 : 1,
});

/** All tables in their place, but for some. */
const placedBut = (others: Record<string, Partial<PlacedTable>>) =>
  declared.map((table) => ({ ...inPlace(table), ...others[table.name] }));

const textsOf = (placed: readonly PlacedTable[]) =>
  planDistribution(declared, placed).statements.map(({ text }) => text);

describe("the distribution of tables over nodes", () => {
  test("places every table once, what others refer to before them, and the heads before what lies beside them", () => {
    const { statements, refusals } = planDistribution(declared, declared.map(local));
    expect(refusals).toEqual([]);
    const names = statements.map(({ table }) => table.name);
    expect(names.toSorted()).toEqual(declared.map(({ name }) => name).toSorted());
    for (const { name, refersTo } of declared) {
      for (const other of refersTo) expect(names.indexOf(other)).toBeLessThan(names.indexOf(name));
    }
    expect(declared.some(({ refersTo }) => refersTo.length > 0)).toBe(true);
    const [first, ...others] = statements.filter(({ table }) => table.isOfProjects).map(({ text }) => text);
    expect(first).toBe("SELECT create_distributed_table('project_heads', 'project_id', colocate_with => 'none')");
    for (const text of others) {
      expect(text).toMatch(
        /^SELECT create_distributed_table\('\w+', 'project_id', colocate_with => 'project_heads'\)$/,
      );
    }
    const references = statements.filter(({ table }) => !table.isOfProjects).map(({ text }) => text);
    expect(references).toContain("SELECT create_reference_table('workspaces')");
    expect(statements.slice(0, references.length).map(({ text }) => text)).toEqual(references);
  });

  test("places only what is not in its place", () => {
    expect(textsOf(placedBut({}))).toEqual([]);
    const late = { placement: "local", column: null, colocation: null } as const;
    expect(textsOf(placedBut({ events: late, users: late }))).toEqual([
      "SELECT create_reference_table('users')",
      "SELECT create_distributed_table('events', 'project_id', colocate_with => 'project_heads')",
    ]);
  });

  test.each<[string, Partial<PlacedTable>, RegExp]>([
    ["events", { placement: "reference", column: null, colocation: 1 }, /^events is on every node/],
    ["users", { placement: "distributed", column: "id" }, /^users is distributed, and is to be on every node/],
    ["events", { column: "subject_id" }, /^events is distributed by subject_id, not by project_id/],
    ["events", { colocation: 8 }, /^events does not lie where project_heads lies/],
    ["events", { placement: "local", is_owned: false }, /^events belongs to another user/],
  ])("refuses %s as %o", (name, found, reason) => {
    const { refusals } = planDistribution(declared, placedBut({ [name]: found }));
    expect(refusals).toEqual([expect.stringMatching(reason)]);
  });

  test("refuses a database without one of the tables", () => {
    const { refusals } = planDistribution(
      declared,
      declared.map(local).filter(({ name }) => name !== "events"),
    );
    expect(refusals).toEqual(["There is no table events: run npm start with this version once."]);
  });

  test("frees the coordinator of what was copied, and of nothing else", () => {
    const placed = [...placedBut({ users: { local_bytes: 0 } }), { ...local({ name: "theirs" } as DeclaredTable) }];
    const texts = planClearing(declared, [...placed, { ...placed[0], name: "unknown" } as PlacedTable]);
    expect(texts).toHaveLength(declared.length - 1);
    expect(texts).toContain("SELECT truncate_local_data_after_distributing_table('events')");
    expect(planClearing(declared, declared.map(local))).toEqual([]);
  });
});
