import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rounds } from "#test-size";
import { canonicalJson } from "../canonical-json.ts";
import { VARIABLE_DEFAULTS } from "../dialogue/wire.ts";
import { importArcweave } from "../import/arcweave/arcweave.ts";
import { corpusStory, hasCorpus, TWEE_FILES } from "../import/corpus.fixture.ts";
import { importFabula } from "../import/fabula/fabula.ts";
import { importTwee } from "../import/twee/twee.ts";
import { anyDialogue } from "./dialogue.arbitrary.ts";
import { exportFabulaJson } from "./fabula-json.ts";
import { persist } from "./persist.fixture.ts";

describe("exportFabulaJson", () => {
  it("gives the same document after an import, byte for byte in canonical JSON", () => {
    fc.assert(
      fc.property(anyDialogue, (dialogue) => {
        const first = canonicalJson(exportFabulaJson(dialogue));
        const [again] = persist(importFabula(first));
        if (again === undefined) throw new Error("one graph");
        expect(canonicalJson(exportFabulaJson(again))).toBe(first);
      }),
      { numRuns: rounds({ gate: 100, full: 1_000 }) },
    );
  });

  it.skipIf(!hasCorpus)("does so for every story of the corpus", () => {
    const stories = [
      importArcweave(corpusStory("arcweave-castle.json")),
      ...TWEE_FILES.map(({ file }) => importTwee(corpusStory(`twee/${file}.twee`))),
    ];
    const dialogues = stories.flatMap(persist);
    expect(dialogues).toHaveLength(15);
    for (const dialogue of dialogues) {
      const first = canonicalJson(exportFabulaJson(dialogue));
      const imported = importFabula(first);
      expect(imported.graphs[0]?.nodes.map((node) => [node.title, node.text])).toEqual(
        dialogue.nodes.map((node) => [node.title, node.text]),
      );
      expect(persist(imported).map((again) => canonicalJson(exportFabulaJson(again)))).toEqual([first]);
    }
  });

  it("names things by keys, and exports only what the dialogue uses", () => {
    const document = exportFabulaJson({
      graph: { id: "dlg_0", name: "Gate", description: "", start_node_id: "node_a", extensions: {}, source: null },
      nodes: [
        {
          id: "node_a",
          kind: "line",
          title: "At the gate",
          text: "Halt!",
          text_marks: [],
          speaker_id: "ent_1",
          speaker_label: null,
          tags: [],
          status: "draft",
          final_text: null,
          group_id: "grp_9",
          canvas_x: null,
          canvas_y: null,
          conditions: [{ id: "cnd_1", fn: "offered", args: [{ ref: "br_1" }] }],
          on_enter_effects: [],
          branches: [
            {
              id: "br_1",
              kind: "choice",
              target_node_id: "node_gone",
              target_graph_id: "dlg_0",
              choice_text: "Why?",
              text_marks: [],
              conditions: [{ id: "cnd_2", var: "var_1" }],
              effects: [],
              when_unavailable: "hide",
              repeat: "sticky",
              repeat_scope: "playthrough",
              repeat_limit: null,
              unwind: false,
              status: "draft",
              final_text: null,
              weight: 1,
              opened_by: { facts: ["fact_seal"], actions: ["give_key"] },
              extensions: {},
            },
          ],
          exit_to: null,
          properties: { mood: "wary" },
          extensions: {},
          source: { format: "fabula_json", key: "gate" },
        },
      ],
      groups: [{ id: "grp_9", title: "Act", color: "blue" }],
      annotations: [],
      variables: [
        {
          ...VARIABLE_DEFAULTS,
          id: "var_1",
          name: "open",
          type: "boolean",
          default: false,
          enum_values: [],
          description: "",
        },
        {
          ...VARIABLE_DEFAULTS,
          id: "var_2",
          name: "unused",
          type: "boolean",
          default: false,
          enum_values: [],
          description: "",
        },
      ],
      entities: [
        { id: "ent_0", external_id: "harbour", type: "location", name: "Harbour", properties: {}, parent_id: null },
        { id: "ent_1", external_id: "mara", type: "character", name: "Mara", properties: {}, parent_id: "ent_0" },
        { id: "ent_2", external_id: "ilo", type: "character", name: "Ilo", properties: {}, parent_id: "ent_0" },
      ],
    });
    const [graph] = document.graphs;
    const [node] = graph?.nodes ?? [];
    expect(graph?.start_key).toBe("gate");
    expect(node).toMatchObject({
      key: "gate",
      speaker_key: "mara",
      group_key: "group-1",
      canvas_x: 0,
      conditions: [{ fn: "offered", args: [{ ref: "branch-1" }] }],
    });
    expect(node?.branches[0]).toMatchObject({
      key: "branch-1",
      target_key: "node_gone",
      target_graph_key: null,
      conditions: [{ var: "open" }],
    });
    expect(document.variables.map((variable) => variable.name)).toEqual(["open"]);
    expect(document.entities.map((entity) => entity.key)).toEqual(["harbour", "mara"]);
  });
});
