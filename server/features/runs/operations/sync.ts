import { z } from "zod";
import type { SentAction } from "#domain/offline/play-sent.ts";
import { idOf, integer, singleLine, text } from "../../../kernel/validation/fields.ts";
import { projectCall } from "../../../operation/operation.ts";
import { valuesOf } from "../begin-run.ts";
import { sendsActions } from "../for-players.ts";
import { playersState } from "../players-story.ts";
import { runParams, SyncedRun } from "../schemas.ts";
import { showStanding } from "../show-run.ts";
import { playersEyes } from "../story-knowledge.ts";
import type { SyncRefusal } from "../sync-refusals.ts";
import { type OfflineAction, type SyncOutcome, syncRun } from "../sync-run.ts";
import { variableValues } from "./start-run.ts";

/** Actions of one request. */
const MAX_ACTIONS = 1_000;

const Action = z
  .strictObject({
    client_id: singleLine({ min: 1, max: 100 }).meta({
      description: "Your id of the action, unique in the playthrough. Sent again it is the same action, and done once.",
    }),
    choose: idOf("br").optional().meta({ description: "The branch that was taken." }),
    answer: z
      .strictObject({
        event: text({ min: 1, max: 10_000 }).optional().meta({
          description: "The event that happened, by the text of its branch; the first that is waited for when absent.",
        }),
        variables: variableValues.default({}).meta({ description: "Values that the host set, by id or name." }),
      })
      .optional()
      .meta({ description: "The answer to a command, or to an event that was waited for." }),
    back: z.literal(true).optional().meta({ description: "A step back, to before the last decision." }),
  })
  .refine(({ choose, answer, back }) => [choose, answer, back].filter((each) => each !== undefined).length === 1, {
    error: "send one of `choose`, `answer` and `back`",
  })
  .meta({ id: "OfflineAction" });

const Body = z
  .strictObject({
    step: integer({ min: 0 }).meta({
      description:
        "The step that the first of them followed. What was told or moved from outside since does not matter; other steps of the story do.",
    }),
    actions: z
      .array(Action)
      .max(MAX_ACTIONS)
      .meta({ description: "What was done, in order; none asks where it stands." }),
  })
  .superRefine(({ actions }, context) => {
    const seen = new Set<string>();
    for (const [index, { client_id: id }] of actions.entries()) {
      if (seen.has(id)) {
        const path = ["actions", index, "client_id"];
        context.addIssue({ code: "custom", path, message: "two actions must not have one client_id", input: id });
      }
      seen.add(id);
    }
  })
  .meta({ id: "OfflineActions" });

const REASONS: Readonly<Record<SyncRefusal, string>> = {
  not_offered: "The story does not offer this branch there.",
  closed: "This branch is closed there.",
  not_awaited: "Nothing waits for this answer there.",
  over: "The playthrough is over there.",
  at_beginning: "The playthrough is at its beginning there.",
  too_long: "The playthrough has too many steps, or they take too much work.",
  moved_on: "Other steps were taken in the playthrough meanwhile.",
  client_id_taken: "Another action of the playthrough has this client_id, or has it at another place.",
  not_reached: "An action before it was refused.",
};

export const syncPlayed = projectCall({
  method: "POST",
  path: "/v1/projects/{project_id}/game-narrative/runs/{run_id}/actions",
  scope: "write",
  summary: "Send what was played offline",
  description:
    "Plays actions again that a game did [offline](/docs/guides/offline), up to 1,000 a request, as steps of the playthrough. The server works out what they come to: no facts, values of players or states are taken. The first action that is not possible is refused with all behind it, and nothing of these is kept. Sent again, also in part or by several at a time, each is done once.",
  params: runParams,
  body: Body,
  output: SyncedRun,
  forPlayers: sendsActions,
  errors: ["not_found", "run_step"],
  example: {
    step: 0,
    actions: [{ client_id: "b7f1c0de-1", choose: "br_01k9hq3ynp5s0w9d3zx7ja4hfq" }],
  },
  handle: async (context, { params, body }) => {
    const { services, caller } = context;
    const actions = body.actions.map(
      (action, index): OfflineAction => ({
        clientId: action.client_id,
        inStory: (story): SentAction => {
          if (action.choose !== undefined) return { choose: action.choose };
          if (action.answer === undefined) return { back: true };
          const { event, variables } = action.answer;
          const values = valuesOf(story, variables, ["body", "actions", index, "answer", "variables"]);
          return { answer: { ...(event !== undefined && { event }), values } };
        },
      }),
    );
    const synced = await syncRun(context, { runId: params.run_id, step: body.step, actions });
    const { story, after, page, outcomes } = synced;
    const { openPerspective, database } = services;
    const place = { projectId: after.project_id, seq: after.base_seq };
    const state =
      caller.player === null
        ? after.state
        : await database.reads.transaction("snapshot", async (db) =>
            playersState(db, openPerspective, synced, await playersEyes(db, openPerspective, place, caller.readsAs)),
          );
    return {
      run_id: after.run_id,
      step: after.step,
      status: after.status,
      results: outcomes.map((outcome, index) => ({
        index,
        client_id: body.actions[index]?.client_id ?? "",
        ...shown(outcome),
      })),
      standing: showStanding(story, after, page),
      state,
    };
  },
});

function shown(outcome: SyncOutcome) {
  if (outcome.result !== "refused") return { ...outcome, code: null, reason: null };
  return { result: outcome.result, step: null, code: outcome.code, reason: REASONS[outcome.code] };
}
