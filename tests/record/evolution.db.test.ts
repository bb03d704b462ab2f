import { readFileSync } from "node:fs";
import { Readable } from "node:stream";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { Change } from "#domain/change/change.ts";
import { VARIABLE_DEFAULTS } from "#domain/dialogue/wire.ts";
import type { Json } from "#domain/json.ts";
import { variableVersions } from "#drizzle/schema/variables.ts";
import { NO_ORIGIN, variableResource } from "#server/features/dialogues/variable.ts";
import { newId } from "#server/kernel/ids.ts";
import { registry } from "#server/operations.ts";
import { type BackupLine, splitLines } from "#server/record/backup/lines.ts";
import { restoreBackup } from "#server/record/backup/restore.ts";
import { type Db, openDatabase } from "#server/record/database.ts";
import { ProjectTransaction } from "#server/record/project-transaction.ts";
import { ResourceRegistry } from "#server/record/registry.ts";
import { replayProject } from "#server/record/replay.ts";
import { type Resource, resource } from "#server/record/resource.ts";
import { sealed } from "#server/record/sealed-lines.ts";
import { UnitOfWork } from "#server/record/unit-of-work.ts";
import { resources } from "#server/resources.ts";
import { Story } from "./story.ts";
import { newCaller, openWorkbench, type Workbench } from "./workbench.ts";

const PROJECT = "prj_01jd0000000000000000000000";
const { projects, entities, relationships, variables, dialogues, record } = registry;

/** The product's resources with some of them replaced by what another version of it declares. */
function withResources(...replaced: Resource<never>[]): ResourceRegistry {
  return new ResourceRegistry([...resources.all(), ...replaced]);
}

/** A fixture's events as the backup of a project, with the head that belongs to them. */
function fixture(name: string, workspaceId: string): AsyncIterable<string> {
  const text = readFileSync(new URL(`../fixtures/${name}`, import.meta.url), "utf8");
  const events = text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  const at = events.at(-1).recorded_at;
  const head = { project_id: PROJECT, workspace_id: workspaceId, mode: "live", last_seq: events.length };
  const lines: BackupLine[] = [
    { type: "backup", format: "fabula-backup", version: 1, created_at: at, contents: "project" },
    {
      type: "project",
      head: { ...head, last_recorded_at: at, created_at: events[0].recorded_at, deleted_at: null, archived: false },
    },
    ...events.map((event): BackupLine => ({ type: "event", ...event })),
    { type: "project_end", project_id: PROJECT, events: events.length },
  ];
  const file = async function* () {
    for await (const text of sealed(Readable.from(lines))) yield Buffer.from(text);
  };
  return splitLines(file());
}

async function workspace(bench: Workbench): Promise<string> {
  const id = bench.caller.workspaceId;
  await bench.database.writes.execute(
    sql`INSERT INTO workspaces (id, name, plan, created_at) VALUES (${id}, 'Old', 'studio', now())`,
  );
  return id;
}

const PLAIN = { projectId: null, workspaceId: null, intoEmpty: false };

describe("events written by earlier versions", () => {
  test("given they lack fields that came later, then they fold to the defaults, read and go on like any other", async () => {
    const bench = await openWorkbench();
    try {
      const workspaceId = await workspace(bench);
      const report = await restoreBackup(
        bench.database,
        resources,
        () => fixture("old-events.ndjson", workspaceId),
        PLAIN,
      );
      expect(report.projects).toMatchObject([{ seq: 16, differences: [] }]);
      const caller = newCaller({ workspaceId, modes: ["live"] });
      const params = { project_id: PROJECT };
      expect(await bench.ask(projects.get, { params, caller })).toMatchObject({ description: "", metadata: {} });
      const list = await bench.ask(entities.list, { params, caller });
      expect(
        list.entities.map(({ external_id, location_path, properties }) => [external_id, location_path, properties]),
      ).toEqual([
        ["harbour", "/harbour", {}],
        ["quay", "/quay", {}],
        ["mara", null, { mood: "tense" }],
      ]);
      const then = await bench.ask(entities.list, { params, caller, query: { at_seq: 12 } });
      expect(then.entities[1]?.location_path).toBe("/harbour/quay");
      const [graph] = (await bench.ask(dialogues.list, { params, caller })).dialogues;
      const dialogue = await bench.ask(dialogues.get, { params: { ...params, graph_id: graph?.id ?? "" }, caller });
      expect(dialogue.nodes).toMatchObject([
        { kind: "line", text: "The tide turns.", branches: [], tags: [], extensions: {} },
      ]);
      const [variable] = (await bench.ask(variables.list, { params, caller })).variables;
      expect(variable).toMatchObject({ enum_values: [], description: "" });
      const gone = { ...params, subject_id: "rel_01jd0000000000000000000001" };
      await bench.ask(record.restore, { params: gone, caller });
      expect((await bench.ask(relationships.list, { params, caller })).relationships).toMatchObject([
        { properties: {} },
      ]);
      const node = { ...params, node_id: dialogue.nodes[0]?.id ?? "" };
      await bench.ask(dialogues.updateNode, { params: node, caller, body: { branches: [{ choice_text: "Wait" }] } });
      expect(await bench.replay(PROJECT)).toMatchObject({ seq: 18, differences: [] });
    } finally {
      await bench.close();
    }
  });

  test("given a field was renamed since, then the resource's upcast brings old changes to today's shape", async () => {
    const bench = await openWorkbench();
    try {
      const workspaceId = await workspace(bench);
      const today = resources.of("project");
      const renamed = {
        ...today,
        upcast: (change: Change, version: number) => (version === 0 ? titleToName(change) : change),
      };
      const upcasting = withResources(renamed);
      const report = await restoreBackup(
        bench.database,
        upcasting,
        () => fixture("older-events.ndjson", workspaceId),
        PLAIN,
      );
      expect(report.projects).toMatchObject([{ seq: 4, differences: [] }]);
      const caller = newCaller({ workspaceId, modes: ["live"] });
      const project = await bench.ask(projects.get, { params: { project_id: PROJECT }, caller });
      expect(project).toMatchObject({ name: "A first project, renamed", description: "Written by today's events." });
      // Without the upcast the same events do not give a project, and that is noticed.
      await expect(bench.replay(PROJECT)).resolves.toMatchObject({
        differences: [{ column: "name" }, { column: "name" }, { column: "name" }],
      });
    } finally {
      await bench.close();
    }
  });
});

function titleToName(change: Change): Change {
  const set = Object.entries(change.set ?? {}).map(([pointer, value]): [string, Json] => {
    if (pointer === "/title") return ["/name", value];
    if (pointer !== "" || typeof value !== "object" || value === null || Array.isArray(value)) return [pointer, value];
    const { title = null, ...rest } = value;
    return [pointer, { ...rest, name: title }];
  });
  return { ...change, set: Object.fromEntries(set) };
}

describe("a migration that adds a field", () => {
  let bench: Workbench;
  let story: Story;

  /** The variable of a version of the product that also knows who may see it. */
  const audience = (initial: string) =>
    resource({
      type: "variable",
      prefix: "var",
      table: variableVersions,
      state: variableResource.state.extend({ audience: z.string().default(initial) }),
    });
  const later = audience("everyone");

  beforeAll(async () => {
    bench = await openWorkbench();
    story = await Story.begin(bench);
  });
  afterAll(() => bench.close());

  /** Replays in fresh pools, as the process of the next version would. */
  async function replayWith(registryOfNext: ResourceRegistry) {
    const database = openDatabase(bench.url, { reads: 1, writes: 1 });
    try {
      return await database.reads.transaction("snapshot", (db) => replayProject(db, story.projectId, registryOfNext));
    } finally {
      await database.close();
    }
  }

  test("given its SQL default is the schema's default, then old rows and old events agree, and new ones with both", async () => {
    const id = await story.variable("tide");
    await story.ask(variables.update, { params: { variable_id: id }, body: { default: 3 } });
    await story.ask(variables.delete, { params: { variable_id: await story.variable("gone") } });
    await bench.database.writes.execute(
      sql`ALTER TABLE variable_versions ADD COLUMN audience text COLLATE "C" NOT NULL DEFAULT 'everyone'`,
    );
    const next = withResources(later);
    expect(await replayWith(next)).toMatchObject({ differences: [] });

    const seq = await story.seq();
    const database = openDatabase(bench.url, { reads: 1, writes: 1 });
    try {
      await database.writes.transaction("write", async (db) => {
        const transaction = transactionOf(db, seq, next);
        const unit = new UnitOfWork(transaction, { actor: "system:test", requestId: null });
        const old = await unit.require(later, id);
        expect(old.audience).toBe("everyone");
        const { name, type, default: value, enum_values, scope, min, max, description } = old;
        unit.update(later, old, {
          name,
          type,
          default: value,
          enum_values,
          scope,
          min,
          max,
          description,
          ...NO_ORIGIN,
          audience: "editors",
        });
        const fresh = {
          ...VARIABLE_DEFAULTS,
          ...NO_ORIGIN,
          name: "moon",
          type: "integer" as const,
          default: 0,
          enum_values: [],
          description: "",
        };
        unit.create(later, newId("var"), { ...fresh, audience: "everyone" });
        await unit.commit();
        for (const statement of await transaction.finish()) await db.execute(statement);
      });
    } finally {
      await database.close();
    }
    expect(await replayWith(next)).toMatchObject({ seq: seq + 2, differences: [] });
  });

  test("given the two defaults differ, then replay says so", async () => {
    const wrong = withResources(audience("nobody"));
    const { differences } = await replayWith(wrong);
    expect(differences.length).toBeGreaterThan(0);
    expect(new Set(differences.map(({ column }) => column))).toEqual(new Set(["audience"]));
  });

  function transactionOf(db: Db, seq: number, registryOfNext: ResourceRegistry): ProjectTransaction {
    return new ProjectTransaction({
      db,
      projectId: story.projectId,
      resources: registryOfNext,
      clock: { now: () => Date.now() },
    }).begin({ last_seq: seq, last_recorded_at: 0 });
  }
});
