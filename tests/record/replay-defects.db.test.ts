import { type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { IndexFiller } from "#server/features/entities/property-keys/index-filler.ts";
import { registry } from "#server/operations.ts";
import { Story } from "./story.ts";
import { openWorkbench, type Workbench } from "./workbench.ts";

const { dialogues, propertyKeys, record } = registry;
let bench: Workbench;

beforeAll(async () => {
  bench = await openWorkbench();
});
afterAll(() => bench.close());

/**
 * Damage that a defect in the record's code or a manual change of the database could do, and the table, or its column,
 * that replay must name.
 */
const DAMAGE: [what: string, table: string, (projectId: string) => SQL[]][] = [
  [
    "a version is missing",
    "entity_versions",
    (p) => [sql`DELETE FROM entity_versions WHERE project_id = ${p} AND valid_from_seq = 3`],
  ],
  [
    "a version is too many",
    "entity_versions",
    (p) => [
      sql`INSERT INTO entity_versions SELECT (jsonb_populate_record(v, '{"valid_from_seq": 9, "id": "ent_x", "external_id": "x"}')).*
          FROM entity_versions v WHERE project_id = ${p} AND valid_from_seq = 3`,
    ],
  ],
  [
    "a version ends too early",
    "entity_versions",
    (p) => [sql`UPDATE entity_versions SET valid_to_seq = 2 WHERE project_id = ${p} AND valid_from_seq = 2`],
  ],
  [
    "a property differs",
    "entity_versions",
    (p) => [
      sql`UPDATE entity_versions SET properties = '{"mood": "other"}' WHERE project_id = ${p} AND valid_from_seq = 3`,
    ],
  ],
  [
    "a computed column differs",
    "entity_versions",
    (p) => [sql`UPDATE entity_versions SET name_search = 'other' WHERE project_id = ${p} AND valid_from_seq = 3`],
  ],
  [
    "a time differs",
    "entity_versions",
    (p) => [
      sql`UPDATE entity_versions SET updated_at = updated_at + interval '1 ms' WHERE project_id = ${p} AND valid_from_seq = 3`,
    ],
  ],
  [
    "a path is missing",
    "entity_paths",
    (p) => [sql`DELETE FROM entity_paths WHERE project_id = ${p} AND path = '/house/cellar/'`],
  ],
  ["a path is too many", "entity_paths", (p) => [sql`INSERT INTO entity_paths VALUES (${p}, 'ent_x', '/x/', 2, 3)`]],
  [
    "an ordinal differs",
    "dialogue_ordinals",
    (p) => [sql`UPDATE dialogue_ordinals SET ordinal = 7 WHERE project_id = ${p}`],
  ],
  [
    "a number is wrong",
    "subject_counts.count_after",
    (p) => [sql`UPDATE subject_counts SET count_after = 3 WHERE project_id = ${p} AND facet = 'location'`],
  ],
  [
    "a number is missing",
    "subject_counts",
    (p) => [sql`DELETE FROM subject_counts WHERE project_id = ${p} AND subject_type = 'relationship'`],
  ],
  ["the head is behind", "project_heads", (p) => [sql`UPDATE project_heads SET last_seq = 4 WHERE project_id = ${p}`]],
  [
    "the head is archived and the project is not",
    "project_heads",
    (p) => [sql`UPDATE project_heads SET archived = true WHERE project_id = ${p}`],
  ],
  ["the last event is missing", "project_heads", (p) => [sql`DELETE FROM events WHERE project_id = ${p} AND seq = 7`]],
  ["an event in between is missing", "events", (p) => [sql`DELETE FROM events WHERE project_id = ${p} AND seq = 5`]],
  [
    "time goes back",
    "events",
    (p) => [sql`UPDATE events SET recorded_at = recorded_at - interval '1 day' WHERE project_id = ${p} AND seq = 5`],
  ],
  [
    "something was deleted that others name",
    "entity_versions.parent_id",
    (p) => [
      sql`INSERT INTO events SELECT (jsonb_populate_record(e, '{"seq": 8, "commit_seq": 8, "kind": "entity.deleted", "change": {"unset": [""]}}')).*
          FROM events e WHERE project_id = ${p} AND seq = 2`,
      sql`UPDATE entity_versions SET valid_to_seq = 7 WHERE project_id = ${p} AND valid_from_seq = 4`,
      sql`UPDATE project_heads SET last_seq = 8 WHERE project_id = ${p}`,
      sql`UPDATE entity_paths SET valid_to_seq = 7 WHERE project_id = ${p} AND path = '/house/'`,
    ],
  ],
];

/** Damage to the index of declared keys. */
const INDEX_DAMAGE: typeof DAMAGE = [
  [
    "an indexed value differs",
    "entity_property_values.string",
    (p) => [sql`UPDATE entity_property_values SET string = 'other' WHERE project_id = ${p}`],
  ],
  [
    "an indexed value is missing",
    "entity_property_values",
    (p) => [sql`DELETE FROM entity_property_values WHERE project_id = ${p}`],
  ],
  [
    "an indexed value ends too early",
    "entity_property_values.valid_to_seq",
    (p) => [sql`UPDATE entity_property_values SET valid_to_seq = 5 WHERE project_id = ${p}`],
  ],
  [
    "an index says that it has come further than the record",
    "property_indexes.filled_to_seq",
    (p) => [sql`UPDATE property_indexes SET filled_to_seq = 9 WHERE project_id = ${p}`],
  ],
  [
    "an index does not know of a long text",
    "property_indexes.has_long_text",
    (p) => [sql`UPDATE property_indexes SET has_long_text = false WHERE project_id = ${p}`],
  ],
  [
    "an index is of another property than was declared",
    "property_indexes.path",
    (p) => [sql`UPDATE property_indexes SET path = 'name' WHERE project_id = ${p}`],
  ],
];

describe("replay", () => {
  test.each(DAMAGE)("given %s, then it says so", async (_, table, damage) => {
    const story = await Story.begin(bench);
    const house = await story.place("house", { parent_id: null });
    const cellar = await story.place("cellar", { parent_id: house, properties: { mood: "calm" } });
    await story.patch(house, { name: "Manor" });
    await story.relationship(house, cellar);
    const graph = await story.ask(dialogues.create, { body: { name: "Below" } });
    await story.ask(dialogues.createNode, { params: { graph_id: graph.id }, body: { text: "Who is there?" } });
    expect(await bench.replay(story.projectId)).toMatchObject({ seq: 7, differences: [] });

    for (const statement of damage(story.projectId)) await bench.database.writes.execute(statement);
    const report = await story.ask(record.replay);
    const found = report.differences.map((difference) => `${difference.table}.${difference.column}`);
    expect(found.filter((each) => each.startsWith(table))).not.toEqual([]);
  });

  test.each(INDEX_DAMAGE)(
    "given %s, then it says so, and says nothing of keys that are being removed",
    async (_, table, damage) => {
      const story = await Story.begin(bench);
      const house = await story.place("house", { properties: { mood: "calm", rank: 1 } });
      const { id } = await story.ask(propertyKeys.create, { body: { path: "mood" } });
      const filler = new IndexFiller(bench.database, () => {});
      while (await filler.fillPiece(story.projectId));
      // What the index has not come to yet is no difference.
      await story.patch(house, { properties: { mood: "x".repeat(300) } });
      expect((await bench.replay(story.projectId)).differences).toEqual([]);
      while (await filler.fillPiece(story.projectId));
      expect((await bench.replay(story.projectId)).differences).toEqual([]);

      for (const statement of damage(story.projectId)) await bench.database.writes.execute(statement);
      const { differences } = await bench.replay(story.projectId);
      const found = differences.map((difference) => `${difference.table}.${difference.column}`);
      expect(found.filter((each) => each.startsWith(table))).not.toEqual([]);
      await bench.database.writes.execute(
        sql`UPDATE property_indexes SET filled_to_seq = -1 WHERE project_id = ${story.projectId} AND key_id = ${id}`,
      );
      const left = (await bench.replay(story.projectId)).differences;
      expect(left.filter((difference) => difference.table === "entity_property_values")).toEqual([]);
    },
  );

  test("given writers go on meanwhile, then it compares one moment", async () => {
    const story = await Story.begin(bench);
    const id = await story.place("house");
    let writing = true;
    const writer = (async () => {
      for (let n = 0; writing; n++) await story.patch(id, { name: `House ${n}` });
    })();
    try {
      for (let round = 0; round < 5; round++) expect((await bench.replay(story.projectId)).differences).toEqual([]);
    } finally {
      writing = false;
      await writer;
    }
  });
});
