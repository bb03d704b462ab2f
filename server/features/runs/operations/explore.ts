import { z } from "zod";
import { graphsOf } from "#domain/runtime/story.ts";
import { invalidValue } from "../../../kernel/problem.ts";
import { idOf, integer } from "../../../kernel/validation/fields.ts";
import { projectCall } from "../../../operation/operation.ts";
import { graphParams } from "../../dialogues/public.ts";
import { pinnedSeq, valuesOf } from "../begin-run.ts";
import { type ExplorationTarget, exploreAside } from "../explore-aside.ts";
import { readStory, type Story } from "../story.ts";
import { variableValues, worldTime } from "./start-run.ts";

/** Maximum number of states that one exploration visits. */
const MAX_STATES = 100_000;

const Exploration = z
  .object({
    result: z.enum(["found", "none", "undecided"]).meta({
      description:
        "`none` is a proof: no combination of choices and random numbers reaches it. `undecided` ran out of states, work, time or memory.",
    }),
    states: z
      .int()
      .meta({ description: "Different states that were looked at; 0 where a search was ended in the middle of one." }),
    base_seq: z.int().meta({ description: "The sequence of the story that was explored." }),
    way: z
      .array(
        z.object({
          did: z.enum(["begin", "choose", "answer"]).meta({ description: "Step." }),
          branch_id: z.string().nullable().meta({ description: "The branch that is taken; null for none." }),
          text: z.string().nullable().meta({ description: "Text of the choice." }),
          dice: z.array(z.int()).meta({ description: "Required outcome of each draw on the path, from 0." }),
        }),
      )
      .nullable()
      .meta({ description: "A shortest way by decisions, from the beginning; null where none was found." }),
  })
  .meta({ id: "Exploration" });

export const exploreDialogue = projectCall({
  method: "POST",
  path: "/v1/projects/{project_id}/game-narrative/dialogues/{graph_id}/explore",
  scope: "read",
  summary: "Find a way through a dialogue",
  description:
    "Searches a shortest path to a node, a branch or an ending over all choices and random numbers. States that no condition can distinguish count as one. The search takes 20 seconds at most, and ends when its caller leaves.",
  params: graphParams,
  body: z.strictObject({
    to: z
      .union([
        z.strictObject({ node_id: idOf("node") }),
        z.strictObject({ branch_id: idOf("br") }),
        z.strictObject({ ending: z.literal(true).meta({ description: "Any end of the story." }) }),
      ])
      .meta({ description: "Target: `{node_id}`, `{branch_id}` or `{ending: true}`." }),
    from_node_id: idOf("node").optional().meta({ description: "First node; by default the dialogue's start." }),
    base_seq: integer({ min: 0 }).optional().meta({ description: "The sequence to explore; the present when absent." }),
    variables: variableValues.default({}).meta({ description: "Values to begin with, by id or name." }),
    world_time: worldTime,
    max_states: integer({ min: 1, max: MAX_STATES, default: MAX_STATES }).meta({
      description: "Different states that are looked at, at most.",
    }),
  }),
  output: Exploration,
  errors: ["not_found"],
  example: { to: { ending: true } },
  handle: async ({ project, services, asker }, { params, body }) => {
    const { reads } = services.database;
    const seq = await pinnedSeq(reads, project, body);
    const story = await readStory(reads, { projectId: project.id, graphId: params.graph_id, seq });
    const { dialogue } = story;
    requireThere(story, body.to);
    const from = body.from_node_id ?? null;
    if (from !== null && !dialogue.nodes.has(from)) {
      throw invalidValue(["body", "from_node_id"], "no such node in this dialogue", from);
    }
    const beginning = {
      values: valuesOf(story, body.variables, ["body", "variables"]),
      from,
      world_time: body.world_time,
    };
    const search = { dialogue, sought: body.to, budget: body.max_states, beginning };
    const found = await exploreAside(services.threads, search, asker);
    const way =
      found.kind === "found"
        ? found.way.map(({ branch, dice }, index) => ({
            did: index === 0 ? ("begin" as const) : branch === null ? ("answer" as const) : ("choose" as const),
            branch_id: branch,
            text: branch === null ? null : textOf(story, branch),
            dice: [...dice],
          }))
        : null;
    return { result: found.kind, states: found.states, base_seq: seq, way };
  },
});

function textOf(story: Story, branchId: string): string | null {
  for (const { nodes } of graphsOf(story.dialogue)) {
    for (const { branches } of nodes.values()) {
      const found = branches.find(({ id }) => id === branchId);
      if (found !== undefined) return found.choice_text;
    }
  }
  return null;
}

/**
 * Requires the target of an exploration to exist: the answer would otherwise prove that no path leads to a missing
 * node.
 */
function requireThere(story: Story, to: ExplorationTarget): void {
  if ("node_id" in to && !story.nodes.has(to.node_id)) {
    throw invalidValue(["body", "to", "node_id"], "no such node in this dialogue or those it leads to", to.node_id);
  }
  if ("branch_id" in to && textOf(story, to.branch_id) === null) {
    throw invalidValue(
      ["body", "to", "branch_id"],
      "no such branch in this dialogue or those it leads to",
      to.branch_id,
    );
  }
}
