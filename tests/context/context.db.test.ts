import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { forgetOldReceipts } from "#server/features/context/public.ts";
import { SECTIONS } from "#server/features/context/question.ts";
import { newId } from "#server/kernel/ids.ts";
import { registry } from "#server/operations.ts";
import { WordIndex } from "#server/record/words/word-index.ts";
import { refusal } from "../record/refusal.ts";
import { openWorkbench, type Workbench } from "../record/workbench.ts";

const { context, dialogues, entities, facts, relationships } = registry;

let bench: Workbench;

beforeAll(async () => {
  bench = await openWorkbench();
});
afterAll(() => bench.close());

/** A harbour with people, what links them, and a dialogue of some lines. */
async function harbour() {
  const params = { project_id: await bench.newProject() };
  const entity = (name: string, type: string, properties: object = {}) =>
    bench.ask(entities.create, { params, body: { external_id: name, name, type, properties } });
  const mara = await entity("Mara", "person", { occupation: "harbour clerk", aliases: ["the Ledger"] });
  const guild = await entity("Salt Guild", "faction");
  const odo = await entity("Odo", "person", { occupation: "ferryman" });
  const link = await bench.ask(relationships.create, {
    params,
    body: { type: "works_for", source_id: mara.id, target_id: guild.id },
  });
  const graph = await bench.ask(dialogues.create, { params, body: { name: "At the quay" } });
  const texts = [
    "Morning.",
    "Did you hear the bells?",
    "The flood took the lower warehouses.",
    "And the ledgers?",
    "I carried them up myself.",
    "Nobody else came.",
    "They were all at the feast.",
  ];
  const nodes = texts.map((text) => ({ id: newId("node"), text }));
  for (const [i, node] of nodes.entries()) {
    const next = nodes[i + 1];
    await bench.ask(dialogues.createNode, {
      params: { ...params, graph_id: graph.id },
      body: {
        ...node,
        speaker_label: "Clerk",
        ...(next !== undefined && { branches: [{ target_node_id: next.id, choice_text: "" }] }),
      },
    });
  }
  return { params, mara, guild, odo, link, graph, nodes };
}

describe("a context", () => {
  test("holds what the query is about, with its neighbours and the lines around a hit", async () => {
    const { params, mara, guild, link, nodes } = await harbour();
    const answer = await bench.ask(context.assemble, {
      params,
      body: { query: "What did Mara do in the flood?", token_budget: 1_000 },
    });
    const by = new Map(answer.sections.map(({ name, items }) => [name, items.map(({ id, reason }) => [id, reason])]));
    expect(by.get("entities")).toEqual([[mara.id, "named"]]);
    expect(answer.left_out).toContainEqual({
      id: guild.id,
      kind: "entity",
      reason: "least",
      tokens: expect.any(Number),
    });
    expect(by.get("relationships")).toEqual([[link.id, "neighbour"]]);
    expect(by.get("dialogue")).toEqual(
      nodes.slice(0, 7).map(({ id }, i) => [id, [1, 2, 3, 6].includes(i) ? "words" : "beside"]),
    );
    expect(answer.text).toContain("The flood took the lower warehouses.");
    expect(answer.tokens).toBeLessThanOrEqual(1_000);
    const again = await bench.ask(context.assemble, {
      params,
      body: { query: "What did Mara do in the flood?", token_budget: 1_000 },
    });
    expect(again).toEqual(answer);
    const replayed = await bench.ask(context.replay, { params: { ...params, receipt_id: answer.receipt_id } });
    expect(replayed).toMatchObject({ equal: true, context: answer });
    expect((await bench.replay(params.project_id)).differences).toEqual([]);
  });

  test("finds lines by who says them: by label, by name and by alias, as of the sequence", async () => {
    const params = { project_id: await bench.newProject() };
    const wenna = await bench.ask(entities.create, {
      params,
      body: { external_id: "wenna", name: "Wenna", type: "person", properties: { aliases: ["the Tidewife"] } },
    });
    const graph = await bench.ask(dialogues.create, { params, body: { name: "At the well" } });
    const say = async (speaker: object) => {
      // Far from each other, so that none is beside another.
      for (let i = 0; i < 10; i++) {
        await bench.ask(dialogues.createNode, {
          params: { ...params, graph_id: graph.id },
          body: { text: "Water, water everywhere, and not one bucket that holds." },
        });
      }
      return bench.ask(dialogues.createNode, {
        params: { ...params, graph_id: graph.id },
        body: { text: "I will not say.", ...speaker },
      });
    };
    const [labelled, spoken] = [await say({ speaker_label: "Old Bram" }), await say({ speaker_id: wenna.id })];
    const best = async (query: string, at_seq?: number) => {
      const { sections } = await bench.ask(context.assemble, {
        params,
        body: { query, token_budget: 500, sections: ["dialogue"], ...(at_seq !== undefined && { at_seq }) },
      });
      return (sections[0]?.items ?? []).toSorted((a, b) => b.score - a.score)[0]?.id;
    };
    expect(await best("What does Bram say?")).toBe(labelled.id);
    expect(await best("Wenna?")).toBe(spoken.id);
    expect(await best("the tidewife")).toBe(spoken.id);
    const before = spoken.valid_from_seq ?? 0;
    await bench.ask(dialogues.updateNode, { params: { ...params, node_id: spoken.id }, body: { speaker_id: null } });
    expect(await best("Wenna?")).toBeUndefined();
    expect(await best("Wenna?", before)).toBe(spoken.id);
    expect((await bench.replay(params.project_id)).differences).toEqual([]);
  });

  test("says nothing where nothing is worth half of the question, and what was asked for where it is", async () => {
    const { params, mara, guild, odo } = await harbour();
    const fact = (text: string, predicate: string) =>
      bench.ask(facts.create, { params, body: { text, predicate, subject_id: odo.id } });
    const owes = await fact("Odo owes the guild eleven crowns.", "owes");
    const fears = await fact("Odo fears the bells at night, and the water under them.", "fears");
    const ask = async (body: object) => {
      const { sections, left_out, text } = await bench.ask(context.assemble, {
        params,
        body: { token_budget: 800, ...body },
      });
      return { ids: sections.flatMap(({ items }) => items.map(({ id }) => id)), left_out, text };
    };
    const mule = await fact("The mule eats bread.", "eats");
    const bread = { query: "How much bread for the mule, and oats?", sections: ["facts"] };
    const enough = await ask(bread);
    expect(enough.ids).toEqual([mule.id]);
    expect(enough.left_out.map(({ id, reason }) => [id, reason])).toContainEqual([fears.id, "least"]);
    expect((await ask({ ...bread, least: 0 })).ids).toContain(fears.id);
    expect(await ask({ ...bread, least: 0.95 })).toMatchObject({ ids: [], text: "" });
    const about = { query: "What of Odo?", sections: ["facts"] };
    expect((await ask(about)).ids.toSorted()).toEqual([owes.id, fears.id, mule.id].toSorted());
    expect((await ask({ ...about, predicates: ["owes"] })).ids).toEqual([owes.id]);
    expect((await ask({ ...about, reasons: ["words"] })).ids).toEqual([]);
    expect((await ask({ query: "Mara and the flood", dialogue: "none" })).ids).not.toContain(guild.id);
    expect((await ask({ query: "the flood", sections: ["dialogue"], dialogue: "none" })).text).toBe("");
    // Misspelt, and cut off.
    for (const query of ["Marra?", "Marae?", "ledgr"])
      expect([query, (await ask({ query, sections: ["entities"] })).ids]).toEqual([
        query,
        query === "ledgr" ? [] : [mara.id],
      ]);
  });

  test("of some dialogues leaves lines of others out for scope", async () => {
    const { params, graph, nodes } = await harbour();
    const other = await bench.ask(dialogues.create, { params, body: { name: "At the gate" } });
    const aside = await bench.ask(dialogues.createNode, {
      params: { ...params, graph_id: other.id },
      body: { text: "A flood? Not here." },
    });
    const body = { query: "the flood", token_budget: 500, subject_ids: [graph.id], sections: ["dialogue"] };
    const { sections, left_out } = await bench.ask(context.assemble, { params, body });
    expect(sections.map(({ name }) => name)).toEqual(["dialogue"]);
    expect(sections[0]?.items.map(({ id }) => id)).toEqual(nodes.map(({ id }) => id));
    expect(left_out).toEqual([{ id: aside.id, kind: "line", reason: "scope", tokens: expect.any(Number) }]);
  });

  test("tells what happened, and leaves out what no longer holds", async () => {
    const { params, mara } = await harbour();
    const update = (properties: object) =>
      bench.ask(entities.update, { params: { ...params, entity_id: mara.id }, body: { properties } });
    await update({ occupation: "toll keeper" });
    const ask = (query: string, rest: object = {}) =>
      bench.ask(context.assemble, { params, body: { query, token_budget: 500, ...rest } });
    const { sections, left_out } = await ask("harbour clerk", { sections: ["entities", "events"] });
    const events = sections.find(({ name }) => name === "events");
    expect(events?.items).toMatchObject([
      { id: mara.id, kind: "event", text: "Mara: occupation is now toll keeper, before harbour clerk" },
    ]);
    expect(left_out).toMatchObject([{ id: mara.id, kind: "entity", reason: "superseded" }]);
    const old = await bench.ask(facts.create, { params, body: { text: "The gate is shut.", subject_id: mara.id } });
    await bench.ask(facts.supersede, {
      params: { ...params, fact_id: old.id },
      body: { by: { text: "The gate is open." }, reason: "the flood" },
    });
    const answer = await ask("Is the gate shut?", { sections: ["facts"] });
    expect(answer.sections[0]?.items.map(({ text }) => text)).toEqual(["The gate is open."]);
    expect(answer.left_out).toMatchObject([{ id: old.id, kind: "fact", reason: "superseded" }]);
  });

  test("reads like notes: facts in the order they were learnt, ties as sentences, values in the place of names", async () => {
    const { params, mara, odo, guild } = await harbour();
    const project = params;
    const known = async (text: string, known_by: "everyone" | string[] = "everyone") =>
      bench.ask(facts.create, { params, body: { text, subject_id: odo.id, known_by } });
    const early = await known("Odo keeps the ferry.", []);
    const late = await known("Odo owes the guild.");
    // A telling makes a new version of it: the fact is as old as it was.
    const [early_seq, fact_seq] = [early.valid_from_seq, late.valid_from_seq];
    const told = await bench.call(facts.tell, {
      params: { ...project, fact_id: early.id },
      body: { to: [mara.id], how: "told", from: odo.id },
    });
    const since = Number(told.headers["x-project-seq"]);
    const tie = (type: string, target_id: string, properties: object = {}) =>
      bench.ask(relationships.create, { params, body: { type, source_id: odo.id, target_id, properties } });
    await tie("member_of", guild.id);
    await tie("mentor", mara.id);
    const ring = await bench.ask(entities.create, {
      params,
      body: { external_id: "ring", name: "Silver ring", type: "item", properties: { first_owner: "nobody" } },
    });
    await tie("has", ring.id, { count: 0 });
    const coins = await bench.ask(registry.variables.create, {
      params,
      body: { name: "coins", type: "number", default: 3 },
    });
    const graph = await bench.ask(dialogues.create, { params, body: { name: "Toll" } });
    await bench.ask(dialogues.createNode, {
      params: { ...params, graph_id: graph.id },
      body: { text: "Halt, Odo. You have {coins}, and {unknown}.", speaker_id: mara.id },
    });
    const ask = (rest: object) =>
      bench.ask(context.assemble, { params, body: { query: "What of Odo?", token_budget: 2_000, ...rest } });
    expect((await ask({ sections: ["facts"] })).text).toBe(
      `## Facts, earliest first: a greater number is later\n- [${early_seq}] Odo keeps the ferry.\n- [${fact_seq}] Odo owes the guild.\n`,
    );
    const { sections, text } = await ask({ sections: ["facts"], as: mara.id });
    expect(text).toContain(`- [${fact_seq}] Odo owes the guild.\n- [${since}] Odo keeps the ferry.\n`);
    expect(sections[0]?.items.map((item) => [item.id, item.since])).toEqual([
      [late.id, fact_seq],
      [early.id, since],
    ]);
    const ties = await ask({ sections: ["relationships"] });
    expect(ties.text.split("\n").slice(1, -1).toSorted()).toEqual([
      "- Mara works for Salt Guild",
      "- Odo is member of Salt Guild",
      "- Odo –mentor→ Mara",
    ]);
    expect(ties.left_out).toEqual([]);
    const lines = (at: object = {}) => ask({ sections: ["dialogue"], ...at });
    expect((await lines()).text).toContain("- Mara: Halt, Odo. You have 3, and {unknown}.");
    const before = Number((await bench.call(registry.projects.get, { params })).headers["x-project-seq"]);
    await bench.ask(registry.variables.update, { params: { ...params, variable_id: coins.id }, body: { default: 5 } });
    expect((await lines()).text).toContain("You have 5,");
    expect((await lines({ at_seq: before })).text).toContain("You have 3,");
    expect((await bench.replay(params.project_id)).differences).toEqual([]);
  });

  test("is refused by the field that is wrong", async () => {
    const params = { project_id: await bench.newProject() };
    const refused = async (body: object) => {
      const items = await refusal(
        bench.call(context.assemble, { params, body: { query: "flood", token_budget: 100, ...body } }),
      );
      return (items as { items: { loc: unknown[] }[] }).items.map(({ loc }) => loc.join("."));
    };
    expect(await refused({ query: "" })).toEqual(["body.query"]);
    expect(await refused({ token_budget: 31 })).toEqual(["body.token_budget"]);
    expect(await refused({ token_budget: 100_001 })).toEqual(["body.token_budget"]);
    expect(await refused({ sections: ["facts", "gossip"] })).toEqual(["body.sections.1"]);
    expect(await refused({ at_seq: 2 })).toEqual(["body.at_seq"]);
    expect(await refused({ as: newId("ent") })).toEqual(["body.as"]);
    expect(await refused({ subject_ids: [newId("ent")] })).toEqual(["body.subject_ids.0"]);
    expect(await refused({ embeddings: true })).toEqual(["body.embeddings"]);
    const answer = await bench.ask(context.assemble, {
      params,
      body: { query: "flood", token_budget: 100, at_seq: 0 },
    });
    expect(answer).toMatchObject({ seq: 0, tokens: 0, text: "", left_out: [] });
    const missing = { params: { ...params, receipt_id: newId("ctx") } };
    expect(await refusal(bench.call(context.getReceipt, missing))).toMatchObject({ code: "not_found" });
    expect(await refusal(bench.call(context.replay, missing))).toMatchObject({ code: "not_found" });
  });

  test("an index of words that was half filled, or made by older rules, is finished before the answer", async () => {
    const { params } = await harbour();
    const { database, resources } = bench.services;
    const body = { query: "Mara, the flood and the ledgers", token_budget: 800 };
    const whole = await bench.ask(context.assemble, { params, body });
    const { project_id } = params;
    for (const table of ["subject_texts", "subject_words"]) {
      await database.writes.execute(sql`DELETE FROM ${sql.identifier(table)} WHERE project_id = ${project_id}`);
    }
    await database.writes.execute(sql`UPDATE word_indexes SET filled_to_seq = 0 WHERE project_id = ${project_id}`);
    const index = new WordIndex(database, resources);
    await index.fillPiece(project_id, { waits: true, piece: 3 });
    expect((await bench.replay(project_id)).differences).toEqual([]);
    expect(await index.lagging()).toContain(project_id);
    expect(await bench.ask(context.assemble, { params, body })).toEqual(whole);
    await database.writes.execute(sql`UPDATE word_indexes SET form = 0 WHERE project_id = ${project_id}`);
    expect(await bench.ask(context.assemble, { params, body })).toEqual(whole);
    expect((await bench.replay(project_id)).differences).toEqual([]);
    await database.writes.execute(
      sql`UPDATE subject_words SET starts = starts || 1::bigint WHERE project_id = ${project_id} AND lexeme = 'flood'`,
    );
    expect((await bench.replay(project_id)).differences).toMatchObject([{ table: "subject_words", column: "starts" }]);
  });

  test("receipts name what came and what did not, also those of an earlier version", async () => {
    const { params } = await harbour();
    const body = { query: "What did Mara do in the flood?", token_budget: 60 };
    const { receipt_id, sections, left_out, tokens } = await bench.ask(context.assemble, { params, body });
    const kept = { params: { ...params, receipt_id } };
    const receipt = await bench.ask(context.getReceipt, kept);
    const items = sections.flatMap(({ name: section, items: own }) =>
      own.map(({ subject_id: _subject, since: _since, text: _text, ...rest }) => ({ section, ...rest })),
    );
    expect(left_out.length).toBeGreaterThan(2);
    expect(receipt).toMatchObject({ items, left_out, tokens, left_out_counts: { budget: expect.any(Number) } });
    const old = { items, left_out, tokens, withheld: 0 };
    await bench.database.writes.execute(
      sql`UPDATE context_receipts SET packed = NULL, receipt = ${JSON.stringify(old)}::text::jsonb WHERE id = ${receipt_id}`,
    );
    expect(await bench.ask(context.getReceipt, kept)).toEqual(receipt);
  });

  test("receipts that nobody asked for in thirty days are forgotten", async () => {
    const { params } = await harbour();
    const body = { query: "flood", token_budget: 100 };
    const { receipt_id } = await bench.ask(context.assemble, { params, body });
    const { writes } = bench.database;
    const day = 86_400_000;
    await forgetOldReceipts(writes, Date.now() + 29 * day);
    const kept = { params: { ...params, receipt_id } };
    expect(await bench.ask(context.getReceipt, kept)).toMatchObject({ query: "flood", sections: [...SECTIONS] });
    await forgetOldReceipts(writes, Date.now() + 31 * day);
    expect(await refusal(bench.call(context.getReceipt, kept))).toMatchObject({ code: "not_found" });
  });
});
