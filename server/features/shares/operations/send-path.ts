import { z } from "zod";
import type { RunAction } from "#domain/runtime/log.ts";
import { invalidValue, Problem } from "../../../kernel/problem.ts";
import { idOf, integer, text } from "../../../kernel/validation/fields.ts";
import { linkOperation } from "../../../operation/operation.ts";
import { writeLater } from "../../../operation/system-write.ts";
import {
  countPaths,
  keepPath,
  MAX_PATH_ACTIONS,
  MAX_SEED,
  playAgain,
  readStory,
  stumbleWords,
} from "../../runs/public.ts";
import { MAX_PATHS, MAX_WORDS, PATH_BYTES, PATH_VISITS } from "../limits.ts";
import { closed, openShare } from "../open-share.ts";

const action = z.union([
  z.strictObject({ choose: idOf("br").meta({ description: "The branch that was taken." }) }),
  z.strictObject({
    answer: z
      .strictObject({ event: text({ max: 10_000 }).optional().meta({ description: "The event that happened." }) })
      .meta({ description: "Answer of the host." }),
  }),
]);

export const sendPath = linkOperation({
  method: "POST",
  path: "/v1/shared/paths",
  summary: "Send the path of a reader",
  description:
    "Stores the path of a reader for the authors. It is played again first: a step that the story does not offer, or that comes after too much work, is a 422. A link accepts 500 paths; an address can send 30 per hour.",
  params: z.object({}),
  body: z.strictObject({
    base_seq: integer({ min: 0 }).meta({ description: "The `base_seq` of the story that was played." }),
    seed: integer({ min: 0, max: MAX_SEED }).meta({ description: "Seed of the random numbers." }),
    actions: z.array(action).max(MAX_PATH_ACTIONS).meta({ description: "Steps, in order." }),
    words: text({ max: MAX_WORDS }).default("").meta({ description: "Text of the choice." }),
  }),
  output: z.object({ received: z.literal(true).meta({ description: "It is kept." }) }).meta({ id: "ReceivedPath" }),
  status: 201,
  bodyLimit: PATH_BYTES,
  visits: PATH_VISITS,
  errors: ["unauthorized", "not_found", "share_state"],
  example: {
    base_seq: 42,
    seed: 7,
    actions: [{ choose: "br_01k9hq3ynp5s0w9d3zx7ja4hfq" }],
    words: "I liked the ferry.",
  },
  handle: async (context, { body }) => {
    const { share, projectId, seq: played, caller } = await openShare(context);
    if (!share.takes_paths) throw new Problem("share_state", { message: "This link takes no paths." });
    const isPlayed =
      share.plays === "latest"
        ? body.base_seq <= played && body.base_seq >= share.created_seq
        : body.base_seq === played;
    if (!isPlayed) throw invalidValue(["body", "base_seq"], "is no sequence that this link plays", body.base_seq);
    const { dialogue } = await readStory(context.db, { projectId, graphId: share.graph_id, seq: body.base_seq });
    const path = { beginning: { seed: body.seed }, actions: body.actions as RunAction[] };
    const { page, misstep } = await playAgain(dialogue, path);
    if (misstep !== null) throw invalidValue(["body", "actions", misstep.index], stumbleWords(misstep.reason), null);
    if ((await countPaths(context.db, projectId, share.id)) >= MAX_PATHS)
      throw new Problem("share_state", { message: "This link has taken as many paths as it can." });
    return {
      projectId,
      caller,
      path: { ...body, graphId: share.graph_id, seq: body.base_seq, page, shareId: share.id },
    };
  },
  afterwards: async ({ services, requestId }, { projectId, caller, path }) => {
    const authorship = { actor: caller.actor, requestId };
    const now = services.clock.now();
    await writeLater(services, projectId, { caller, authorship, isAlone: true }, async (scope) => {
      await keepPath(scope, { ...path, actions: path.actions as RunAction[] }, now);
    }).catch((error: unknown) => {
      // The project went, or was archived, in between.
      throw error instanceof Problem && ["not_found", "project_archived"].includes(error.code) ? closed() : error;
    });
    return { received: true as const };
  },
});
