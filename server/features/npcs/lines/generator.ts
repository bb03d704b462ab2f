import { z } from "zod";
import type { JsonObject } from "#domain/json.ts";
import { sketchLines } from "#domain/sketch/line-sketch.ts";
import { Problem } from "../../../kernel/problem.ts";
import { text } from "../../../kernel/validation/fields.ts";
import type { Db } from "../../../record/database.ts";
import { findVersion } from "../../../record/versions.ts";
import { namedEntities } from "../../context/public.ts";
import { entityResource } from "../../entities/public.ts";
import { factResource } from "../../facts/public.ts";
import { type CompletedBrief, data, type GenerationContext, generator, request } from "../../generation/public.ts";
import { describeVoice } from "../describe-voice.ts";
import { npc, requireActive } from "../npc.ts";
import { EMOTIONS } from "../talk/schemas.ts";
import { LinesBrief, MAX_LINES, NpcOfBrief } from "./brief.ts";

/** Most facts of one line. */
const MAX_FACTS = 20;

const spoken = text({ min: 1, max: 2_000 }).refine(
  (words) => words.isWellFormed() && !words.includes("\u0000"),
  "the text holds broken characters",
);

const Lines = z.object({
  lines: z
    .array(
      z.object({
        text: spoken.meta({ description: "The spoken words." }),
        emotion: z.enum(EMOTIONS).nullable().meta({ description: "Emotion in which it is said." }),
        fact_ids: z
          .array(text({ max: 100 }))
          .max(MAX_FACTS)
          .meta({ description: "Ids of the facts it is made of." }),
      }),
    )
    .min(1)
    .max(MAX_LINES),
});

/** Lines that an npc could say in a situation, out of what its entity knows. */
export const linesGenerator = generator({
  kind: "npc_lines",
  path: "/v1/projects/{project_id}/npcs/{npc_id}/dialogue/generate",
  brief: LinesBrief,
  query: "situation",
  subjects: ["to"],
  complete,
  prompt: (brief, context) => {
    const { situation, to, count } = brief;
    const { character, voice } = NpcOfBrief.parse(brief);
    const other = to === null ? null : (context.entities.get(to)?.name ?? null);
    return {
      task: "You write lines that one character of a story could say: in the first person and in its own way of speaking, each of one to three sentences, each different from the others. The character knows what is recorded here and nothing else.",
      parts: [
        data("character", "who the character is", voice),
        data("facts", "the facts that the character knows, as id: fact", factsOf(context)),
        data("record", "what else the character knows of the world", restOf(context)),
        other === null ? `${character} speaks.` : `${character} speaks to ${other}.`,
        `Write ${count} lines for this situation:`,
        request(situation),
      ],
    };
  },
  answer: Lines,
  sketch: ({ count }, { sections }, seed) => {
    const facts = sections.flatMap(({ name, items }) => (name === "facts" ? items : []));
    const lines = sketchLines({ count, seed, facts: facts.map(({ id, text: said }) => ({ id, text: said })) });
    return { lines: lines.map(({ text: said, fact_ids }) => ({ text: said, emotion: null, fact_ids })) };
  },
  land: async (unit, { lines }): Promise<JsonObject> => {
    const named = [...new Set(lines.flatMap(({ fact_ids }) => fact_ids))];
    const there = await unit.load(factResource, named);
    return { lines: lines.map((line) => ({ ...line, fact_ids: line.fact_ids.filter((id) => there.has(id)) })) };
  },
});

/**
 * Adds the voice of the npc at a sequence. It reads the world itself.
 *
 * @throws {@link Problem} `not_found`, `npc_unavailable`.
 */
async function complete(db: Db, projectId: string, brief: LinesBrief, seq: number): Promise<CompletedBrief> {
  const version = await findVersion(db, npc.resource, projectId, brief.npc_id, seq);
  if (version === null) throw new Problem("not_found");
  const character = requireActive(version, await findVersion(db, entityResource, projectId, version.entity_id, seq));
  const as = version.entity_id;
  // A character that is secret even from itself is no subject of its own context.
  const about = [...(await namedEntities(db, projectId, { seq, as }, [as])).keys()];
  const voice = describeVoice(version, { character: character.name, person: "the player" });
  return { brief: { ...brief, character: character.name, voice }, as, about };
}

const factsOf = ({ sections }: GenerationContext) =>
  sections
    .flatMap(({ name, items }) => (name === "facts" ? items : []))
    .map(({ id, text: said }) => `${id}: ${said}`)
    .join("\n") || "none";

const restOf = ({ sections }: GenerationContext) =>
  sections
    .flatMap(({ name, items }) => (name === "facts" ? [] : items))
    .map(({ text: said }) => `- ${said}`)
    .join("\n") || "nothing";
