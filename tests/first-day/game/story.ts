// Story of the game: a crossing by night, with choices that cost coins, trust and a token.
import type { Fabula, Schemas } from "./client.ts";
import { idOf } from "./ids.ts";
import { type Cast, unlessTaken } from "./world.ts";

type Branch = Schemas["BranchInput"];
type Node = Schemas["DialogueNodeCreate"] & { id: string };
type Effect = Schemas["EffectInput"];

const node = (name: string) => idOf("node", name);
const variable = (name: string) => idOf("var", name);

/** A branch of the story, named by its words. */
const branch = (from: string, to: string, choice_text: string, more: Branch = {}): Branch => ({
  id: idOf("br", `${from} ${to} ${choice_text}`),
  target_node_id: node(to),
  choice_text,
  ...more,
});

const VARIABLES: Schemas["VariablesCreateRequest"][] = [
  { id: variable("coins"), name: "coins", type: "integer", default: 3, min: 0 },
  { id: variable("trust"), name: "trust", type: "integer", default: 0, max: 5 },
  { id: variable("bell"), name: "bell", type: "boolean" },
];

function nodes({ ilse, you, token, ferry, lamp }: Cast): Node[] {
  const trust: Effect = { op: "add", target: variable("trust"), value: { lit: 1 } };
  return [
    {
      id: node("quay"),
      kind: "line",
      speaker_id: ilse,
      text: "Last crossing tonight. You have {coins} coins; I take four.",
      branches: [
        branch("quay", "aboard", "Pay four coins", {
          conditions: [{ op: "gte", args: [{ var: variable("coins") }, { lit: 4 }] }],
          effects: [{ op: "sub", target: variable("coins"), value: { lit: 4 } }],
          when_unavailable: "disable",
        }),
        branch("quay", "lamp", "Ask about the lamp", { repeat: "once", effects: [trust] }),
        branch("quay", "aboard", "Show the silver token", {
          conditions: [
            { fn: "has_item", args: [{ lit: you }, { lit: token }] },
            { fn: "visited", args: [{ ref: node("lamp") }] },
          ],
          effects: [
            { op: "inventory.take", target: you, key: token, value: { lit: 1 } },
            { op: "relationship.adjust", target: ilse, key: you, value: { lit: 2 } },
          ],
        }),
        branch("quay", "morning", "Wait for morning"),
      ],
    },
    {
      id: node("lamp"),
      kind: "line",
      speaker_id: ilse,
      text: "It burned for ninety years. Ask Tam who put it out.",
      branches: [branch("lamp", "quay", "", { kind: "auto" })],
    },
    {
      id: node("aboard"),
      kind: "line",
      text: "The rope slips. Ilse trusts you: {trust}.",
      on_enter_effects: [{ op: "location.move", target: you, key: ferry }],
      branches: [branch("aboard", "water", "Row")],
    },
    {
      id: node("water"),
      kind: "random",
      branches: [branch("water", "calm", "", { weight: 2 }), branch("water", "wave", "", { weight: 1 })],
    },
    {
      id: node("calm"),
      kind: "line",
      text: "The water lies still.",
      branches: [branch("calm", "bell", "", { kind: "auto" })],
    },
    {
      id: node("wave"),
      kind: "line",
      text: "A wave takes an oar.",
      on_enter_effects: [{ op: "set", target: variable("coins"), value: { fn: "roll", args: [{ lit: 3 }] } }],
      branches: [branch("wave", "bell", "", { kind: "auto" })],
    },
    {
      id: node("bell"),
      kind: "command",
      text: "ring the bell",
      branches: [
        branch("bell", "light", "", {
          kind: "auto",
          conditions: [
            {
              op: "all",
              args: [{ var: variable("bell") }, { op: "gt", args: [{ var: variable("trust") }, { lit: 0 }] }],
            },
          ],
        }),
        branch("bell", "dark", "", { kind: "else" }),
      ],
    },
    {
      id: node("light"),
      kind: "end",
      text: "Under the keel a lamp answers.",
      on_enter_effects: [
        { op: "property.set", target: lamp, key: "lit", value: { lit: true } },
        { op: "inventory.give", target: you, key: lamp, value: { lit: 1 } },
      ],
    },
    { id: node("dark"), kind: "end", text: "Nothing answers." },
  ];
}

/** Ending that the first draft forgot. */
const MORNING: Node = { id: node("morning"), kind: "end", text: "The ferry is gone." };

/** Findings of the checks of a dialogue. */
export interface StoryCheck {
  /** Words of choices that lead nowhere. */
  readonly nowhere: string[];
  readonly errors: string[];
}

/** Writes a draft of the story, checks it, and adds what is missing. */
export async function writeStory(api: Fabula, project_id: string, cast: Cast) {
  const path = { project_id };
  const graph_id = idOf("dlg", "the night ferry");
  for (const body of VARIABLES)
    await api.post("/v1/projects/{project_id}/variables", { path, body }).catch(unlessTaken);
  const body = { id: graph_id, name: "The night ferry" };
  await api.post("/v1/projects/{project_id}/game-narrative/dialogues", { path, body }).catch(unlessTaken);

  const write = async (label: string, parts: Node[]) => {
    const operations = parts.map((part) => ({ op: "node.create" as const, node: part }));
    const { data } = await api.post("/v1/projects/{project_id}/game-narrative/dialogues/{graph_id}/batch", {
      path: { project_id, graph_id },
      // Sent again under the same id, a batch answers as the first time.
      body: { batch_id: idOf("batch", `${project_id} ${label}`), gestures: [{ label, operations }] },
    });
    for (const { problem } of data.results) if (problem !== null) throw new Error(problem.message);
  };
  await write("The crossing", nodes(cast));
  const draft = await check(api, project_id, graph_id);
  await write("The morning", [MORNING]);
  return { graph_id, draft, checked: await check(api, project_id, graph_id) };
}

async function check(api: Fabula, project_id: string, graph_id: string): Promise<StoryCheck> {
  const path = { project_id, graph_id };
  const dialogue = "/v1/projects/{project_id}/game-narrative/dialogues/{graph_id}";
  const { data: structure } = await api.post(`${dialogue}/validate`, { path });
  const { data: report } = await api.get(`${dialogue}/problems`, { path });
  return {
    nowhere: structure.invalid_branch_targets.map(({ choice_text }) => choice_text),
    errors: report.problems
      .filter(({ severity }) => severity === "error")
      .map(({ code, message }) => `${code}: ${message}`),
  };
}
