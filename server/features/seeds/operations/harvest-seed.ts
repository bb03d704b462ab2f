import { z } from "zod";
import { jsonEqual } from "#domain/json.ts";
import { seedFields } from "#drizzle/schema/seeds.ts";
import { committed, target } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { entered } from "../../../operation/ordinary/states.ts";
import { byId } from "../../../record/look-up.ts";
import { stateOf } from "../../../record/resource.ts";
import { namedLookUps } from "../require-named.ts";
import { SEED_STATES, seed } from "../seed.ts";

export const harvestSeed = projectWrite({
  ...seed.transition("harvest"),
  body: z
    .strictObject({
      payoff: seedFields.payoff.schema.optional().meta({
        description: "Place at which the promise is kept; what is recorded of it stays when absent.",
      }),
    })
    .meta({ id: "SeedHarvest" }),
  bodyOptional: true,
  output: seed.wire,
  errors: ["not_found", "precondition_failed", "wrong_state"],
  example: { payoff: { kind: "event", seq: 1 } },
  lookUps: ({ params, body }) => [byId(seed.resource, [params.seed_id]), ...namedLookUps(body)],
  handle: async (context, { params, body }) => {
    const { record, caller, services } = context;
    const version = await target(context, seed.resource, params.seed_id);
    const before = stateOf(seed.resource, version);
    const payoff = body.payoff === undefined ? before.payoff : body.payoff;
    const isKept = before.state === "harvested";
    if (!isKept) seed.requireState("harvest", version);
    if (!isKept || !jsonEqual(payoff, before.payoff)) {
      const at = new Date(services.clock.now()).toISOString();
      const stamps = isKept ? {} : entered({ states: SEED_STATES }, "harvested", { actor: caller.actor, at });
      record.update(seed.resource, version, { ...before, ...stamps, payoff }, { verb: "harvested" });
    }
    return seed.toWire(await committed(context, seed.resource, version.id));
  },
});
