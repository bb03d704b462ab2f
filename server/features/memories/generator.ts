import { z } from "zod";
import { chosenId, finiteNumber, idOf, singleLine, text } from "../../kernel/validation/fields.ts";
import { findVersions } from "../../record/versions.ts";
import { entityResource } from "../entities/public.ts";
import { fact, keepMemory, memoryFields } from "../facts/public.ts";
import { data, entitiesPart, generator, recordPart } from "../generation/public.ts";

/** Facts that one memory may be taken apart into. */
const MAX_FACTS = 50;

const entity = (description: string) => idOf("ent").nullable().meta({ description });

const Answer = z.object({
  facts: z
    .array(
      z.object({
        text: text({ min: 1, max: 2_000 }).meta({ description: "One thing that holds, in a sentence." }),
        subject_id: entity("Id of the entity it is about; null for the world."),
        predicate: singleLine({ min: 1, max: 100 })
          .nullable()
          .meta({ description: "A verb such as `owes`; null where none fits." }),
        object_id: entity("Id of the entity the predicate leads to."),
        confidence: finiteNumber({ min: 0, max: 1 }).meta({ description: "How sure the text makes it." }),
      }),
    )
    .max(MAX_FACTS),
});

/**
 * Facts taken out of a text by a model. The text itself is kept when the session starts; the facts are a proposal. There is no sketch:
 * it would make facts up.
 */
export const memoryGenerator = generator({
  kind: "memory",
  path: "/v1/projects/{project_id}/memories/generate",
  brief: z.object({
    ...memoryFields,
    fact_id: chosenId("fact").meta({ description: "Id of the fact that keeps the text; made for it when absent." }),
  }),
  query: "text",
  subjects: ["subject_ids"],
  isReviewed: true,
  prompt: (brief, context) => ({
    task: "You take single facts out of a text about a story world. State only what the text says, each fact once, in its language, and nothing that the record has already. Use the ids of the list of entities and no others; where none fits, use null.",
    parts: [
      recordPart(context),
      entitiesPart(context.entities.values()),
      data("memory", "the text that you take facts out of", brief.text),
    ],
  }),
  answer: Answer,
  continuity: async (db, projectId, seq, draft) => {
    const named = namesOf(draft);
    if (named.length === 0) return [];
    const ids = [...new Set(named.map(({ id }) => id))];
    const found = new Set((await findVersions(db, entityResource, projectId, { id: ids }, seq)).map(({ id }) => id));
    return named
      .filter(({ id }) => !found.has(id))
      .map(({ id, pointer }) => ({
        pointer,
        message: "There is no such entity; the fact would be kept without it.",
        subject_id: id,
        evidence: "The project has no entity with this id.",
      }));
  },
  keep: async (unit, { text: words, subject_ids, known_by, fact_id }, now) => {
    await keepMemory(unit, { id: fact_id, text: words, subject_ids, known_by }, now);
  },
  landAs: {
    resource: fact,
    bodies: async (unit, draft, { known_by }) => {
      const listed = Array.isArray(known_by) ? known_by : [];
      const there = await unit.load(entityResource, [...namesOf(draft).map(({ id }) => id), ...listed]);
      const known = (id: string | null) => (id !== null && there.has(id) ? id : null);
      return draft.facts.map((each) => ({
        ...each,
        subject_id: known(each.subject_id),
        object_id: known(each.object_id),
        known_by: Array.isArray(known_by) ? known_by.filter((id) => there.has(id)) : known_by,
      }));
    },
  },
});

/** Every entity that a draft names, with where it does. */
function namesOf({ facts }: z.output<typeof Answer>): { id: string; pointer: string }[] {
  return facts.flatMap(({ subject_id, object_id }, at) => [
    ...(subject_id === null ? [] : [{ id: subject_id, pointer: `/facts/${at}/subject_id` }]),
    ...(object_id === null ? [] : [{ id: object_id, pointer: `/facts/${at}/object_id` }]),
  ]);
}
