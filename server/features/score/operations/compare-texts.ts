import { z } from "zod";
import { MEASURES } from "#domain/prose/measures.ts";
import { projectRead } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { Score, Scored, scoringFields } from "../schemas.ts";
import { scoreText } from "../score-text.ts";

export const compare = projectRead({
  method: "POST",
  path: "/v1/projects/{project_id}/scores/compare",
  scope: "read",
  summary: "Compare two texts",
  description: "Scores two texts, or two dialogues, and answers what differs between their measures.",
  params: projectScope,
  body: z
    .strictObject({
      first: Scored.meta({ description: "The first text." }),
      second: Scored.meta({ description: "The second text." }),
      ...scoringFields,
    })
    .meta({ id: "ScoreComparisonRequest" }),
  inSnapshot: false,
  output: z
    .object({
      first: Score.meta({ description: "Score of the first text." }),
      second: Score.meta({ description: "Score of the second text." }),
      differences: z
        .array(
          z
            .object({
              name: z.enum(MEASURES).meta({ description: "Name of the measure." }),
              difference: z.number().nullable().meta({
                description: "The measure of the second text less that of the first; null where one has none.",
              }),
            })
            .meta({ id: "ScoreDifference" }),
        )
        .meta({ description: "Differences of the measures." }),
    })
    .meta({ id: "ScoreComparison" }),
  errors: ["not_found"],
  example: {
    first: { kind: "text", text: "The gate opens for an hour." },
    second: { kind: "text", text: "For an hour, the gate opens." },
  },
  handle: async (context, { body }) => {
    const { language, banned_words: banned } = body;
    const first = await scoreText(context, { of: body.first, loc: ["body", "first"], language, banned });
    const second = await scoreText(context, { of: body.second, loc: ["body", "second"], language, banned });
    const measureOf = (of: typeof first, name: string) => of.metrics.find((each) => each.name === name)?.value ?? null;
    const differences = MEASURES.map((name) => {
      const [from, to] = [measureOf(first, name), measureOf(second, name)];
      return { name, difference: from === null || to === null ? null : Math.round((to - from) * 1_000) / 1_000 };
    });
    return { first, second, differences };
  },
});
