import { z } from "zod";
import { SUPERSEDING_MODES } from "#drizzle/schema/facts.ts";
import { invalidValue } from "../../../kernel/problem.ts";
import { idOf } from "../../../kernel/validation/fields.ts";
import { target } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { byId } from "../../../record/look-up.ts";
import { stateOf } from "../../../record/resource.ts";
import { answerFact } from "../answer-fact.ts";
import { fact, factResource } from "../fact.ts";
import { Fact, FactCreate, supersededReason } from "../schemas.ts";
import { createIn, entitiesOf, factLookUps } from "../write-fact.ts";

export const supersedeFact = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/facts/{fact_id}/supersede",
  scope: "write",
  summary: "Supersede a fact",
  description:
    "Supersedes a fact with an existing one, or with a new one created in the same commit, because the world moved on or because it was never true (`mode`). Both are kept and refer to each other, and at an earlier `at_seq` the older one holds as it did. Facts are never superseded automatically. `unsupersede` reverts it.",
  params: fact.params,
  body: z.strictObject({
    by: z.union([idOf("fact"), FactCreate]).meta({ description: "Superseding fact: its id, or its content." }),
    reason: supersededReason.meta({ description: "Why." }),
    mode: z.enum(SUPERSEDING_MODES).default("from").meta({
      description:
        "`from` where the world moved on: entities that do not know the newer fact still know the older one. `retcon` where the older one was never true: from this event on it holds for nobody, whoever knows the newer one.",
    }),
  }),
  output: z.object({
    fact: Fact.meta({ description: "The fact that was superseded." }),
    by: Fact.meta({ description: "The fact that holds in its place." }),
  }),
  errors: ["not_found", "external_id_taken", "id_taken", "precondition_failed"],
  example: { by: { text: "The salt gate stays open since the flood." }, reason: "The flood took its doors." },
  lookUps: ({ params, body: { by } }) =>
    typeof by === "string"
      ? [byId(factResource, [params.fact_id, by])]
      : [
          byId(factResource, [params.fact_id, by.id]),
          ...factLookUps({ also_about: entitiesOf(by), external_id: by.external_id }),
        ],
  handle: async (context, { params, body }) => {
    const { record, services } = context;
    const version = await target(context, factResource, params.fact_id);
    const { by, reason, mode } = body;
    const newer = typeof by === "string" ? by : await createIn(record, by, services.clock.now(), ["body", "by"]);
    if ((await record.get(factResource, newer)) === null) {
      throw invalidValue(["body", "by"], "no such fact in this project", newer);
    }
    const state = {
      ...stateOf(factResource, version),
      superseded_by: newer,
      superseded_reason: reason,
      superseded_mode: mode,
    };
    record.update(factResource, version, state, { verb: "superseded", loc: ["body"] });
    const fact = await answerFact(context, version.id);
    const { etag } = context.response;
    const shown = { fact, by: await answerFact(context, newer) };
    if (etag !== undefined) context.response.etag = etag;
    return shown;
  },
});
