import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "#server/kernel/ids.ts";
import { expectInvalid, expectProblem } from "#tests/contract/expectations.ts";
import { data, ask as graphql, type Loose } from "#tests/graphql/client.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";

let api: TestApi;
let project: string;
let ana: string;
let bor: string;

beforeAll(async () => {
  api = await startTestApi();
  project = await api.makeProject();
  ana = await entity("ana");
  bor = await entity("bor");
});
afterAll(() => api.close());

const call = (method: string, path: string, body?: unknown, query: Record<string, string | number | boolean> = {}) =>
  api.call<Loose>(method, `/v1/projects/${project}${path}`, { query, ...(body !== undefined && { body }) });

async function made(path: string, body: object): Promise<Loose> {
  const answer = await call("POST", path, body);
  expect([answer.status, answer.body]).toEqual([201, answer.body]);
  return answer.body;
}

const entity = async (external_id: string, rest: object = {}): Promise<string> =>
  (await made("/entities", { external_id, type: "character", name: external_id, ...rest })).id;

async function read(path: string, query: Record<string, string | number | boolean> = {}): Promise<Loose> {
  const answer = await call("GET", path, undefined, query);
  expect([answer.status, answer.body]).toEqual([200, answer.body]);
  return answer.body;
}

const items = (answer: { status: number; body: unknown }) =>
  expectInvalid(answer).map(({ loc, type }) => [loc.join("."), type]);

describe("facts", () => {
  test("every field is kept as sent, and the others are what the interface says", async () => {
    const whole = {
      id: newId("fact"),
      subject_id: ana,
      also_about: [bor],
      predicate: "fears",
      object_id: bor,
      text: "Ana fears Bor.",
      source: { kind: "event", seq: 1, witness_id: bor },
      confidence: 0.25,
      known_by: [bor],
      secret: true,
    };
    const { conflicts, ...fact } = await made("/facts", whole);
    expect(conflicts).toEqual([]);
    expect(fact).toMatchObject({
      ...whole,
      project_id: project,
      superseded_by: null,
      superseded_reason: null,
      supersedes: [],
    });
    expect(await read(`/facts/${whole.id}`)).toEqual(fact);
    expect(await made("/facts", { text: "The tide turns." })).toMatchObject({
      subject_id: null,
      also_about: [],
      predicate: null,
      object_id: null,
      source: { kind: "client", label: null, witness_id: null },
      confidence: 1,
      known_by: "everyone",
      secret: false,
    });
    expectProblem(api, await call("POST", "/facts", whole), "id_taken");
  });

  test("what a fact names has to be there when it is said, and may be gone later", async () => {
    const gone = newId("ent");
    const answer = await call("POST", "/facts", {
      text: "x",
      subject_id: gone,
      object_id: gone,
      also_about: [gone],
      known_by: [ana, gone],
      source: { kind: "client", witness_id: gone },
    });
    expect(items(answer)).toEqual(
      ["subject_id", "object_id", "also_about.0", "known_by.1", "source.witness_id"].map((at) => [
        `body.${at}`,
        "value_error",
      ]),
    );
    const node = { text: "x", source: { kind: "node", node_id: newId("node") } };
    expect(items(await call("POST", "/facts", node))).toEqual([["body.source.node_id", "value_error"]]);
    const later = { text: "x", source: { kind: "event", seq: 99_999 } };
    expect(items(await call("POST", "/facts", later))).toEqual([["body.source.seq", "less_than_equal"]]);

    const dora = await entity("dora");
    const fact = await made("/facts", { text: "Dora swims.", subject_id: dora, known_by: [dora] });
    await call("DELETE", `/entities/${dora}`);
    expect(await read(`/facts/${fact.id}`)).toMatchObject({ subject_id: dora, known_by: [dora] });
    // What it named before it may go on naming.
    expect((await call("PATCH", `/facts/${fact.id}`, { confidence: 0.5, known_by: [dora, ana] })).status).toBe(200);
    await call("DELETE", `/facts/${fact.id}`);
    expect((await call("POST", `/facts/${fact.id}/restore`, {})).body).toMatchObject({ restored: [fact.id] });
  });

  test("a secret that everyone knows is refused, and so are values out of their bounds", async () => {
    expect(items(await call("POST", "/facts", { text: "x", secret: true }))).toEqual([
      ["body.known_by", "value_error"],
    ]);
    const wrong = { text: "", confidence: 1.5, predicate: "a\nb", known_by: "nobody", source: { kind: "rumour" } };
    expect(items(await call("POST", "/facts", wrong)).map(([at]) => at)).toEqual(
      expect.arrayContaining(["body.text", "body.confidence", "body.predicate", "body.source"]),
    );
  });

  test("lists are filtered by subject, predicate, object, who knows, secrecy, what holds, and words", async () => {
    project = await api.makeProject();
    [ana, bor] = [await entity("ana"), await entity("bor")];
    const a = await made("/facts", { text: "Ána löst das Tau", subject_id: ana, predicate: "loosens" });
    const b = await made("/facts", {
      text: "Bor waits",
      subject_id: bor,
      also_about: [ana],
      known_by: [bor],
      secret: true,
    });
    const c = await made("/facts", { text: "It rains", object_id: bor, predicate: "wets", known_by: [ana] });
    const found = async (query: Record<string, string | boolean>) => {
      const { facts, total } = await read("/facts", query);
      expect(total).toBe(facts.length);
      return facts.map(({ id }: Loose) => id);
    };
    expect(await found({})).toEqual([a.id, b.id, c.id]);
    expect(await found({ subject_id: ana })).toEqual([a.id, b.id]);
    expect(await found({ subject_id: "null" })).toEqual([c.id]);
    expect(await found({ predicate: "wets" })).toEqual([c.id]);
    expect(await found({ object_id: bor })).toEqual([c.id]);
    expect(await found({ known_by: "everyone" })).toEqual([a.id]);
    expect(await found({ known_by: bor })).toEqual([b.id]);
    expect(await found({ secret: true })).toEqual([b.id]);
    expect(await found({ q: "ana lost" })).toEqual([a.id]);
    expect(await found({ as: bor })).toEqual([a.id, b.id]);
    expect(await found({ as: ana, superseded: false })).toEqual([a.id, c.id]);
    expect(await found({ sort_by: "predicate", sort_order: "desc" })).toEqual([c.id, a.id, b.id]);
  });

  test("superseding is recorded, seen from both sides, reversible, and never a circle", async () => {
    const old = await made("/facts", { text: "The gate is shut." });
    const path = `/facts/${old.id}`;
    expect(items(await call("POST", `${path}/supersede`, { by: newId("fact"), reason: "x" }))).toEqual([
      ["body.by", "value_error"],
    ]);
    expect(items(await call("POST", `${path}/supersede`, { by: { text: "It is open." } }))).toEqual([
      ["body.reason", "missing"],
    ]);
    const done = await call("POST", `${path}/supersede`, {
      by: { text: "It is open.", known_by: [bor] },
      reason: "The flood.",
    });
    const by = done.body.by.id;
    expect(done.body.fact).toMatchObject({ superseded_by: by, superseded_reason: "The flood." });
    expect(await read(`/facts/${by}`)).toMatchObject({ supersedes: [old.id] });
    expect((await call("POST", `/facts/${by}/supersede`, { by: old.id, reason: "x" })).status).toBe(422);
    const { events } = await read(`/subjects/${old.id}/history`);
    expect(events.map(({ kind }: Loose) => kind)).toEqual(["fact.superseded", "fact.created"]);
    // Whoever does not know of the newer one goes on knowing the older one.
    expect(await read(path, { as: ana })).toMatchObject({ superseded_by: null, superseded_reason: null });
    expect(await read(path, { as: bor })).toMatchObject({ superseded_by: by, superseded_reason: "The flood." });
    const standing = async () => (await read("/facts", { superseded: false })).facts.map(({ id }: Loose) => id);
    expect(await standing()).not.toContain(old.id);
    // What is deleted supersedes nothing, until it is back.
    await call("DELETE", `/facts/${by}`);
    expect(await standing()).toContain(old.id);
    await call("POST", `/facts/${by}/restore`, {});
    expect(await standing()).not.toContain(old.id);

    const state = ({ valid_from_seq: _, updated_at: __, ...rest }: Loose) => rest;
    const again = await call("POST", `${path}/unsupersede`);
    expect([again.status, state(again.body)]).toEqual([200, state(old)]);
    const seq = Number(again.headers.get("x-project-seq") ?? (await read(path)).valid_from_seq);
    await call("POST", `${path}/unsupersede`);
    expect((await read(path)).valid_from_seq).toBeLessThanOrEqual(seq);
  });

  test("a batch of secrets creates, updates and deletes, says what stayed as it was, and names the part that is refused", async () => {
    const [carl, dora] = [await entity("carl", { properties: { true_name: "Karl" } }), await entity("dora")];
    const covered = { subject_id: carl, pointer: "/properties/true_name" };
    const whole = { id: newId("sec"), subject_id: dora, known_by: [carl, carl] };
    const done = await call("POST", "/secrets/batch", { secrets: [covered, whole] });
    expect([done.status, done.body.secrets.length, done.body.secrets[1].known_by]).toEqual([201, 2, [carl]]);
    const [first] = done.body.secrets;
    const update = (id: string, patch: object) => ({ op: "update", id, patch });
    const changed = await call("POST", "/secrets/batch", {
      secrets: [update(first.id, { known_by: [dora] }), update(whole.id, { note: "" }), { op: "delete", id: whole.id }],
    });
    expect([changed.status, changed.body.results.map(({ outcome }: Loose) => outcome)]).toEqual([
      200,
      ["updated", "unchanged", "deleted"],
    ]);
    expect((await read(`/secrets/${first.id}`)).known_by).toEqual([dora]);
    const { last_seq } = await read("");
    // The same again changes nothing, and is no event.
    await call("POST", "/secrets/batch", { secrets: [update(first.id, { known_by: [dora] })] });
    expect((await read("")).last_seq).toBe(last_seq);
    const refused = await call("POST", "/secrets/batch", {
      secrets: [covered, { ...covered, pointer: "/name" }, update(first.id, { known_by: [newId("ent")] })],
    });
    expect(items(refused)).toEqual([["body.secrets.1.pointer", "value_error"]]);
  });

  test("a batch creates, updates and deletes, and names the part that is refused", async () => {
    const kept = await made("/facts", { text: "It rains." });
    const doomed = await made("/facts", { text: "It snows." });
    const facts = [
      { text: "It hails.", subject_id: ana },
      { op: "update", id: kept.id, patch: { confidence: 0.5 } },
      { op: "delete", id: doomed.id },
    ];
    const done = await call("POST", "/facts/batch", { facts });
    expect(done.status).toBe(201);
    expect(done.body.results.map(({ outcome }: Loose) => outcome)).toEqual(["created", "updated", "deleted"]);
    expect(done.body.facts.map(({ text }: Loose) => text)).toEqual(["It hails.", "It rains."]);
    const refused = await call("POST", "/facts/batch", {
      facts: [{ text: "a" }, { text: "b", subject_id: newId("ent") }],
    });
    expect(items(refused)).toEqual([["body.facts.1.subject_id", "value_error"]]);
    const some = await call("POST", "/facts/batch", {
      mode: "independent",
      facts: [{ text: "It thaws." }, { op: "delete", id: newId("fact") }],
    });
    expect(some.body).toMatchObject({ errors: [{ index: 1, code: "not_found" }] });
    const short = await api.call<Loose>("POST", `/v1/projects/${project}/facts/batch`, {
      body: { facts: [{ text: "It dawns." }] },
      headers: { prefer: "respond-async, return=minimal" },
    });
    expect(short.headers.get("preference-applied")).toBe("return=minimal");
    expect(short.body).toMatchObject({ facts: [], omitted: 1, results: [{ outcome: "created" }], errors: [] });
    expect((await read(`/facts/${short.body.results[0].id}`)).text).toBe("It dawns.");
  });

  test("a memory is one fact, word for word, with or without subjects", async () => {
    const text = "  Ana told Bor:\nthe key lies under the stone. ";
    const memory = await made("/memories", { text, subject_ids: [bor, ana, bor], known_by: [bor] });
    expect(memory).toMatchObject({ text, subject_id: bor, also_about: [ana], known_by: [bor], predicate: null });
    expect(await made("/memories", { text: "It is winter." })).toMatchObject({
      subject_id: null,
      known_by: "everyone",
    });
    const answer = await call("POST", "/memories", { text, subject_ids: [ana, newId("ent")] });
    expect(items(answer)).toEqual([["body.subject_ids.1", "value_error"]]);
  });
});

describe("secrets", () => {
  test("every field; what cannot be covered is refused by name", async () => {
    const secret = await made("/secrets", {
      subject_id: ana,
      pointer: "/properties/a~1b",
      known_by: [bor, bor],
      note: "Act 2",
    });
    expect(secret).toMatchObject({
      subject_id: ana,
      subject_type: "entity",
      pointer: "/properties/a~1b",
      known_by: [bor],
      note: "Act 2",
    });
    expect(await read(`/secrets/${secret.id}`)).toEqual(secret);
    expect((await read("/secrets", { subject_id: ana })).secrets).toEqual([secret]);
    const fact = await made("/facts", { text: "x" });
    const refusals = [
      [{ subject_id: newId("ent") }, "body.subject_id"],
      [{ subject_id: newId("ckp") }, "body.subject_id"],
      [{ subject_id: ana, known_by: [newId("ent")] }, "body.known_by.0"],
      [{ subject_id: ana, pointer: "/nothing" }, "body.pointer"],
      [{ subject_id: ana, pointer: "/name" }, "body.pointer"],
      [{ subject_id: ana, pointer: "/located" }, "body.pointer"],
      [{ subject_id: ana, pointer: "/parent_id/x" }, "body.pointer"],
      [{ subject_id: ana, pointer: "properties" }, "body.pointer"],
      [{ subject_id: fact.id, pointer: "/predicate" }, "body.pointer"],
    ] as const;
    for (const [body, at] of refusals) {
      expect(
        items(await call("POST", "/secrets", body)).map(([where]) => where),
        JSON.stringify(body),
      ).toEqual([at]);
    }
    const changed = await call("PATCH", `/secrets/${secret.id}`, { known_by: [], note: "" });
    expect(changed.body).toMatchObject({ known_by: [], note: "" });
    expect((await call("DELETE", `/secrets/${secret.id}`)).body).toEqual({ id: secret.id, deleted: true });
    expect((await call("POST", `/secrets/${secret.id}/restore`, {})).body).toMatchObject({ restored: [secret.id] });
    await call("DELETE", `/secrets/${secret.id}`);
  });
});

describe("as", () => {
  test("an entity that is not there, or not yet, is a 422; a read that does not take it refuses it", async () => {
    const before = (await read("", {})).last_seq;
    const eve = await entity("eve");
    expect(items(await call("GET", "/entities", undefined, { as: newId("ent") }))).toEqual([
      ["query.as", "value_error"],
    ]);
    expect(items(await call("GET", `/entities/${ana}`, undefined, { as: eve, at_seq: before }))).toEqual([
      ["query.as", "value_error"],
    ]);
    for (const path of ["/events", "/variables", `/entities/${ana}/history`, "/secrets"]) {
      expect(items(await call("GET", path, undefined, { as: ana }))).toEqual([["query.as", "extra_forbidden"]]);
    }
  });

  test("what is hidden is a 404, is not found by its value, and orders nothing; its tag changes with the secret", async () => {
    const cave = await entity("cave", {
      type: "location",
      parent_id: null,
      properties: { level: 9, depth: { far: 1 } },
    });
    const inside = await entity("lamp", { type: "location", parent_id: cave, properties: { level: 1 } });
    await made("/secrets", { subject_id: cave, pointer: "/properties/level", known_by: [ana] });
    const sees = (as: string, query: Record<string, string | number> = {}) =>
      read("/entities", { as, type: "location", ...query });
    const filter = { property_filter: JSON.stringify({ level: { $gt: 5 } }) };
    expect((await sees(ana, filter)).total).toBe(1);
    expect((await sees(bor, filter)).total).toBe(0);
    expect((await sees(bor, { sort_by: "properties.level" })).entities.map(({ id }: Loose) => id)).toEqual([
      inside,
      cave,
    ]);
    const first = await call("GET", `/entities/${cave}`, undefined, { as: bor });
    expect(first.body.properties).toEqual({ depth: { far: 1 } });
    await made("/secrets", { subject_id: cave, known_by: [ana] });
    const { status } = await api.fetch(`/v1/projects/${project}/entities/${cave}?as=${bor}`, {
      headers: { authorization: `Bearer ${api.home.key}`, "if-none-match": first.headers.get("etag") ?? "" },
    });
    expect(status).toBe(404);
    expect(await read(`/entities/${inside}`, { as: bor })).toMatchObject({ parent_id: null, location_path: null });
    expect(await read(`/entities/${inside}`, { as: ana })).toMatchObject({
      parent_id: cave,
      location_path: "/cave/lamp",
    });
    expect((await sees(bor, { under: cave })).total).toBe(0);
    expect((await sees(bor, { under: "/cave" })).total).toBe(0);
    expect((await sees(bor)).total).toBe(1);
    expect((await sees(bor)).entities[0]).toMatchObject({ id: inside, location_path: null });
    // Whoever asks through nobody's eyes sees all.
    expect((await read("/entities", { type: "location" })).total).toBe(2);
  });

  test("everyone is told what is public and known by all, and of the past nothing that is kept from them since", async () => {
    const cal = await entity("cal", { properties: { song: "birdsong" } });
    const told = await made("/facts", { text: "The birdsong stops." });
    const moments = [{ as: "everyone" }, { as: "everyone", at_seq: told.valid_from_seq }];
    const counted = async () => (await read("/facts", moments[1])).total;
    const before = await counted();
    await call("PATCH", `/facts/${told.id}`, { known_by: [ana] });
    await made("/secrets", { subject_id: cal, pointer: "/properties/song", known_by: [ana] });
    for (const query of moments) {
      for (const path of ["/entities", `/entities/${cal}`, "/facts"])
        expect(JSON.stringify(await read(path, query))).not.toContain("birdsong");
      expectProblem(api, await call("GET", `/facts/${told.id}`, undefined, query), "not_found");
    }
    expect(await counted()).toBe(before - 1);
    expect(JSON.stringify(await read(`/entities/${cal}`, { as: ana, at_seq: told.valid_from_seq }))).toContain(
      "birdsong",
    );
  });

  test("a large export has no tag by which it would be taken for what it was", async () => {
    const scrolls = ["scroll-a", "scroll-b"].map((external_id) =>
      entity(external_id, { type: "scroll", properties: { text: "x".repeat(140_000) } }),
    );
    const [scroll] = await Promise.all(scrolls);
    const ask = (tag: string) =>
      api.fetch(`/v1/projects/${project}/entities/export?type=scroll&format=ndjson&as=everyone`, {
        headers: { authorization: `Bearer ${api.home.key}`, "if-none-match": tag },
      });
    const first = await ask('"none"');
    expect(await first.text()).not.toContain("renamed");
    await call("PATCH", `/entities/${scroll}`, { name: "renamed" });
    const second = await ask(first.headers.get("etag") ?? '"none"');
    expect([second.status, (await second.text()).includes("renamed")]).toEqual([200, true]);
  });

  test("GraphQL takes it, reaches lists through the same eyes, and looks nothing up past them", async () => {
    const word = "canary-in-graphql";
    const hidden = await entity("hidden", { properties: { word } });
    await made("/relationships", { type: "knows", source_id: bor, target_id: hidden });
    await made("/secrets", { subject_id: hidden });
    const document = `query ($id: ID!, $as: String) { project(id: $id) { entities(first: 50, as: $as) {
      nodes { id name properties relationships { totalCount nodes { type } } } } facts(as: $as) { totalCount } } }`;
    const seen = await data(api, document, { id: project, as: bor });
    expect(JSON.stringify(seen)).not.toContain(word);
    const own = seen.project.entities.nodes.find(({ id }: Loose) => id === bor);
    expect(own.relationships).toEqual({ totalCount: 0, nodes: [] });
    const past = `query ($id: ID!, $as: String) { project(id: $id) { entities(first: 50, as: $as) { nodes { parent { properties } history { totalCount } } } } }`;
    const refused = await graphql(api, past, { id: project, as: bor });
    expect(refused.body.errors?.length).toBeGreaterThan(0);
    expect(JSON.stringify(refused.body)).not.toContain(word);
  });

  test("a change of what is withheld moves no sequence, time, tag or order; one that shows does", async () => {
    project = await api.makeProject();
    const [knows, other] = [await entity("knows"), await entity("other")];
    const place = await entity("crypt", { type: "location", parent_id: null });
    const cave = await entity("cave", {
      type: "location",
      parent_id: place,
      properties: { name: { true: "a" }, deep: 1 },
    });
    const lamp = await entity("lamp", { type: "location", parent_id: cave, properties: { lit: true } });
    const ties = { type: "knows", source_id: cave, target_id: lamp, properties: { since: "a", told: 1 } };
    const tie = await made("/relationships", ties);
    const late = await made("/relationships", { ...ties, source_id: lamp, target_id: cave });
    const fact = await made("/facts", { text: "It is dark.", subject_id: cave });
    const wet = await made("/facts", { text: "It is wet.", subject_id: cave, known_by: [other, knows] });
    const unknown = await made("/facts", { text: "It is lit.", subject_id: cave, known_by: [knows] });
    await made("/secrets", { subject_id: place, known_by: [knows] });
    await made("/secrets", { subject_id: cave, pointer: "/properties/name/true", known_by: [knows] });
    await made("/secrets", { subject_id: tie.id, pointer: "/properties/since", known_by: [knows] });
    // One change that shows, so that what was last seen to change is not what was made last.
    await call("PATCH", `/entities/${cave}`, { properties: { deep: 2 } });
    await call("PATCH", `/facts/${wet.id}`, { confidence: 0.5 });

    const document = `query ($id: ID!, $as: String) { project(id: $id) { entities(first: 9, as: $as, sort: { by: "updated_at" }) {
      nodes { id validFromSeq updatedAt facts { nodes { id validFromSeq updatedAt } } relationships { nodes { id updatedAt } } } } } }`;
    const byTime = { sort_by: "updated_at", sort_order: "desc" };
    const asked: [path: string, query?: Record<string, string>][] = [
      [`/entities/${cave}`],
      ["/by-external-id/entities/cave"],
      [`/ttrpg-gm/locations/${cave}`],
      [`/ttrpg-gm/locations/${cave}/subtree`],
      [`/ttrpg-gm/locations/${lamp}/ancestors`],
      ["/ttrpg-gm/locations/children", byTime],
      ["/entities"],
      ["/entities", byTime],
      ["/entities", { sort_by: "valid_from_seq", limit: "2" }],
      [`/entities/${lamp}/neighbors`],
      [`/relationships/${tie.id}`],
      ["/relationships", byTime],
      [`/facts/${fact.id}`],
      [`/facts/${wet.id}`],
      ["/facts", byTime],
      ["/facts", { ...byTime, subject_id: cave }],
    ];
    const answers = async (as: string) => {
      const all = [];
      for (const [path, query] of asked) {
        const { status, body, headers } = await call("GET", path, undefined, { as, ...query });
        all.push(status === 200 ? [path, query, headers.get("etag"), body] : [path, query, status]);
      }
      return [
        ...all,
        as === "everyone" ? null : await read(`/entities/${as}/knowledge`, byTime),
        await data(api, document, { id: project, as }),
      ];
    };
    const [other0, everyone0, knows0] = [await answers(other), await answers("everyone"), await answers(knows)];
    const rounds = 3;
    for (let n = 0; n < rounds; n++) {
      await call("PATCH", `/entities/${cave}`, { properties: { name: { true: `b${n}` } } });
      await call("PATCH", `/relationships/${tie.id}`, { properties: { since: `b${n}` } });
    }
    await call("POST", `/facts/${fact.id}/supersede`, { by: unknown.id, reason: "lit" });
    await call("PATCH", `/facts/${wet.id}`, { known_by: [other, knows, place] });
    const source = { kind: "client", witness_id: place };
    await call("PATCH", `/facts/${wet.id}`, { source });
    await made("/ttrpg-gm/locations", { external_id: "vault", name: "vault" });
    const vault = (await read("/by-external-id/entities/vault")).id;
    await made("/secrets", { subject_id: vault, known_by: [knows] });
    await call("PATCH", `/entities/${cave}`, { parent_id: vault });
    expect((await read("/facts", { as: knows, known_by: place })).total).toBe(1);
    expect((await read("/facts", { as: other, known_by: place })).total).toBe(0);
    expect(await answers(other)).toEqual(other0);
    expect(await answers("everyone")).toEqual(everyone0);
    expect(await answers(knows)).not.toEqual(knows0);

    const seen = await read(`/entities/${cave}`, { as: other });
    const changed = (await call("PATCH", `/entities/${cave}`, { properties: { deep: 3 } })).body;
    expect(seen.valid_from_seq).toBeLessThan(changed.valid_from_seq - rounds);
    expect(await read(`/entities/${cave}`, { as: other, at_seq: changed.valid_from_seq - 1 })).toEqual(seen);
    const { valid_from_seq, updated_at } = changed;
    expect(await read(`/entities/${cave}`, { as: other })).toMatchObject({ valid_from_seq, updated_at });
    await call("PATCH", `/entities/${cave}`, { properties: { name: { true: "c" } } });
    const walked: string[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const page = await call("GET", "/relationships", undefined, {
        as: other,
        ...byTime,
        limit: 1,
        ...(cursor && { cursor }),
      });
      walked.push(...page.body.relationships.map(({ id }: Loose) => id));
      cursor = page.headers.get("x-next-cursor");
    }
    expect(walked).toEqual([late.id, tie.id]);
    const [last] = (await read("/entities", { as: other, ...byTime })).entities;
    expect(last).toMatchObject({ id: cave, valid_from_seq });
  });
});

describe("knowledge", () => {
  test("since which event and from whom, also when it was told later, forgotten, or kept by a secret for a while", async () => {
    project = await api.makeProject();
    [ana, bor] = [await entity("ana"), await entity("bor")];
    const common = await made("/facts", { text: "The tide turns." });
    const told = await made("/facts", { text: "Bor forged it.", known_by: [bor] });
    const knows = async (as: string, query: Record<string, string | number> = {}) => {
      const { knowledge, total, withheld, has_more } = await read(`/entities/${as}/knowledge`, query);
      return {
        known: knowledge.map((each: Loose) => [each.fact.id, each.since.seq, each.since.kind, each.from]),
        total,
        withheld,
        has_more,
      };
    };
    const byHand = { kind: "client", label: null, witness_id: null };
    const begun = [common.id, common.valid_from_seq, "fact.created", byHand];
    expect(await knows(ana)).toEqual({ known: [begun], total: 1, withheld: 1, has_more: false });
    const before = told.valid_from_seq;

    const source = { kind: "client", label: "the ferry", witness_id: bor };
    const update = (body: object) => call("PATCH", `/facts/${told.id}`, body);
    const learned = (await update({ known_by: [bor, ana], source })).body.valid_from_seq;
    await update({ confidence: 0.5, source: byHand });
    expect((await knows(ana)).known).toEqual([begun, [told.id, learned, "fact.updated", source]]);
    expect((await knows(bor)).known[1]).toEqual([told.id, told.valid_from_seq, "fact.created", byHand]);
    expect(await knows(ana, { at_seq: before })).toMatchObject({ known: [begun], withheld: 1 });

    await update({ known_by: [bor] });
    const again = (await update({ known_by: "everyone" })).body.valid_from_seq;
    expect((await knows(ana)).known[1]?.slice(0, 2)).toEqual([told.id, again]);

    const secret = await made("/secrets", { subject_id: told.id, known_by: [bor] });
    expect(await knows(ana)).toMatchObject({ known: [begun], withheld: 1 });
    const eased = (await call("PATCH", `/secrets/${secret.id}`, { known_by: [bor, ana] })).body.valid_from_seq;
    expect((await knows(ana)).known[1]?.slice(0, 3)).toEqual([told.id, eased, "secret.updated"]);
    expect((await knows(bor)).known[1]?.slice(0, 2)).toEqual([told.id, told.valid_from_seq]);
    await made("/secrets", { subject_id: bor, known_by: [] });
    expect((await knows(ana)).known[1]?.[3]).toEqual({ ...byHand });
  });

  test("no filter changes what is said of the withheld; pages go on; an entity that is not there is a 404", async () => {
    for (let n = 0; n < 3; n++) await made("/facts", { text: `Common ${n}` });
    await made("/facts", { text: "Hidden word", known_by: [] });
    const all = await read(`/entities/${ana}/knowledge`, {});
    expect(all.withheld).toBeGreaterThan(0);
    for (const q of ["hidden", "common", "nothing"]) {
      expect((await read(`/entities/${ana}/knowledge`, { q })).withheld).toBe(all.withheld);
    }
    const first = await call("GET", `/entities/${ana}/knowledge`, undefined, { limit: 2 });
    expect(first.body).toMatchObject({ total: all.total, has_more: true });
    const cursor = first.headers.get("x-next-cursor") ?? "";
    const rest = await read(`/entities/${ana}/knowledge`, { limit: 100, cursor });
    expect([...first.body.knowledge, ...rest.knowledge]).toEqual(all.knowledge);
    expectProblem(api, await call("GET", `/entities/${newId("ent")}/knowledge`), "not_found");
    expectProblem(api, await call("GET", `/entities/${ana}/knowledge`, undefined, { at_seq: 0 }), "not_found");
  });
});
