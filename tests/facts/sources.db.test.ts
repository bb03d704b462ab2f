import { afterAll, beforeAll, expect, test } from "vitest";
import type { JsonObject } from "#domain/json.ts";
import { registry } from "#server/operations.ts";
import { Story } from "#tests/record/story.ts";
import { openWorkbench, type Workbench } from "#tests/record/workbench.ts";

const { dialogues, entities, facts, secrets } = registry;
const NOTHING = { kind: "client", label: null, witness_id: null };
let bench: Workbench;

beforeAll(async () => {
  bench = await openWorkbench();
});
afterAll(() => bench.close());

test("a source that names what is withheld is shown without it, and changes of it alone show nowhere", async () => {
  const story = await Story.begin(bench);
  const [reader, hidden, open] = [await story.place("reader"), await story.place("hidden"), await story.place("open")];
  const line = async (name: string) => {
    const { id } = await story.ask(dialogues.create, { body: { name } });
    return { id, node: (await story.ask(dialogues.createNode, { params: { graph_id: id }, body: { text: name } })).id };
  };
  const [kept, told] = [await line("Behind the gate"), await line("At the gate")];
  const cover = (subject_id: string, pointer: string | null = null) =>
    story.ask(secrets.create, { body: { subject_id, pointer, known_by: [] } });
  const seqOf = async (work: Promise<unknown>) => {
    await work;
    return story.seq();
  };
  const ofHidden = await seqOf(story.patch(hidden, { name: "Hidden well" }));
  const ofOpen = await seqOf(story.patch(open, { name: "Open well" }));
  const ofPart = await seqOf(story.patch(open, { properties: { depth: 9 } }));
  const ofFact = await seqOf(story.ask(facts.create, { body: { text: "Unheard.", known_by: [] } }));
  const ofSecret = await seqOf(cover(hidden));
  await cover(kept.id);
  await cover(open, "/properties/depth");
  const gone = await story.place("gone");
  const ofGone = await seqOf(story.ask(entities.delete, { params: { entity_id: gone } }));

  const seen = async (source: JsonObject) => {
    const witness_id = open;
    const { id } = await story.ask(facts.create, { body: { text: "It is said.", source: { ...source, witness_id } } });
    const query = { as: reader };
    const shown = await story.ask(facts.get, { params: { fact_id: id }, query });
    const listed = (await story.ask(facts.list, { query: { ...query, sort_by: "updated_at" } })).facts;
    const known = await story.ask(facts.knowledge, { params: { entity_id: reader } });
    expect(listed.find((fact) => fact.id === id)?.source).toEqual(shown.source);
    expect(known.knowledge.find(({ fact }) => fact.id === id)).toMatchObject({ fact: shown, from: shown.source });
    expect(shown.source.witness_id).toBe(open);
    if (typeof source.node_id === "string") {
      const ids = async (more: object) =>
        (await story.ask(facts.list, { query: { node_id: source.node_id as string, ...more } })).facts.map(
          (fact) => fact.id,
        );
      expect(await ids({})).toEqual([id]);
      expect(await ids(query)).toEqual(shown.source.kind === "node" ? [id] : []);
    }
    await story.ask(facts.delete, { params: { fact_id: id } });
    return shown.source.kind;
  };
  const event = (seq: number) => ({ kind: "event", seq });
  const kinds = [];
  for (const seq of [ofHidden, ofPart, ofFact, ofSecret, ofOpen, ofGone]) kinds.push(await seen(event(seq)));
  expect(kinds).toEqual(["client", "client", "client", "client", "event", "event"]);
  expect(await seen({ kind: "node", node_id: kept.node })).toBe("client");
  expect(await seen({ kind: "node", node_id: told.node })).toBe("node");

  const { id } = await story.ask(facts.create, { body: { text: "It was heard." } });
  const params = { fact_id: id };
  const read = () => story.ask(facts.get, { params, query: { as: reader } });
  const before = await read();
  expect(before.source).toEqual(NOTHING);
  for (const source of [event(ofHidden), { kind: "node", node_id: kept.node }]) {
    await story.ask(facts.update, { params, body: { source } });
    expect(await read()).toEqual(before);
  }
  await story.ask(facts.update, { params, body: { source: event(ofOpen) } });
  expect(await read()).toMatchObject({ source: event(ofOpen), valid_from_seq: await story.seq() });
});
