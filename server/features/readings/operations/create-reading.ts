import { z } from "zod";
import type { RunAction } from "#domain/runtime/log.ts";
import { dialoguesOf } from "#domain/runtime/reading.ts";
import { invalidValue } from "../../../kernel/problem.ts";
import { idOf, integer, text } from "../../../kernel/validation/fields.ts";
import { openProject } from "../../../operation/gate.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import {
  MAX_SEED,
  readStory,
  type Story,
  stumbleWords,
  valuesOf,
  variableValues,
  worldTime,
} from "../../runs/public.ts";
import { MAX_STEPS } from "../limits.ts";
import { ReadingPlayer } from "../play-aside.ts";
import { reading } from "../reading.ts";

const step = z.union([
  z.strictObject({ branch_id: idOf("br").meta({ description: "The branch that is taken." }) }),
  z.strictObject({
    answer: z
      .strictObject({
        event: text({ min: 1, max: 10_000 }).optional().meta({ description: "The event that happened." }),
        variables: variableValues.default({}).meta({ description: "Values that the host sets, by id or name." }),
      })
      .meta({ description: "Answer of the host: a command was carried out, or an event happened." }),
  }),
]);

export const createReading = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/game-narrative/readings",
  scope: "write",
  summary: "Keep a reading",
  description:
    "Stores a playthrough by its choices, with every line read as the expected result. It is played in the current story; a step that the story does not offer is a 422.",
  params: projectScope,
  body: reading.body.extend({
    seed: integer({ min: 0, max: MAX_SEED }).default(1).meta({ description: "Seed of its random numbers." }),
    variables: variableValues.default({}).meta({ description: "Values that are not the defaults, by id or name." }),
    world_time: worldTime,
    from_node_id: idOf("node").optional().meta({ description: "First node; by default the dialogue's start." }),
    steps: z.array(step).max(MAX_STEPS).meta({ description: "Steps in order: {branch_id} or {answer}." }),
  }),
  output: reading.wire,
  status: 201,
  errors: ["not_found", "id_taken"],
  alone: true,
  example: {
    graph_id: "dlg_01k9hq3xg1r7m4k2vn5te8y6cb",
    name: "The honest way in",
    seed: 7,
    steps: [{ branch_id: "br_01k9hq3ynp5s0w9d3zx7ja4hfq" }],
  },
  prepare: async ({ params, body }, { database, threads }, caller, asker) => {
    const { reads } = database;
    const { project } = await openProject(reads, caller, params.project_id);
    const seq = project.lastSeq;
    const story = await readStory(reads, { projectId: project.id, graphId: body.graph_id, seq });
    const values = valuesOf(story, body.variables, ["body", "variables"]);
    const beginning = {
      seed: body.seed,
      values,
      ...(body.world_time !== undefined && { world_time: body.world_time }),
    };
    const from = body.from_node_id ?? null;
    const steps = body.steps.map((each, index) => actionOf(story, each, index));
    const play = { reading: { beginning, from, actions: steps }, given: null };
    const { answer } = await new ReadingPlayer(threads, asker).one(story, "lines", play);
    const { lines, misstep } = answer;
    if (misstep?.reason === "start_gone")
      throw invalidValue(["body", "from_node_id"], "no such node in this dialogue", from);
    if (misstep !== null) {
      const loc = misstep.step === 0 ? ["body", "steps"] : ["body", "steps", misstep.step - 1];
      throw invalidValue(loc, stumbleWords(misstep.reason), null);
    }
    return { beginning, from_node_id: from, steps, lines, reaches: dialoguesOf(body.graph_id, lines), kept_seq: seq };
  },
  handle: (context, { body: { id, graph_id, name } }, played) => reading.make(context, { id, graph_id, name }, played),
});

function actionOf(story: Story, sent: z.output<typeof step>, index: number): RunAction {
  if ("branch_id" in sent) return { choose: sent.branch_id };
  const { event, variables } = sent.answer;
  const values = valuesOf(story, variables, ["body", "steps", index, "answer", "variables"]);
  return { answer: { ...(event !== undefined && { event }), ...(Object.keys(values).length > 0 && { values }) } };
}
