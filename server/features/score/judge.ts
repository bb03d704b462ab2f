import { sql } from "drizzle-orm";
import { z } from "zod";
import { cut } from "#domain/code-points.ts";
import type { Json, JsonObject } from "#domain/json.ts";
import { Problem } from "../../kernel/problem.ts";
import { integer, text } from "../../kernel/validation/fields.ts";
import { hasStoredKeys } from "../byok/public.ts";
import { data, generator, recordPart } from "../generation/public.ts";
import { type PlacedText, placeOf, wordsOfTarget } from "./placed-text.ts";
import { Scored } from "./schemas.ts";

/** Characters of a text that a model judges; of a longer one the beginning. */
const JUDGED = 24_000;

/** Criteria that a model judges by. Each is answered for itself: a sum of them would mean nothing. */
const CRITERIA = ["clarity", "voice", "pace", "tension", "consistency"] as const;

const Judgement = z.object({
  criteria: z
    .array(
      z.object({
        name: z.enum(CRITERIA).meta({ description: "The criterion." }),
        grade: integer({ min: 1, max: 5 }).meta({ description: "1 is weak, 5 is strong." }),
        reason: text({ min: 1, max: 1_000 }).meta({ description: "Reason of the grade, in a sentence or two." }),
        quote: text({ max: 300 }).meta({ description: "Words of the text that show it, exactly; empty for none." }),
      }),
    )
    .min(1)
    .max(CRITERIA.length),
});

/** Brief of a judgement with the words that are judged. */
interface Completed {
  readonly words: string;
  readonly parts: PlacedText["parts"];
}

/**
 * Judgement of a text by a model. It stands apart from the measures, and there is none without a model: grades that nobody gave would be
 * made up.
 */
export const judgeGenerator = generator({
  kind: "judgement",
  path: "/v1/projects/{project_id}/scores/judge/generate",
  brief: z.object({ of: Scored.meta({ description: "What is judged; of a long text the beginning." }) }),
  query: (brief) => cut((brief as unknown as Completed).words, 2_000),
  complete: async (db, projectId, { of }, seq) => {
    const { text: whole, parts } = await wordsOfTarget(db, projectId, of, { seq, loc: ["body", "of"] });
    const words = cut(whole, JUDGED);
    const places = parts.filter(({ start }) => start < words.length).map((part) => ({ ...part }));
    const brief = { of: of.kind === "text" ? { kind: "text" } : of, words, parts: places };
    return { brief: brief as unknown as JsonObject, as: null, about: [] };
  },
  accept: async (db, projectId) => {
    const [row] = await db.execute<{ has: boolean }>(sql`SELECT ${hasStoredKeys(projectId)} AS has`);
    if (row?.has !== true) throw new Problem("provider_key_missing");
  },
  prompt: (brief, context) => ({
    task: `You judge a passage of fiction for its author, by ${CRITERIA.join(", ")}: each once, with a grade from 1 to 5, a reason, and words of the passage that show it, copied exactly. Judge what is there, not what you would write. Consistency is with what is recorded.`,
    parts: [recordPart(context), data("passage", "the passage that you judge", (brief as unknown as Completed).words)],
  }),
  answer: Judgement,
  land: async (_unit, { criteria }, _session, brief) => {
    const { words, parts } = brief as unknown as Completed;
    const judged = criteria.map(({ quote, ...each }): JsonObject => {
      const start = quote === "" ? -1 : words.indexOf(quote);
      const span = start < 0 ? null : placeOf({ start, end: start + quote.length }, parts);
      return { ...each, quote: start < 0 ? "" : quote, span: span as unknown as Json };
    });
    return { judgement: judged };
  },
});
