import { z } from "zod";
import { newId } from "../../../kernel/ids.ts";
import { EVERYONE } from "../../../kernel/scope.ts";
import { freeObject, idOf, singleLine, text } from "../../../kernel/validation/fields.ts";
import { projectRead } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { newState, type Version } from "../../../record/resource.ts";
import { MAX_PROPERTIES_BYTES, type RelationshipVersion, relationshipResource } from "../../entities/public.ts";
import { type FactVersion, factResource } from "../../facts/public.ts";
import { completeRules } from "../declared-predicates.ts";
import { findViolations } from "../find-violations.ts";
import { ProposedSource } from "../proposed-source.ts";
import { subjectsToCheck } from "../read-world.ts";
import { ruleOf } from "../rule.ts";
import { CanonViolation } from "../schemas.ts";
import { loadAt, rulesAt, showViolations, waiversAt } from "../show-violations.ts";
import { NOT_YET, RecordedSource } from "../source.ts";

const MOST_CHANGES = 200;
const MOST_KNOWERS = 1_000;

const entity = idOf("ent");

const ProposedFact = z
  .strictObject({
    id: idOf("fact")
      .optional()
      .meta({ description: "The fact that it changes, or the id that it will have; made for the check when absent." }),
    subject_id: entity.nullable().default(null).meta({ description: "The entity that it is about; null for none." }),
    predicate: singleLine({ min: 1, max: 100 })
      .nullable()
      .default(null)
      .meta({ description: "Predicate, such as `died`." }),
    object_id: entity.nullable().default(null).meta({ description: "The entity that the predicate leads to." }),
    text: text({ min: 1, max: 10_000 }).meta({ description: "The fact in words." }),
    known_by: z
      .union([z.literal(EVERYONE), z.array(entity).max(MOST_KNOWERS)])
      .default(EVERYONE)
      .meta({ description: "`everyone`, or the entities that know it." }),
    supersedes: z.array(idOf("fact")).max(50).default([]).meta({ description: "Facts whose place it takes." }),
  })
  .meta({ id: "ProposedFact" });

const ProposedRelationship = z
  .strictObject({
    type: singleLine({ min: 1, max: 100 }).meta({ description: "Type, such as `has`." }),
    source_id: entity.meta({ description: "Where it comes from." }),
    target_id: entity.meta({ description: "Where it leads to." }),
  })
  .meta({ id: "ProposedRelationship" });

const ProposedEntity = z
  .strictObject({
    entity_id: entity.meta({ description: "The entity." }),
    properties: freeObject({ maxBytes: MAX_PROPERTIES_BYTES }).meta({
      description: "Properties that are set; others stay.",
    }),
  })
  .meta({ id: "ProposedEntity" });

export const checkChanges = projectRead({
  method: "POST",
  path: "/v1/projects/{project_id}/canon/check",
  scope: "read",
  summary: "Check changes against the canon",
  description:
    "Violations that changes would introduce, before anybody makes them: facts that a model proposes, an extraction, a suggestion. All rules whose mode is not `off` are asked. Nothing is recorded. Violations that are there already, and ignored ones, are left out.",
  params: projectScope,
  body: z.strictObject({
    facts: z.array(ProposedFact).max(MOST_CHANGES).default([]).meta({ description: "Facts to be." }),
    relationships: z
      .array(ProposedRelationship)
      .max(MOST_CHANGES)
      .default([])
      .meta({ description: "Relationships to be." }),
    entities: z.array(ProposedEntity).max(MOST_CHANGES).default([]).meta({ description: "Properties to be." }),
  }),
  output: z.object({
    violations: z.array(CanonViolation).meta({ description: "What the changes would contradict." }),
  }),
  errors: ["not_found"],
  example: {
    facts: [{ subject_id: "ent_01jd0000000000000000000001", predicate: "died", text: "She drowned at the old moon." }],
  },
  handle: async ({ db, project, atSeq, services }, { body }) => {
    const at = { db, projectId: project.id, atSeq };
    const versions = await rulesAt(at);
    const asked = versions.map(ruleOf).filter(({ mode }) => mode !== "off");
    const rules = await completeRules(db, project.id, asked, atSeq);
    const now = services.clock.now();
    const meta = {
      project_id: project.id,
      valid_from_seq: NOT_YET,
      valid_to_seq: NOT_YET,
      created_seq: NOT_YET,
      created_at: "",
      updated_at: "",
    };
    const named = body.facts.flatMap(({ id }) => id ?? []);
    const known = await loadAt(at).load(factResource, named);
    const facts = body.facts.map(({ id = newId("fact", now), supersedes: _, ...sent }): FactVersion => {
      // One that changes is as old as it was: it comes behind nothing that was written after it.
      const created_seq = known.get(id)?.created_seq ?? NOT_YET;
      return { ...newState(factResource, sent), ...meta, created_seq, id };
    });
    const relationships = body.relationships.map((sent): RelationshipVersion => {
      const state = newState(relationshipResource, { properties: {}, external_id: null, ...sent });
      return { ...state, ...meta, id: newId("rel", now) };
    });
    const recorded = new RecordedSource(db, project.id, atSeq);
    const proposed = new ProposedSource(recorded, {
      ...{ facts, relationships },
      superseded: new Set(body.facts.flatMap(({ supersedes }) => supersedes)),
      properties: new Map(body.entities.map(({ entity_id, properties }) => [entity_id, properties])),
    });
    const changed = [
      ...facts.flatMap(({ id, subject_id, object_id }) => [id, subject_id, object_id]),
      ...relationships.flatMap(({ source_id, target_id }) => [source_id, target_id]),
      ...body.entities.map(({ entity_id }) => entity_id),
    ].filter((id) => id !== null);
    const units = await subjectsToCheck(proposed, rules, changed);
    const there = new Set((await findViolations(recorded, rules, units)).map(({ id }) => id));
    const waivers = await waiversAt(at);
    const fresh = (await findViolations(proposed, rules, units)).filter(({ id }) => !there.has(id) && !waivers.has(id));
    const load = loadWith(loadAt(at), [...facts, ...relationships]);
    const shown = await showViolations(at, fresh, {
      rules: new Map(versions.map((each) => [each.id, each])),
      waivers,
      load,
    });
    return { violations: shown };
  },
});

/** Loads subjects of the record, and proposed ones in their place. */
function loadWith(
  recorded: ReturnType<typeof loadAt>,
  proposed: readonly Version<object>[],
): ReturnType<typeof loadAt> {
  const own = new Map(proposed.map((each) => [each.id, each]));
  return {
    load: async (resource, ids) => {
      const found = new Map(await recorded.load(resource, ids));
      for (const id of ids) if (own.has(id)) found.set(id, own.get(id) as never);
      return found;
    },
  };
}
