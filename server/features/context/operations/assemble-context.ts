import type { JsonObject } from "#domain/json.ts";
import { invalidValue } from "../../../kernel/problem.ts";
import { EVERYONE } from "../../../kernel/scope.ts";
import { projectCall } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { assembleContext, requireSeq } from "../assemble.ts";
import { openRun } from "../open-run.ts";
import { ofToken } from "../question.ts";
import { keepReceipt } from "../receipts.ts";
import { Context, ContextQuestionBody } from "../schemas.ts";

export const assemble = projectCall({
  method: "POST",
  path: "/v1/projects/{project_id}/context",
  scope: "read",
  summary: "Assemble a context for a prompt",
  description:
    "Selects facts, entities, relationships, events and lines that are relevant to a text, up to `token_budget`. Every candidate is in a section or, with a reason, in `left_out`. The same question at the same sequence returns the same bytes, also later with `at_seq`; nothing newer than the sequence and nothing withheld from `as` influences it. The first question about a project reads the whole project once. With the token of a player it is a context of the player: with facts that the player knows, and without what the player does not want.",
  params: projectScope,
  body: ContextQuestionBody,
  output: Context,
  forPlayers: {
    run: ({ body: { run } }) => run,
    narrow: ({ body, sent }, { readsAs }) => {
      const field = ["as", "at_seq"].find((name) => Object.hasOwn(sent as object, name));
      if (field !== undefined) {
        throw invalidValue(
          ["body", field],
          "the token of a player reads as its avatar, now",
          (sent as JsonObject)[field] ?? null,
        );
      }
      body.as = readsAs ?? EVERYONE;
      // What nobody has played is no memory of a player.
      body.dialogue = body.run === undefined ? "none" : "played";
    },
  },
  errors: ["not_found"],
  example: {
    query: "What does Mara know of the flood, and who told her?",
    token_budget: 1_500,
    sections: ["facts", "entities", "relationships", "dialogue"],
  },
  handle: async ({ project, services, caller }, { body }) => {
    const { query, as = null, subject_ids = [], at_seq, token_budget, sections } = body;
    const { least = null, reasons = null, predicates = null } = body;
    const run = body.run === undefined ? null : await openRun(services, project.id, body.run);
    const { dialogue = run === null ? "all" : "played" } = body;
    if (dialogue === "played" && run === null) {
      throw invalidValue(
        ["body", "dialogue"],
        "only a playthrough, named by `run`, has lines that were played",
        dialogue,
      );
    }
    const seq = requireSeq(at_seq ?? run?.seq, project.lastSeq);
    const question = {
      query,
      as,
      subject_ids,
      token_budget,
      ...(sections !== undefined && { sections }),
      least,
      reasons,
      predicates,
      dialogue,
      run,
      player: caller.player === null ? null : ofToken({ id: caller.player.id, seq: project.lastSeq, own: true }, run),
    };
    const context = await assembleContext(services, project.id, seq, question, { services, project });
    await keepReceipt(services.database.writes, project.id, { question, context, now: services.clock.now() });
    return context;
  },
});
