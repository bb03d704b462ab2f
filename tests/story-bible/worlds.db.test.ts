import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { corpusStory, hasCorpus } from "#domain/import/corpus.fixture.ts";
import { SAMPLE_IDS } from "#server/features/samples/samples.ts";
import { registry } from "#server/operations.ts";
import { seedSaltGate } from "#server/seed/seed-salt-gate.ts";
import { rounds, TEST_SEED } from "#test-size";
import { happenings, SecretiveWorld } from "../context/secretive-world.ts";
import { newCaller, openWorkbench, type Workbench } from "../record/workbench.ts";

const { dialogues, entities, samples, storyBible } = registry;

let bench: Workbench;
beforeAll(async () => {
  bench = await openWorkbench();
});
afterAll(() => bench.close());

test("bibles of random worlds hold nothing later, nothing withheld and nothing superseded, and stay the same", {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(happenings, fc.nat(), async (steps, pick) => {
      const story = new SecretiveWorld(bench, await bench.newProject());
      const { params } = story;
      await story.begin();
      const moments: number[] = [];
      for (const each of steps.slice(0, -4)) {
        await story.take(each);
        moments.push(story.seq);
      }
      const at_seq = moments[pick % moments.length] ?? story.seq;
      const asked = [undefined, story.told, story.untold].map((as) => ({ at_seq, ...(as !== undefined && { as }) }));
      const ask = (query: Record<string, unknown>) => bench.ask(storyBible.get, { params, query });
      const first = [];
      for (const query of asked) first.push(JSON.stringify(await ask(query)));
      for (const each of steps.slice(-4)) await story.take(each);
      for (const [i, query] of asked.entries()) {
        const shown = JSON.stringify(await ask(query));
        expect(shown).toBe(first[i]);
        for (const { word, seq, hiddenFrom } of story.canaries) {
          if (seq > at_seq) expect(shown).not.toContain(word);
          if (query.as !== undefined && hiddenFrom === query.as) expect(shown).not.toContain(word);
        }
      }
      // What holds for the author is there, but for what is about no speaker, subject or field.
      const all = first[0] ?? "";
      const facts = await bench.ask(registry.facts.list, { params, query: { at_seq, superseded: false, limit: 500 } });
      for (const { id, subject_id } of facts.facts) {
        expect([subject_id, all.includes(`"fact:${id}"`)]).toEqual([subject_id, true]);
      }
    }),
    { numRuns: rounds({ gate: 3, full: 150 }), seed: TEST_SEED },
  );
});

/** Requires an item for every character and place of a project, and a source for every line. */
async function expectComplete(params: { project_id: string }, caller?: ReturnType<typeof newCaller>): Promise<void> {
  const of = { params, ...(caller !== undefined && { caller }) };
  const bible = await bench.ask(storyBible.get, { ...of, query: {} });
  const items = bible.sections.flatMap((section) => section.items.map((item) => ({ ...item, section: section.key })));
  for (const [type, section] of [
    ["character", "characters"],
    ["location", "places"],
  ] as const) {
    const { entities: all } = await bench.ask(entities.list, { ...of, query: { type, limit: 500 } });
    for (const { id } of all) {
      expect([id, items.filter((item) => item.subject_id === id && item.section === section).length]).toEqual([id, 1]);
    }
  }
  for (const { source, fact_ids, since_seq } of items.flatMap(({ lines }) => lines)) {
    expect(source.kind === "fact" ? fact_ids : [source.subject_id, source.pointer ?? source.node_id]).not.toContain("");
    expect(since_seq).toBeGreaterThan(0);
    if (source.kind === "card") expect(source.node_id).toMatch(/^node_/);
  }
}

test("every character and place of the samples and of The Salt Gate has an item, and every line names its fact, field or card", async () => {
  for (const sample_id of SAMPLE_IDS) {
    const caller = newCaller();
    const { id: project_id } = await bench.ask(samples.createProject, { caller, body: { sample_id } });
    await expectComplete({ project_id }, caller);
  }
  const caller = newCaller();
  await expectComplete({ project_id: await seedSaltGate(bench.services, caller.workspaceId) }, caller);
});

test.skipIf(!hasCorpus)(
  "an import of articy makes a bible of its characters and places, and its speakers are proposed once",
  async () => {
    for (const file of ["articy/data.articy.json", "articy/unit.articy.json"]) {
      const params = { project_id: await bench.newProject() };
      await bench.ask(dialogues.import, { params, body: { content: corpusStory(file) } });
      await expectComplete(params);
      const read = () => bench.ask(storyBible.extract, { params, body: { source: "dialogues" } });
      const { id } = await read();
      if (id === null) continue;
      await bench.ask(storyBible.accept, { params: { ...params, bible_extraction_id: id }, body: {} });
      await expectComplete(params);
      expect((await read()).id).toBeNull();
      expect((await bench.replay(params.project_id)).differences).toEqual([]);
    }
  },
);
