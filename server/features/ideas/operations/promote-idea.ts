import { z } from "zod";
import { newId } from "../../../kernel/ids.ts";
import { committed, target } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { entered } from "../../../operation/ordinary/states.ts";
import { byId } from "../../../record/look-up.ts";
import { newState, stateOf } from "../../../record/resource.ts";
import { createIn as createEntity, EntityCreate, entityLookUps } from "../../entities/public.ts";
import { createFact, FactCreate } from "../../facts/public.ts";
import { seed } from "../../seeds/public.ts";
import { IDEA_STATES, idea } from "../idea.ts";

/** Subjects of each kind that one promotion may make. */
const MOST = 50;

const made = <Schema extends z.ZodType>(schema: Schema, many: string) =>
  z
    .array(schema)
    .max(MOST)
    .default([])
    .meta({ description: `The ${many} to create.` });

export const promoteIdea = projectWrite({
  ...idea.transition("promote"),
  body: z
    .strictObject({
      entities: made(EntityCreate, "entities"),
      seeds: made(seed.body, "seeds"),
      facts: made(FactCreate, "facts"),
    })
    .meta({ id: "IdeaPromote" }),
  bodyOptional: true,
  output: idea.wire,
  errors: ["not_found", "precondition_failed", "wrong_state", "id_taken", "external_id_taken", "canon_violation"],
  example: {
    entities: [{ external_id: "ferryman", type: "character", name: "The ferryman" }],
    seeds: [{ promise: "The ferryman will be paid." }],
    facts: [{ text: "The ferryman sells passage to the drowned." }],
  },
  lookUps: ({ params, body }) => [
    byId(idea.resource, [params.idea_id]),
    ...body.entities.flatMap((each) => entityLookUps(each, each.id)),
  ],
  handle: async (context, { params, body }) => {
    const { record, caller, services } = context;
    const version = await target(context, idea.resource, params.idea_id);
    if (version.state !== "promoted") {
      idea.requireState("promote", version);
      const now = services.clock.now();
      const entity_ids: string[] = [];
      for (const [at, each] of body.entities.entries())
        entity_ids.push(await createEntity(record, each, now, ["body", "entities", at]));
      const fact_ids: string[] = [];
      for (const [at, each] of body.facts.entries())
        fact_ids.push(await createFact(record, each, now, ["body", "facts", at]));
      const chosen = body.seeds.flatMap(({ id }) => id ?? []);
      await record.requireUnused(seed.resource, chosen);
      const seed_ids = body.seeds.map(({ id = newId(seed.resource.prefix, now), ...sent }, at) => {
        const state = newState(seed.resource, { ...sent, idea_id: version.id });
        record.create(seed.resource, id, state, { loc: ["body", "seeds", at] });
        return id;
      });
      const stamps = entered({ states: IDEA_STATES }, "promoted", {
        actor: caller.actor,
        at: new Date(now).toISOString(),
      });
      const promoted_to = { entity_ids, seed_ids, fact_ids };
      const next = { ...stateOf(idea.resource, version), ...stamps, promoted_to };
      record.update(idea.resource, version, next, { verb: "promoted", last: true });
    }
    return idea.toWire(await committed(context, idea.resource, version.id));
  },
});
