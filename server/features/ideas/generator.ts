import { z } from "zod";
import { GAP_KINDS, type Gap } from "#domain/gaps/gap.ts";
import { gapWords } from "#domain/gaps/gap-words.ts";
import { gapsMade, NEAR, sentenceLikeness } from "#domain/gaps/made-gaps.ts";
import { newId } from "../../kernel/ids.ts";
import { integer, singleLine, text } from "../../kernel/validation/fields.ts";
import { newState } from "../../record/resource.ts";
import { entityResource } from "../entities/public.ts";
import { data, generator, provenance, recordPart, request } from "../generation/public.ts";
import { findGaps } from "../seeds/public.ts";
import { idea } from "./idea.ts";
import { ideasBefore } from "./ideas-before.ts";
import { likeIdeas } from "./like-ideas.ts";

/** Ideas of one session, gaps that a model is told of, and earlier ideas that it is, turned down or not. */
const MOST = 20;
const GAPS_TOLD = 40;
const IDEAS_TOLD = 100;

const Answer = z.object({
  ideas: z
    .array(
      z.object({
        premise: singleLine({ min: 1, max: 500 }).meta({ description: "The idea in a sentence." }),
        hooks: z
          .array(singleLine({ min: 1, max: 500 }))
          .max(5)
          .meta({ description: "Ways into it, a sentence each." }),
        gap: z.enum(GAP_KINDS).nullable().meta({ description: "Kind of the gap that it fills; null for none." }),
        entity_ids: z
          .array(text({ max: 100 }))
          .max(20)
          .meta({ description: "Ids of the entities that it is about." }),
      }),
    )
    .min(1)
    .max(MOST),
});

/** Material of ideas beside the context: gaps without an idea, and the newest premises that there are already. */
interface Gathered {
  readonly gaps: readonly Gap[];
  readonly rejected: readonly string[];
  readonly others: readonly string[];
}

/** Ideas for gaps of the record. Without a model each gap that has none is one, and where every gap has one there is none. */
export const ideaGenerator = generator({
  kind: "idea",
  path: "/v1/projects/{project_id}/ideas/generate",
  brief: z.object({
    prompt: text({ max: 20_000 }).default("").meta({ description: "Description of the ideas; empty for any." }),
    gaps: z
      .array(z.enum(GAP_KINDS))
      .min(1)
      .max(GAP_KINDS.length)
      .optional()
      .meta({ description: "Only ideas for gaps of these kinds; of all when absent." }),
    count: integer({ min: 1, max: MOST, default: 5 }).meta({ description: "Number of ideas." }),
  }),
  query: "prompt",
  gather: async (db, projectId, seq) => {
    const before = await ideasBefore(db, projectId, seq);
    const gaps = await findGaps({ db, projectId, seq, isMade: gapsMade(before, "premise") });
    const newest = (isRejected: boolean) =>
      before.flatMap((each) => (each.isRejected === isRejected ? each.text : [])).slice(0, IDEAS_TOLD);
    return { gaps, rejected: newest(true), others: newest(false) } as never;
  },
  prompt: ({ prompt, count, gaps: kinds }, context) => {
    const { gaps, rejected, others } = context.gathered as unknown as Gathered;
    const told = chosen(gaps, kinds).slice(0, GAPS_TOLD);
    return {
      task: `You make ${count} ideas for a story world, each for one of the gaps that the record leaves. Contradict nothing that is recorded, and repeat none of the ideas that there are or that were turned down.`,
      parts: [
        recordPart(context),
        data("gaps", "the gaps of the record, as kind: what is missing, with the ids it is about", linesOf(told)),
        data("ideas", "the ideas that there are", others.join("\n") || "none"),
        data("rejected", "the ideas that were turned down", rejected.join("\n") || "none"),
        ...(prompt.trim() === "" ? [] : [request(prompt)]),
      ],
    };
  },
  answer: Answer,
  sketch: ({ count, gaps: kinds }, { gathered }) => {
    const { gaps } = gathered as unknown as Gathered;
    const ideas = inTurns(chosen(gaps, kinds))
      .slice(0, count)
      .map((gap) => {
        const { premise, hooks } = gapWords(gap);
        const entity_ids = gap.subjects.flatMap(({ id }) => (id.startsWith("ent_") ? id : []));
        return { premise, hooks: [...hooks], gap: gap.kind, entity_ids };
      });
    return { ideas };
  },
  land: async (unit, { ideas }, session) => {
    const there = await unit.load(entityResource, [...new Set(ideas.flatMap(({ entity_ids }) => entity_ids))]);
    const premises = ideas.map(({ premise }) => premise);
    const like = await likeIdeas(unit.db, unit.projectId, premises, null);
    const made: { id: string; premise: string }[] = [];
    for (const [at, each] of ideas.entries()) {
      const own = made.find(({ premise }) => sentenceLikeness(premise, each.premise, "premise") >= NEAR);
      const id = newId(idea.resource.prefix, session.now);
      const state = newState(idea.resource, {
        ...each,
        entity_ids: [...new Set(each.entity_ids)].filter((entity) => there.has(entity)),
        duplicate_of_id: like[at]?.[0]?.id ?? own?.id ?? null,
        source: { kind: "session", session_id: session.id },
      });
      unit.create(idea.resource, id, state);
      made.push({ id, premise: each.premise });
    }
    return { idea_ids: made.map(({ id }) => id), ...provenance(session) };
  },
});

function chosen(gaps: readonly Gap[], kinds: readonly string[] | undefined): Gap[] {
  return gaps.filter(({ kind }) => kinds === undefined || kinds.includes(kind));
}

/** Gaps with one of each kind before the second of any. */
function inTurns(gaps: readonly Gap[]): Gap[] {
  const turns = new Map<string, number>();
  const placed = gaps.map((gap) => {
    const turn = turns.get(gap.kind) ?? 0;
    turns.set(gap.kind, turn + 1);
    return { gap, turn };
  });
  return placed.toSorted((a, b) => a.turn - b.turn).map(({ gap }) => gap);
}

function linesOf(gaps: readonly Gap[]): string {
  const lines = gaps.map((gap) => {
    const ids = gap.subjects.map(({ id }) => id).join(", ");
    return `${gap.kind}: ${gapWords(gap).missing} (${ids})`;
  });
  return lines.join("\n") || "none";
}
