import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "#server/kernel/ids.ts";
import type { Database, Db } from "#server/record/database.ts";
import { rounds, TEST_SEED } from "#test-size";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { ask, data, type Loose } from "./client.ts";
import { makeWorld, type World } from "./world.ts";

let api: TestApi;
let world: World;

beforeAll(async () => {
  api = await startTestApi();
  world = await makeWorld(api);
});
afterAll(() => api.close());

const named = ({ nodes }: { nodes: { name: string }[] }) => nodes.map(({ name }) => name);

describe("reads", () => {
  test("a page of entities, the total, and where it goes on", async () => {
    const document = `query ($id: ID!, $after: String, $filter: JSON) { project(id: $id) { name
      entities(first: 3, after: $after, filter: $filter, sort: { by: "properties.level", order: desc }) {
        nodes { id name properties } totalCount pageInfo { hasNextPage endCursor } } } }`;
    const variables = { id: world.projectId, filter: { level: { $gte: 1 } } };
    const { project } = await data(api, document, variables);
    expect(project.name).toBe("The Salt Gate");
    expect([named(project.entities), project.entities.totalCount]).toEqual([["Person 5", "Person 4", "Person 3"], 5]);
    const after = project.entities.pageInfo.endCursor;
    const query = { limit: 3, cursor: after, property_filter: '{"level":{"$gte":1}}' };
    const order = { sort_by: "properties.level", sort_order: "desc" };
    const rest = await api.call<Loose>("GET", `/v1/projects/${world.projectId}/entities`, {
      query: { ...query, ...order },
    });
    expect(named({ nodes: rest.body.entities })).toEqual(["Person 2", "Person 1"]);
    const { entities } = (await data(api, document, { ...variables, after })).project;
    expect([named(entities), entities.pageInfo]).toEqual([
      ["Person 2", "Person 1"],
      { hasNextPage: false, endCursor: null },
    ]);
  });

  test("marks on the texts of nodes and choices", async () => {
    const { projectId, make } = await makeWorld(api, { people: 1, lines: 1 });
    const gate = await make("/game-narrative/dialogues", { name: "Marked" });
    await make(`/game-narrative/dialogues/${gate}/nodes`, {
      text: "Halt, friend.",
      text_marks: [{ kind: "strong", start: 0, end: 4 }],
      branches: [{ choice_text: "Pay {coins}", text_marks: [{ kind: "literal", start: 4, end: 11 }] }],
    });
    const { project } = await data(
      api,
      `query ($id: ID!, $gate: ID!) { project(id: $id) { dialogue(id: $gate) { nodes { nodes {
        text textMarks { kind start end } branches { choiceText textMarks { kind start end } } } } } } }`,
      { id: projectId, gate },
    );
    expect(project.dialogue.nodes.nodes).toEqual([
      {
        text: "Halt, friend.",
        textMarks: [{ kind: "strong", start: 0, end: 4 }],
        branches: [{ choiceText: "Pay {coins}", textMarks: [{ kind: "literal", start: 4, end: 11 }] }],
      },
    ]);
  });

  test("what entities and nodes lead to", async () => {
    const { project } = await data(
      api,
      `query ($id: ID!, $dialogue: ID!) { project(id: $id) {
        entities(first: 1) { nodes { name
          relationships { nodes { type source { name } target { name } } } history { totalCount nodes { kind } } } }
        dialogue(id: $dialogue) { name validate { deadEnds } nodes { totalCount nodes { text speaker { name } graph { name } } } }
        diff(fromSeq: 7) { fromSeq totalCount }
        events(first: 1) { nodes { seq kind change { set } } }
      } }`,
      { id: world.projectId, dialogue: world.dialogue },
    );
    const [first] = project.entities.nodes;
    expect(first.relationships.nodes).toEqual([
      { type: "knows", source: { name: "Person 0" }, target: { name: "Person 1" } },
      { type: "knows", source: { name: "Person 5" }, target: { name: "Person 0" } },
    ]);
    expect(first.history).toEqual({ totalCount: 1, nodes: [{ kind: "entity.created" }] });
    expect(project.dialogue.validate.deadEnds).toHaveLength(4);
    expect(project.dialogue.nodes.totalCount).toBe(4);
    expect(project.dialogue.nodes.nodes[1]).toEqual({
      text: "Line 1",
      speaker: { name: "Person 1" },
      graph: { name: "At the ferry" },
    });
    expect(project.diff).toMatchObject({ fromSeq: 7, totalCount: 11 });
    expect(project.events.nodes[0]).toMatchObject({ seq: 1, kind: "project.created" });
  });

  test("facts, lines and one direction of an entity, and a context, in one snapshot and at a sequence", async () => {
    const { projectId, people, make } = await makeWorld(api, { people: 3, lines: 4 });
    const [first, second] = people;
    await make("/facts", { subject_id: first, predicate: "swore", text: "Person 0 swore an oath." });
    await make("/facts", { subject_id: second, predicate: "lied", text: "Person 1 lied.", known_by: [first] });
    const { last_seq: seq } = (await api.call<Loose>("GET", `/v1/projects/${projectId}`)).body;
    await make("/facts", { subject_id: first, predicate: "fled", text: "Person 0 fled." });
    const document = `query ($id: ID!, $at: SafeInt, $as: ID!) { project(id: $id, atSeq: $at) {
      entities(sort: { by: "name" }) { nodes { name
        facts(first: 1, sort: { by: "created_at" }) { totalCount nodes { predicate } pageInfo { hasNextPage endCursor } }
        seen: facts(as: $as) { nodes { text } }
        lines(first: 1) { totalCount nodes { text graphName } }
        incoming: relationships(direction: incoming) { nodes { source { name } target { name } } } } }
      contextAssemble(query: "Who swore an oath?", as: $as, tokenBudget: 500) { seq text } } }`;
    const { project } = await data(api, document, { id: projectId, at: seq, as: second });
    expect(project.entities.nodes.map(({ facts }: Loose) => facts.totalCount)).toEqual([1, 1, 0]);
    expect(project.entities.nodes[1].seen.nodes).toEqual([]);
    expect(project.entities.nodes.map(({ lines }: Loose) => lines.totalCount)).toEqual([2, 2, 0]);
    expect(project.entities.nodes[0]).toMatchObject({
      facts: { nodes: [{ predicate: "swore" }], pageInfo: { hasNextPage: false } },
      lines: { nodes: [{ text: "Line 0", graphName: "At the ferry" }] },
      incoming: { nodes: [{ source: { name: "Person 2" }, target: { name: "Person 0" } }] },
    });
    expect(project.contextAssemble).toEqual({ seq, text: expect.stringContaining("swore an oath") });
    const now = (await data(api, document, { id: projectId, as: second })).project;
    const [{ facts }] = now.entities.nodes;
    expect([facts.totalCount, facts.pageInfo.hasNextPage, now.contextAssemble.seq]).toEqual([2, true, seq + 1]);
    const next = `query ($id: ID!, $one: ID!, $after: String) { project(id: $id) { entity(id: $one) {
      facts(first: 1, after: $after, sort: { by: "created_at" }) { nodes { predicate } } } } }`;
    const page = await data(api, next, { id: projectId, one: first, after: facts.pageInfo.endCursor });
    expect(page.project.entity.facts.nodes).toEqual([{ predicate: "fled" }]);
  });

  test("facts and a context in a playthrough, at the sequence that it plays; nothing is looked up past it", async () => {
    const { projectId, people, make } = await makeWorld(api, { people: 2, lines: 1 });
    const [first, second] = people;
    const oath = await make("/facts", { subject_id: first, text: "Person 0 swore an oath.", known_by: [] });
    const graph = (await api.call<Loose>("GET", `/v1/projects/${projectId}/game-narrative/dialogues`)).body
      .dialogues[0];
    const run = await make(`/game-narrative/dialogues/${graph.id}/runs`, {});
    const { last_seq: seq } = (await api.call<Loose>("GET", `/v1/projects/${projectId}`)).body;
    const tell = await api.call<Loose>("POST", `/v1/projects/${projectId}/facts/${oath}/tell`, {
      body: { run, to: [second], how: "saw" },
    });
    expect(tell.body).toMatchObject({ run_step: 1 });
    await make("/facts", { subject_id: first, text: "Person 0 broke the oath." });
    const document = `query ($id: ID!, $as: ID!, $run: ID!) { project(id: $id) {
      entities(sort: { by: "name" }) { nodes { facts(as: $as, run: $run) { nodes { text told } } } }
      contextAssemble(query: "Who swore an oath?", as: $as, run: $run, tokenBudget: 500) { seq text run { step } } } }`;
    const { project } = await data(api, document, { id: projectId, as: second, run });
    const told = { [second ?? ""]: { how: "saw", from: null } };
    expect(project.entities.nodes[0].facts.nodes).toEqual([{ text: "Person 0 swore an oath.", told }]);
    expect(project.contextAssemble).toEqual({
      seq: seq - 1,
      text: expect.stringContaining("swore an oath"),
      run: { step: 1 },
    });
    const past = `query ($id: ID!, $run: ID!) { project(id: $id) { facts(run: $run) { nodes { subject { name } } } } }`;
    const refused = await api.call<Loose>("POST", "/v1/graphql", {
      body: { query: past, variables: { id: projectId, run } },
    });
    expect(refused.body.errors[0].extensions.code).toBe("validation_error");
    const paged = (fields: string) => `query ($id: ID!, $run: ID!, $after: String) { project(id: $id) {
      facts(run: $run, first: 1, after: $after) { nodes { ${fields} } pageInfo { endCursor } } } }`;
    await make("/facts", { subject_id: second, text: "Person 1 heard of it." });
    const last = await make(`/game-narrative/dialogues/${graph.id}/runs`, {});
    const page = await data(api, paged("text"), { id: projectId, run: last });
    const after = page.project.facts.pageInfo.endCursor;
    const next = await ask(api, paged("subject { name }"), { id: projectId, run: last, after });
    expect(next.body.errors?.[0]?.extensions.code).toBe("validation_error");
  });

  test("documents with the names and the texts of before are answered as ever", async () => {
    const document = (counts: string, type: string) => `query ($id: ID!, $as: ${type}) { project(id: $id) {
      ${counts} { totalCount } entities(as: $as) { totalCount } } }`;
    const variables = { id: world.projectId, as: world.people[0] };
    const before = await data(api, document("counts", "String"), variables);
    const now = await data(api, document("problemCounts", "ID"), variables);
    expect([before.project.counts, before.project.entities]).toEqual([now.project.problemCounts, now.project.entities]);
    const { body } = await ask(api, document("counts", "Int"), { id: world.projectId });
    expect(body.errors?.[0]?.extensions.code).toBe("invalid_query");
  });

  test("a list of one subject, and the lists of many, have the same pages and cursors", async () => {
    const lines = (after: string | null) =>
      data(
        api,
        `query ($id: ID!, $dialogue: ID!, $after: String) { project(id: $id) {
          one: dialogue(id: $dialogue) { nodes(first: 3, after: $after) { nodes { text } totalCount pageInfo { endCursor } } } } }`,
        { id: world.projectId, dialogue: world.dialogue, after },
      );
    const other = await world.make("/game-narrative/dialogues", { name: "At the gate" });
    await world.make(`/game-narrative/dialogues/${other}/nodes`, { kind: "line", text: "Alone" });
    const { project } = await data(
      api,
      `query ($id: ID!) { project(id: $id) { dialogues(sort: { by: "name" }) { nodes { name
        nodes(first: 3) { nodes { text } totalCount pageInfo { hasNextPage endCursor } } } } } }`,
      { id: world.projectId },
    );
    const [ferry, gate] = project.dialogues.nodes;
    expect(gate.nodes).toEqual({
      nodes: [{ text: "Alone" }],
      totalCount: 1,
      pageInfo: { hasNextPage: false, endCursor: null },
    });
    const first = (await lines(null)).project.one.nodes;
    expect(ferry.nodes).toEqual({ ...first, pageInfo: { ...first.pageInfo, hasNextPage: true } });
    const next = (await lines(ferry.nodes.pageInfo.endCursor)).project.one.nodes;
    expect([next.nodes, next.totalCount]).toEqual([[{ text: "Line 3" }], 4]);
  });

  test("a cursor reads on at its sequence, also what its objects lead to", async () => {
    const { projectId, people, make } = await makeWorld(api, { people: 4, lines: 0 });
    const document = `query ($id: ID!, $after: String) { project(id: $id) { entities(first: 2, after: $after) { totalCount
      nodes { name relationships { totalCount } } pageInfo { endCursor } } } }`;
    const before = (await data(api, document, { id: projectId })).project.entities;
    await make("/entities", { external_id: "late", type: "character", name: "Late" });
    await make("/relationships", { type: "owes", source_id: people[3], target_id: people[0] });
    const after = (await data(api, document, { id: projectId, after: before.pageInfo.endCursor })).project.entities;
    expect(after).toEqual({
      totalCount: 4,
      nodes: [
        { name: "Person 2", relationships: { totalCount: 2 } },
        { name: "Person 3", relationships: { totalCount: 2 } },
      ],
      pageInfo: { endCursor: null },
    });
    const { errors } = (
      await ask(api, document.replace("first: 2,", 'first: 2, type: "place",'), {
        id: projectId,
        after: before.pageInfo.endCursor,
      })
    ).body;
    expect(errors?.[0]?.extensions.code).toBe("validation_error");
  });

  test("the pages behind a cursor show what lies beside the record, which the past does not know", async () => {
    const { projectId, make } = await makeWorld(api, { people: 0, lines: 0 });
    for (const host of ["a", "b"]) await make("/webhooks", { url: `https://${host}.example.com/`, events: ["*"] });
    const document = `query ($id: ID!, $after: String, $at: SafeInt) { project(id: $id, atSeq: $at) {
      webhooks(first: 1, after: $after) { nodes { consecutiveFailures } pageInfo { endCursor } } } }`;
    const first = (await data(api, document, { id: projectId })).project.webhooks;
    const after = first.pageInfo.endCursor;
    const present = (await data(api, document, { id: projectId, after })).project.webhooks;
    expect([first.nodes, present.nodes]).toEqual([[{ consecutiveFailures: 0 }], [{ consecutiveFailures: 0 }]]);
    const { lastSeq: at } = (await data(api, "query ($id: ID!) { project(id: $id) { lastSeq } }", { id: projectId }))
      .project;
    const past = (await data(api, document, { id: projectId, after, at })).project.webhooks;
    expect(past.nodes).toEqual([{ consecutiveFailures: null }]);
  });

  test("lists are those of REST, whatever the filter", async () => {
    const operand = fc.constantFrom<unknown>(1, 2, "x", "a", "ab", null, true, [1], ["a"], { b: 2 });
    const operator = fc.constantFrom("$eq", "$ne", "$gt", "$gte", "$lt", "$lte", "$in", "$contains", "$nonsense");
    const one = fc.tuple(fc.constantFrom("a", "b", "a.b"), operator, operand);
    const filters = fc.sample(
      fc
        .array(one, { minLength: 1, maxLength: 2 })
        .map((parts) => Object.fromEntries(parts.map(([path, name, value]) => [path, { [name]: value }]))),
      { numRuns: rounds({ gate: 12, full: 250 }), seed: TEST_SEED },
    );
    const { projectId, make } = await makeWorld(api, { people: 0, lines: 0 });
    const stored = [{ a: 1, b: "x" }, { a: "ab", b: null }, { a: { b: 2 } }, { b: [1, "a"] }, {}];
    for (const [i, properties] of stored.entries()) {
      await make("/entities", { external_id: `e${i}`, type: "item", name: `E${i}`, properties });
    }
    let found = 0;
    for (const filter of filters) {
      const property_filter = JSON.stringify(filter);
      const query = { property_filter, sort_by: "name", sort_order: "desc", limit: 2 };
      const rest = await api.call<Loose>("GET", `/v1/projects/${projectId}/entities`, { query });
      const own = await ask(
        api,
        `query ($id: ID!, $filter: JSON) { project(id: $id) { entities(first: 2, filter: $filter, sort: { by: "name", order: desc }) {
          totalCount nodes { id externalId properties locationPath validFromSeq } pageInfo { hasNextPage } } } }`,
        { id: projectId, filter },
      );
      if (rest.status === 422) {
        expect([property_filter, own.body.errors?.[0]?.extensions.detail]).toEqual([property_filter, rest.body.detail]);
        continue;
      }
      const { entities } = own.body.data.project;
      found += rest.body.total;
      expect([property_filter, entities.totalCount, entities.pageInfo.hasNextPage]).toEqual([
        property_filter,
        rest.body.total,
        rest.body.has_more,
      ]);
      expect(entities.nodes).toEqual(
        rest.body.entities.map((each: Loose) => ({
          id: each.id,
          externalId: each.external_id,
          properties: each.properties,
          locationPath: each.location_path,
          validFromSeq: each.valid_from_seq,
        })),
      );
    }
    expect(found).toBeGreaterThan(0);
  });
});

/** Counts the statements that a document sends to the database. `after` is awaited behind each of them. */
async function statementsOf(work: () => Promise<unknown>, after = async () => {}): Promise<number> {
  let sent = 0;
  const counted =
    (db: Db): Db["execute"] =>
    async (query) => {
      sent += 1;
      const rows = await db.execute<never>(query);
      await after();
      return rows;
    };
  const services = api.services as { database: Database };
  const { database } = services;
  const { reads } = database;
  services.database = {
    ...database,
    reads: {
      execute: counted(reads),
      transaction: (mode, run, options) =>
        reads.transaction(mode, (db) => run({ execute: counted(db), finish: (last) => db.finish(last) }), options),
    },
  };
  try {
    await work();
  } finally {
    services.database = database;
  }
  return sent;
}

test("statements do not grow with the objects that something is read of", async () => {
  const few = await makeWorld(api, { people: 3, lines: 2 });
  const many = await makeWorld(api, { people: 20, lines: 12 });
  const document = `query ($id: ID!, $dialogue: ID!) { project(id: $id) {
    entities { nodes { name parent { name } history(first: 3) { nodes { kind } }
      relationships(first: 3) { nodes { source { name } target { name relationships(first: 2) { totalCount } } } } } }
    dialogue(id: $dialogue) { nodes { nodes { text speaker { name history(first: 1) { totalCount } } group { title } } } } } }`;
  const costs: number[] = [];
  const counts: number[] = [];
  for (const { projectId: id, dialogue } of [few, many]) {
    const tries: number[] = [];
    // On a busy machine what is read together is at times read in two parts: the fewest count.
    for (let n = 0; n < 3; n++) {
      tries.push(
        await statementsOf(async () => {
          const { body } = await ask(api, document, { id, dialogue });
          expect(body.errors).toBeUndefined();
          costs.push(body.extensions?.cost.points ?? 0);
        }),
      );
    }
    counts.push(Math.min(...tries));
  }
  expect(counts[0]).toBe(counts[1]);
  expect(counts[0]).toBeLessThan(25);
  expect(new Set(costs).size).toBe(1);
});

test("a document is read in one snapshot, whatever is written between its reads", async () => {
  const [one, two] = [
    await makeWorld(api, { people: 2, lines: 0 }),
    await makeWorld(api, { people: 2, lines: 0 }),
  ] as const;
  let written = 0;
  const write = async () => {
    if (written >= 8) return;
    written += 1;
    const { projectId, people, make } = written % 2 === 0 ? one : two;
    const renamed = { body: { name: `Renamed ${written}` } };
    expect((await api.call("PATCH", `/v1/projects/${projectId}/entities/${people[0]}`, renamed)).status).toBe(200);
    await make("/relationships", { type: `late_${written}`, source_id: people[0], target_id: people[1] });
  };
  const story = `lastSeq events(first: 1) { totalCount } entities(first: 5) { totalCount nodes { name
    relationships { totalCount nodes { type target { name history { totalCount } } } } } }`;
  const document = `query ($one: ID!, $two: ID!) { one: project(id: $one) { ${story} } two: project(id: $two) { ${story} } }`;
  const variables = { one: one.projectId, two: two.projectId };
  const before = await data(api, document, variables);
  let during: Loose;
  await statementsOf(async () => {
    during = await data(api, document, variables);
  }, write);
  expect(written).toBe(8);
  expect(during).toEqual(before);
  const after = await data(api, document, variables);
  expect(after.one.events.totalCount).toBe(before.one.events.totalCount + 8);
});

describe("at a sequence", () => {
  /** The fields of a type that are asked without arguments, and what is asked of them; ends of versions are told by later ones. */
  function selection(types: Map<string, Loose>, type: string, depth: number): string {
    const fields = types.get(type)?.fields ?? [];
    const asked = fields.flatMap((field: Loose): string[] => {
      if (["validToSeq", "replay"].includes(field.name)) return [];
      if (field.args.some((arg: Loose) => arg.type.kind === "NON_NULL")) return [];
      let target = field.type;
      while (target.ofType != null) target = target.ofType;
      if (target.kind !== "OBJECT") return [field.name];
      if (depth === 0) return [];
      const inner = selection(types, target.name, depth - 1);
      return inner === "" ? [] : [`${field.name} { ${inner} }`];
    });
    return asked.join(" ");
  }

  /** Fields that the comparison leaves out: `replay` checks the record itself, the others are stored beside it. */
  const STAYING = [
    ...["replay", "entityImports", "runProgress", "runMemories", "playerEventFeed", "playerEventCounts"],
    ...["canonRuleCatalogue", "canonViolations", "canonViolationHistory"],
  ];

  test("everything that a project can be asked is answered as it was", async () => {
    const { projectId, people, dialogue, make } = await makeWorld(api, { people: 2, lines: 2 });
    const graph = `/game-narrative/dialogues/${dialogue}`;
    const variable = await make("/variables", { name: "gold", type: "number", default: 3 });
    await make("/checkpoints", { name: "Start", seq: 2 });
    await make("/property-keys", { path: "level" });
    const gate = await make("/ttrpg-gm/locations", { external_id: "gate", name: "Gate", parent_id: null });
    await make(`${graph}/groups`, { title: "Act one", color: "teal" });
    const introspected = await data(
      api,
      `{ __schema { types { name fields { name type { kind name ofType { kind name ofType { kind name ofType { kind name } } } }
        args { type { kind } } } } } }`,
    );
    const types = new Map<string, Loose>(introspected.__schema.types.map((type: Loose) => [type.name, type]));
    const roots = types
      .get("Project")
      .fields.filter(({ args }: Loose) => args.some((arg: Loose) => arg.type.kind === "NON_NULL"));
    const ids: Record<string, string> = { entity: gate, dialogue, variable };
    const answers = async (atSeq: number | null) => {
      const seen: Record<string, unknown> = {};
      const fields = types
        .get("Project")
        .fields.filter((field: Loose) => !STAYING.includes(field.name) && !roots.includes(field));
      const asked = [
        ...fields.map((field: Loose) => {
          const own = selection(new Map([...types, ["Only", { fields: [field] }]]), "Only", 2);
          return [field.name, own] as const;
        }),
        ...Object.entries(ids).map(([type, id]) => {
          const target = type.charAt(0).toUpperCase() + type.slice(1);
          return [`${type}(id)`, `${type}(id: "${id}") { ${selection(types, target, 1)} }`] as const;
        }),
      ];
      for (const [name, own] of asked) {
        if (own === "" || name === "lastSeq") continue;
        const { body } = await ask(api, `query ($id: ID!, $at: SafeInt) { project(id: $id, atSeq: $at) { ${own} } }`, {
          id: projectId,
          at: atSeq,
        });
        expect([name, body.errors]).toEqual([name, undefined]);
        seen[name] = body.data?.project;
      }
      return seen;
    };
    const head = (await data(api, "query ($id: ID!) { project(id: $id) { lastSeq } }", { id: projectId })).project
      .lastSeq;
    const then = await answers(null);
    expect(Object.keys(then)).toEqual(
      expect.arrayContaining([
        "entities",
        "dialogues",
        "events",
        "history",
        "deleted",
        "problems",
        "entity(id)",
        "dialogue(id)",
      ]),
    );

    await api.call("PATCH", `/v1/projects/${projectId}`, { body: { name: "Renamed", npc_memory: "off" } });
    await api.call("PATCH", `/v1/projects/${projectId}/entities/${gate}`, { body: { name: "Renamed" } });
    await api.call("PATCH", `/v1/projects/${projectId}/variables/${variable}`, { body: { name: "silver" } });
    await api.call("DELETE", `/v1/projects/${projectId}/entities/${people[1]}`);
    await make("/entities", { external_id: "late", type: "location", name: "Late" });
    await make("/checkpoints", { name: "Later", seq: 3 });
    await make("/property-keys", { path: "gold" });
    await make("/variables", { name: "bronze", type: "number", default: 1 });
    await make("/conversations", { title: "Later" });
    await make("/seeds", { promise: "Later" });
    await make("/ideas", { premise: "Later" });
    await make("/facts", { text: "Later", known_by: "everyone" });
    await make("/predicates", { name: "lives in" });
    await make("/canon/rules", { name: "Later", kind: "one_value", predicates: ["lives in"] });
    await make("/book-author/acts", { title: "Later" });
    await make("/book-author/chapters", { title: "Later" });
    await make(`${graph}/nodes`, { kind: "line", text: "Later" });
    await make(`${graph}/groups`, { title: "Act two", color: "teal" });
    await make("/game-narrative/dialogues", { name: "Later" });

    const now = await answers(null);
    const past = await answers(head);
    for (const [name, answer] of Object.entries(then)) expect([name, past[name]]).toEqual([name, answer]);
    const unchanged = Object.keys(then).filter((name) => JSON.stringify(then[name]) === JSON.stringify(now[name]));
    // What tells the past from the present must differ between them, or this test shows nothing.
    expect(unchanged).not.toEqual(expect.arrayContaining(["entities"]));
    expect(unchanged.length).toBeLessThan(Object.keys(then).length / 2);
  });

  test("what does not travel is refused, and so is a sequence that has not come", async () => {
    const at = (atSeq: number, own: string) =>
      ask(api, `query ($id: ID!, $at: SafeInt) { project(id: $id, atSeq: $at) { ${own} } }`, {
        id: world.projectId,
        at: atSeq,
      });
    expect((await at(2, "diff(fromSeq: 1) { totalCount }")).body.errors?.[0]?.extensions).toMatchObject({
      code: "validation_error",
      detail: [{ type: "extra_forbidden", loc: ["query", "at_seq"] }],
    });
    expect((await at(10_000, "name")).body.errors?.[0]?.extensions.code).toBe("validation_error");
    expect((await at(-1, "name")).body.errors?.[0]?.extensions.code).toBe("validation_error");
    expect((await at(0, "entities { totalCount }")).body.data).toEqual({ project: { entities: { totalCount: 0 } } });
  });
});

describe("tenants", () => {
  test("a project of another workspace or mode, or of nobody, is the 404 of REST", async () => {
    const live = await api.makeProject({ key: api.home.liveKey });
    const foreign = await api.makeProject({ key: api.stranger.key });
    for (const id of [live, foreign, newId("prj"), "nonsense"]) {
      const { status, body } = await ask(
        api,
        "query ($id: ID!) { project(id: $id) { name entities { totalCount } } }",
        { id },
      );
      const rest = await api.call<Loose>("GET", `/v1/projects/${id}`);
      expect([status, body.data]).toEqual([404, { project: null }]);
      const { request_id: _, ...extensions } = body.errors?.[0]?.extensions ?? { request_id: "" };
      expect(extensions).toEqual({
        code: rest.body.code,
        error: rest.body.error,
        doc_url: rest.body.doc_url,
        // A path alone is told which form of id is due.
        detail: id === "nonsense" ? null : rest.body.detail,
      });
    }
  });

  test("nothing of another tenant is reached from one's own project", async () => {
    const { people, dialogue } = await makeWorld({ ...api, ...asStranger() });
    const own = await ask(
      api,
      `query ($id: ID!, $entity: ID!, $dialogue: ID!) { project(id: $id) { entity(id: $entity) { name } dialogue(id: $dialogue) { name }
        relationships(entityId: $entity) { totalCount } events(subjectId: $entity) { totalCount } } }`,
      { id: world.projectId, entity: people[0], dialogue },
    );
    expect(own.body.errors?.map(({ extensions }) => extensions.code)).toEqual(["not_found", "not_found"]);
    expect(own.body.data.project).toEqual({
      entity: null,
      dialogue: null,
      relationships: { totalCount: 0 },
      events: { totalCount: 0 },
    });
  });

  function asStranger(): Pick<TestApi, "call" | "makeProject"> {
    const { key } = api.stranger;
    return {
      call: (method, path, options) => api.call(method, path, { ...options, key }),
      makeProject: (options) => api.makeProject({ ...options, key }),
    };
  }
});
