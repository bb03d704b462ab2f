import { describe, expect, test } from "vitest";
import { BRANCH_DEFAULTS, type Branch } from "#domain/dialogue/wire.ts";
import { begin, choose } from "#domain/runtime/run.ts";
import type { PlayedDialogue, PlayNode } from "#domain/runtime/story.ts";
import { known } from "../../frame/project/known.ts";
import { pageInWords } from "./page-in-words.ts";
import { resume } from "./use-play.ts";

function way(id: string, choice_text: string, target_node_id: string | null): Branch {
  return {
    ...BRANCH_DEFAULTS,
    id,
    target_node_id,
    choice_text,
    conditions: [],
    effects: [],
    extensions: {},
  };
}

const node = (id: string, text: string, branches: Branch[] = []): PlayNode => ({
  id,
  kind: branches.length === 0 ? "end" : "line",
  text,
  conditions: [],
  on_enter_effects: [],
  branches,
  exit_to: null,
});

const dialogue = (...nodes: PlayNode[]): PlayedDialogue => ({
  id: "dlg_a",
  start: null,
  nodes: new Map(nodes.map((each) => [each.id, each])),
  variables: new Map(),
});

describe("a playthrough whose dialogue is changed", () => {
  const loose = way("br_loose", "Go on.", null);
  const before = dialogue(node("node_a", "Here.", [loose, way("br_b", "Stay.", "node_b")]), node("node_b", "There."));
  const first = begin(before);
  const stuck = [first, choose(before, first.state, loose)];

  test("stays where a choice goes nowhere, until the choice is connected", () => {
    expect(resume(before, stuck, null).at(-1)?.halt.kind).toBe("missing");
    const connected = dialogue(
      node("node_a", "Here.", [way("br_loose", "Go on.", "node_b")]),
      node("node_b", "There."),
    );
    const now = resume(connected, stuck, null);
    expect(now).toHaveLength(2);
    expect(now[0]).toBe(first);
    expect(now.at(-1)).toMatchObject({ nodes: ["node_b"], halt: { kind: "ending" } });
  });

  test("stays as it ended where the choice itself was deleted", () => {
    const without = dialogue(node("node_a", "Here.", [way("br_b", "Stay.", "node_b")]), node("node_b", "There."));
    expect(resume(without, stuck, null).at(-1)).toBe(stuck[1]);
  });

  test("reads only the last page anew", () => {
    const pages = [first, choose(before, first.state, way("br_b", "Stay.", "node_b"))];
    const longer = dialogue(...before.nodes.values(), node("node_b", "There.", [loose]));
    const now = resume(longer, pages, null);
    expect(now[0]).toBe(first);
    expect(now.at(-1)?.halt.kind).toBe("choices");
  });

  test("has nothing to go on from without pages", () => {
    expect(resume(before, [], null)).toEqual([]);
  });
});

test("a page is read out with who speaks, what is said, and what can be done", () => {
  const nodes = new Map([
    ["node_a", { text: "Halt.", kind: "line" as const, speaker_id: "ent_a", speaker_label: null }],
    ["node_b", { text: "Who?", kind: "line" as const, speaker_id: "ent_a", speaker_label: "???" }],
  ]);
  const characters = known([["ent_a", { name: "Odo" }]]);
  const shut = {
    branch: way("br_a", "Pay.", null),
    text: "Pay.",
    text_marks: [],
    available: false,
    shown: false,
    obstacle: null,
  };
  const page = {
    ...begin(dialogue()),
    said: [
      { node: "node_a", text: "Halt.", text_marks: [], values: {} },
      { node: "node_b", text: "Who?", text_marks: [], values: {} },
      { node: "node_gone", text: "Gone.", text_marks: [], values: {} },
    ],
    halt: { kind: "choices" as const, choices: [shut, { ...shut, available: true, shown: true }] },
  };
  expect(pageInWords(page, nodes, characters, true)).toBe("Odo: Halt. ???: Who? 2 choices.");
  expect(pageInWords(page, nodes, characters, false)).toBe("Odo: Halt. ???: Who? 1 choice.");
});
