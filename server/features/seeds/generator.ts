import { z } from "zod";
import { GAP_KINDS, type Gap } from "#domain/gaps/gap.ts";
import { gapWords } from "#domain/gaps/gap-words.ts";
import { gapsMade } from "#domain/gaps/made-gaps.ts";
import { OPEN_SEED_STATES } from "#drizzle/schema/seeds.ts";
import { integer, singleLine, text } from "../../kernel/validation/fields.ts";
import { findVersions } from "../../record/versions.ts";
import { entityResource } from "../entities/public.ts";
import { data, generator, recordPart, request } from "../generation/public.ts";
import { findGaps } from "./find-gaps.ts";
import { seed } from "./seed.ts";

/** Seeds of one session, gaps that a model is told of, and open promises that it is. */
const MOST = 20;
const GAPS_TOLD = 40;
const SEEDS_TOLD = 100;

/** Kinds of gaps that hold a promise: the others are ideas, or promises already. */
const KINDS = GAP_KINDS.filter((kind) => kind !== "overdue_promise" && kind !== "untaken_choice");

const Answer = z.object({
  seeds: z
    .array(
      z.object({
        promise: singleLine({ min: 1, max: 500 }).meta({ description: "The promise in a sentence." }),
        notes: text({ max: 2_000 }).meta({ description: "How it could be made and kept." }),
        entity_ids: z
          .array(text({ max: 100 }))
          .max(20)
          .meta({ description: "Ids of the entities that it is about." }),
      }),
    )
    .min(1)
    .max(MOST),
});

interface Gathered {
  readonly gaps: readonly Gap[];
  readonly open: readonly string[];
}

/** Promises that gaps of the record hold. Without a model each gap that has none is one, and where every gap has one there is none. */
export const seedGenerator = generator({
  kind: "seed",
  path: "/v1/projects/{project_id}/seeds/generate",
  brief: z.object({
    prompt: text({ max: 20_000 }).default("").meta({ description: "Description of the promises; empty for any." }),
    count: integer({ min: 1, max: MOST, default: 5 }).meta({ description: "Number of seeds." }),
  }),
  query: "prompt",
  gather: async (db, projectId, seq) => {
    const seeds = await findVersions(db, seed.resource, projectId, { state: [...OPEN_SEED_STATES] }, seq);
    const made = seeds.map(({ promise, entity_ids }) => ({ text: promise, gap: null, entity_ids }));
    const gaps = await findGaps({ db, projectId, seq, isMade: gapsMade(made, "promise") }, KINDS);
    const open = seeds.map(({ promise }) => promise).slice(-SEEDS_TOLD);
    return { gaps, open } as never;
  },
  prompt: ({ prompt, count }, context) => {
    const { gaps, open } = context.gathered as unknown as Gathered;
    return {
      task: `You find ${count} promises that a story makes to its readers, or could make, out of the gaps that its record leaves. Contradict nothing that is recorded, and repeat none of the promises that are made already.`,
      parts: [
        recordPart(context),
        data("gaps", "the gaps of the record, with the ids they are about", linesOf(gaps.slice(0, GAPS_TOLD))),
        data("promises", "the promises that are still to be kept", open.join("\n") || "none"),
        ...(prompt.trim() === "" ? [] : [request(prompt)]),
      ],
    };
  },
  answer: Answer,
  sketch: ({ count }, { gathered }) => {
    const { gaps } = gathered as unknown as Gathered;
    const seeds = gaps.slice(0, count).map((gap) => {
      const { promise, missing } = gapWords(gap);
      const entity_ids = gap.subjects.flatMap(({ id }) => (id.startsWith("ent_") ? id : []));
      return { promise, notes: missing, entity_ids };
    });
    return { seeds };
  },
  landAs: {
    resource: seed,
    bodies: async (unit, { seeds }) => {
      const there = await unit.load(entityResource, [...new Set(seeds.flatMap(({ entity_ids }) => entity_ids))]);
      return seeds.map(({ entity_ids, ...each }) => ({
        ...each,
        entity_ids: [...new Set(entity_ids)].filter((id) => there.has(id)),
      }));
    },
  },
});

function linesOf(gaps: readonly Gap[]): string {
  const lines = gaps.map((gap) => `${gapWords(gap).missing} (${gap.subjects.map(({ id }) => id).join(", ")})`);
  return lines.join("\n") || "none";
}
