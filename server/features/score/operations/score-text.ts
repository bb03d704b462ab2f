import { z } from "zod";
import { projectRead } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { Score, Scored, scoringFields } from "../schemas.ts";
import { scoreText } from "../score-text.ts";

export const score = projectRead({
  method: "POST",
  path: "/v1/projects/{project_id}/scores",
  scope: "read",
  summary: "Score a text",
  description:
    "Measures a text or the words of a dialogue or a chapter: length, times, readability, variety, repetition and banned words. Each number has the parts of the text that it comes from, and its standing among the dialogues of the project. Nothing is kept.",
  params: projectScope,
  body: z
    .strictObject({ of: Scored.meta({ description: "What is scored." }), ...scoringFields })
    .meta({ id: "ScoreRequest" }),
  inSnapshot: false,
  output: Score,
  errors: ["not_found"],
  example: { of: { kind: "text", text: "“The gate opens for an hour,” said Bor." }, banned_words: ["suddenly"] },
  handle: (context, { body: { of, language, banned_words: banned } }) =>
    scoreText(context, { of, loc: ["body", "of"], language, banned }),
});
