import { type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CURRENT } from "#drizzle/schema/columns.ts";
import { dialogueLinks } from "#server/features/dialogues/dialogue-links.ts";
import { findPlaces } from "#server/features/dialogues/find-places.ts";
import { connect } from "#server/postgres/connection.ts";
import type { Db } from "#server/record/database.ts";
import { openWorkbench, type Workbench } from "#tests/record/workbench.ts";

/** Number of rows from which the planner decides as it does for a hundred thousand. */
const COUNT = 5_000;
/** A sequence after everything was made and half of it was changed. */
const MIDDLE = COUNT * 1.5;

let bench: Workbench;
let projectId = "";

beforeAll(async () => {
  bench = await openWorkbench();
  projectId = await bench.newProject("Ways");
  const connection = connect(bench.url);
  try {
    // Written past the record: only how it is read is tested. One node in a hundred leads out, of a version that ended one in fifty.
    await connection.unsafe(`INSERT INTO dialogue_node_versions (project_id, id, valid_from_seq, valid_to_seq, created_seq, created_at,
        updated_at, graph_id, kind, text, text_search, more_search, tags, conditions, on_enter_effects, branches, extensions, mentions, ordinal,
        target_ordinals)
      SELECT '${projectId}', 'node_' || i, (k - 1) * ${COUNT} + i, CASE k WHEN 2 THEN ${CURRENT} ELSE ${COUNT} + i - 1 END, i, now(),
        now(), 'dlg_' || i % 10, 'line', 'Words', 'words', '', '[]', '[]', '[]', jsonb_build_object('br_' || i, jsonb_build_object('kind', 'choice',
        'choice_text', 'Version ' || k, 'target_graph_id', CASE i % (k * 50) WHEN 0 THEN 'dlg_out' END)), '{}', '{}', i, '{}'
      FROM generate_series(1, ${COUNT}) i, generate_series(1, 2) k`);
    await connection.unsafe("ANALYZE dialogue_node_versions");
  } finally {
    await connection.end();
  }
});
afterAll(() => bench.close());

/** Runs a read, and returns its answer with the plans of its statements. */
async function planned<T>(read: (db: Db) => Promise<T>): Promise<{ answer: T; plan: string }> {
  return bench.database.reads.transaction("snapshot", async (db) => {
    const plans: unknown[] = [];
    const execute = async (query: SQL) => {
      plans.push(await db.execute(sql`EXPLAIN ${query}`));
      return db.execute(query);
    };
    return { answer: await read({ execute } as Db), plan: JSON.stringify(plans) };
  });
}

const ways = (links: readonly { count: number }[]) => links.reduce((sum, { count }) => sum + count, 0);

describe.each([
  { when: "now", atSeq: null, expected: { ways: 50, name: "Version 2" } },
  // The first half of the nodes has its second version by then.
  { when: "in the past", atSeq: MIDDLE, expected: { ways: 25 + 50, name: "Version 1" } },
])("of many nodes, $when,", ({ atSeq, expected }) => {
  test("the map reads only those that lead out", async () => {
    const { answer, plan } = await planned((db) => dialogueLinks(db, projectId, atSeq));
    expect(ways(answer)).toBe(expected.ways);
    expect(plan).toContain("dialogue_node_versions_leading_out");
  });

  test("a choice is found by its id", async () => {
    const { answer, plan } = await planned((db) => findPlaces(db, projectId, ["br_4000", "br_nowhere"], atSeq));
    expect(answer).toMatchObject([{ id: "br_4000", name: expected.name, node_id: "node_4000", graph_id: "dlg_0" }]);
    expect(plan).toContain("dialogue_node_versions_branches");
  });
});
