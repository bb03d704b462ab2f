import { expect, test } from "vitest";
import { CURRENT } from "#drizzle/schema/columns.ts";
import type { AppliedChange } from "../../record/resource.ts";
import type { EntityState } from "./entity-state.ts";
import { FoldingPaths } from "./path-folding.ts";

const placed = (external_id: string, parent_id: string | null) =>
  ({ external_id, parent_id, located: true }) as EntityState;

test("given a commit that turns two places round, then each has its path, whichever moves first", async () => {
  const paths = new FoldingPaths("prj");
  const [a, underB] = [placed("a", null), placed("a", "ent_b")];
  const [b, underA] = [placed("b", null), placed("b", "ent_a")];
  const changes = [
    { id: "ent_a", seq: 1, before: null, after: a },
    { id: "ent_b", seq: 2, before: null, after: underA },
    { id: "ent_a", seq: 3, before: a, after: underB },
    { id: "ent_b", seq: 4, before: underA, after: b },
  ];
  await paths.derive(changes as AppliedChange<EntityState>[]);
  const rows = paths.tables().get("entity_paths") ?? [];
  // As the live table has it: between the two events one lies under the other and that under it.
  expect(
    rows.map(({ entity_id, path, valid_from_seq, valid_to_seq }) => [entity_id, path, valid_from_seq, valid_to_seq]),
  ).toEqual([
    ["ent_a", "/a/", 1, 2],
    ["ent_b", "/a/b/", 2, 2],
    ["ent_a", "/a/b/a/", 3, 3],
    ["ent_b", "/a/b/a/b/", 3, 3],
    ["ent_b", "/b/", 4, CURRENT],
    ["ent_a", "/b/a/", 4, CURRENT],
  ]);
});
