import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isPassword } from "#server/auth/passwords.ts";
import { getDialogue } from "#server/features/dialogues/operations/get-dialogue.ts";
import { listDialogues } from "#server/features/dialogues/operations/list-dialogues.ts";
import { validateDialogue } from "#server/features/dialogues/operations/validate-dialogue.ts";
import { listEntities } from "#server/features/entities/operations/list-entities.ts";
import { listRelationships } from "#server/features/relationships/operations/list-relationships.ts";
import type { Services } from "#server/operation/context.ts";
import { registry } from "#server/operations.ts";
import type { Database, Pool } from "#server/record/database.ts";
import world from "#server/seed/salt-gate/world.json" with { type: "json" };
import { seedDemo } from "#server/seed/seed.ts";
import type { FirstRun } from "#server/start/first-run.ts";
import { newCaller, openWorkbench, type Workbench } from "#tests/record/workbench.ts";

const { variables: variableOperations } = registry;

let bench: Workbench;

beforeEach(async () => {
  bench = await openWorkbench();
});
afterEach(() => bench.close());

async function seeded(services: Services = bench.services): Promise<FirstRun> {
  return (await seedDemo(services)) ?? expect.fail("nothing was seeded");
}

async function everything({ workspace_id, project_id }: FirstRun) {
  const input = { params: { project_id }, query: { limit: 500 }, caller: newCaller({ workspaceId: workspace_id }) };
  const { entities } = await bench.ask(listEntities, input);
  const { relationships } = await bench.ask(listRelationships, input);
  const { variables } = await bench.ask(variableOperations.list, input);
  const { dialogues } = await bench.ask(listDialogues, input);
  const validate = (graph_id: string) =>
    bench.ask(validateDialogue, { ...input, query: {}, params: { project_id, graph_id } });
  const read = (graph_id: string) => bench.ask(getDialogue, { ...input, query: {}, params: { project_id, graph_id } });
  return { entities, relationships, variables, dialogues, validate, read };
}

/** Services whose database fails at the n-th transaction that writes, as if the process had been killed there. */
function dyingAt(transaction: number): Services {
  let begun = 0;
  const writes: Pool = {
    execute: (query) => bench.database.writes.execute(query),
    transaction: async (mode, work) => {
      begun += 1;
      if (begun === transaction) throw new Error("killed");
      return bench.database.writes.transaction(mode, work);
    },
  };
  const database: Database = { reads: bench.database.reads, writes, close: async () => {} };
  return { ...bench.services, database };
}

async function count(table: string): Promise<number> {
  const [row] = await bench.database.reads.execute<{ n: number }>(
    sql`SELECT count(*) AS n FROM ${sql.identifier(table)}`,
  );
  return row?.n ?? -1;
}

describe("the demo", () => {
  it("is a workspace with a way in and the whole sample world, with its three faults", async () => {
    const firstRun = await seeded();
    expect(firstRun.test_key).toMatch(/^sk_test_/);
    const { entities, relationships, variables, dialogues, validate, read } = await everything(firstRun);
    expect(entities).toHaveLength(world.entities.length);
    expect(relationships).toHaveLength(world.relationships.length);
    expect(variables).toHaveLength(10);
    expect(dialogues.map(({ name }) => name)).toEqual(["The Salt Gate", "The Low Bell"]);
    const main = await read(dialogues[0]?.id ?? "");
    const keyOf = new Map(main.nodes.map(({ id, source }) => [id, source?.key]));
    const report = await validate(main.id);
    expect(report.dead_ends.map((id) => keyOf.get(id))).toEqual(["heron-officers"]);
    expect(report.unreachable.map((id) => keyOf.get(id))).toEqual(["lamp-venn"]);
    expect(report.invalid_branch_targets).toHaveLength(1);
    expect(main.nodes.every(({ speaker_id, source }) => speaker_id === null || source?.format === "fabula_json")).toBe(
      true,
    );
    expect(main.nodes.find(({ exit_to }) => exit_to !== null)?.exit_to?.graph_id).toBe(dialogues[1]?.id);
    const clean = await validate(dialogues[1]?.id ?? "");
    expect(clean).toEqual({ dead_ends: [], unreachable: [], invalid_branch_targets: [] });
    const actors = await bench.database.reads.execute(sql`SELECT DISTINCT actor FROM events`);
    expect(actors).toEqual([{ actor: "system:seed" }]);
    expect((await bench.replay(firstRun.project_id)).differences).toEqual([]);
  });

  it("is made once, also by two processes at once", async () => {
    const made = await Promise.all([seedDemo(bench.services), seedDemo(bench.services)]);
    expect(made.filter((each) => each !== null)).toHaveLength(1);
    expect(await seedDemo(bench.services)).toBeNull();
    expect([await count("workspaces"), await count("api_keys"), await count("project_heads")]).toEqual([1, 1, 1]);
  });

  it.each([2, 3, 10, 60])("is completed by the next start when the process dies at write %i", async (transaction) => {
    await expect(seedDemo(dyingAt(transaction))).rejects.toThrow("killed");
    const firstRun = await seeded();
    const { entities, relationships, dialogues } = await everything(firstRun);
    expect(entities).toHaveLength(world.entities.length);
    expect(relationships).toHaveLength(world.relationships.length);
    expect(dialogues).toHaveLength(2);
    expect([await count("workspaces"), await count("api_keys"), await count("project_heads")]).toEqual([1, 1, 1]);
    const [owner] = await bench.database.reads.execute<{ password_hash: string }>(sql`SELECT password_hash FROM users`);
    expect(await isPassword(owner?.password_hash ?? "", firstRun.password)).toBe(true);
  });

  it("keeps the way in before it exists, or not at all", async () => {
    const full = () => {
      throw new Error("no space left");
    };
    await expect(seedDemo(bench.services, full)).rejects.toThrow("no space left");
    expect(await count("api_keys")).toBe(0);
    let kept: FirstRun | null = null;
    const firstRun = await seedDemo(bench.services, (given) => {
      kept = given;
    });
    expect(firstRun).not.toBeNull();
    expect(kept).toEqual(firstRun);
  });
});
