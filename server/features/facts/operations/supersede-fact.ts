import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { SUPERSEDING_MODES } from "#drizzle/schema/facts.ts";
import { newId } from "../../../kernel/ids.ts";
import { invalidValue, Problem } from "../../../kernel/problem.ts";
import { idOf } from "../../../kernel/validation/fields.ts";
import { target } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { byId } from "../../../record/look-up.ts";
import { stateOf } from "../../../record/resource.ts";
import { answerFact, answerPlainFact } from "../answer-fact.ts";
import { fact, factResource, requireSecretsListed } from "../fact.ts";
import { changeInRun } from "../in-run.ts";
import { Fact, FactCreate, inRunFields, namesRun, runStep, supersededReason, WrittenFact } from "../schemas.ts";
import { createIn, entitiesOf, factLookUps, newState, requireNamed } from "../write-fact.ts";

export const supersedeFact = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/facts/{fact_id}/supersede",
  scope: "write",
  summary: "Supersede a fact",
  description:
    "Supersedes a fact with an existing one, or with a new one created in the same commit, because the world moved on or because it was never true (`mode`). Both are kept and refer to each other, and at an earlier `at_seq` the older one holds as it did. Facts are never superseded automatically. `unsupersede` reverts it. With `run`, it happens in that playthrough alone, and a new fact exists only there.",
  params: fact.params,
  body: z
    .strictObject({
      by: z.union([idOf("fact"), FactCreate]).meta({ description: "Superseding fact: its id, or its content." }),
      reason: supersededReason.meta({ description: "Why." }),
      mode: z.enum(SUPERSEDING_MODES).default("from").meta({
        description:
          "`from` where the world moved on: entities that do not know the newer fact still know the older one. `retcon` where the older one was never true: from this event on it holds for nobody, whoever knows the newer one.",
      }),
      ...inRunFields,
    })
    .refine(...namesRun),
  output: z.object({
    fact: Fact.meta({ description: "The fact that was superseded." }),
    by: WrittenFact.meta({ description: "The fact that holds in its place." }),
    ...runStep,
  }),
  errors: [
    "not_found",
    "external_id_taken",
    "id_taken",
    "precondition_failed",
    "run_step",
    "run_state",
    "linked",
    "canon_violation",
  ],
  example: { by: { text: "The salt gate stays open since the flood." }, reason: "The flood took its doors." },
  lookUps: ({ params, body: { by } }) =>
    typeof by === "string"
      ? [byId(factResource, [params.fact_id, by])]
      : [
          byId(factResource, [params.fact_id, by.id]),
          ...factLookUps({ also_about: entitiesOf(by), external_id: by.external_id }),
        ],
  inRun: async (context, { params: { fact_id: id }, body: { run, step, by, reason, mode } }) => {
    if (typeof by !== "string" && by.external_id != null) {
      throw invalidValue(["body", "by", "external_id"], "a fact of a playthrough has none", by.external_id);
    }
    const now = context.services.clock.now();
    const made = typeof by === "string" ? null : { id: by.id ?? newId("fact", now), state: newState(by) };
    const newer = typeof by === "string" ? by : (made?.id ?? "");
    const superseding = { fact: id, reason, mode };
    const { facts, run_step } = await changeInRun(context, {
      ...{ run, step },
      isSame: (done) => {
        if (!("supersede" in done)) return false;
        const { by: doneBy, made: doneMade, ...rest } = done.supersede;
        const isNamed = typeof by !== "string" && by.id === undefined;
        if (!isDeepStrictEqual(rest, superseding) || (!isNamed && doneBy !== newer)) return false;
        return isDeepStrictEqual(doneMade?.content ?? null, made?.state ?? null);
      },
      action: async (before) => {
        await before.require(id);
        if (made === null) {
          if ((await before.find(newer)) === null) {
            throw invalidValue(["body", "by"], "no such fact in this playthrough", newer);
          }
          await before.requireNoCircle(id, newer);
          return { supersede: { ...superseding, by: newer, made: null } };
        }
        const loc = ["body", "by"];
        await requireNamed(before, null, made.state, loc);
        requireSecretsListed([{ after: made.state, loc }]);
        if (await before.isUsed(made.id)) throw new Problem("id_taken", { detail: { id: made.id } });
        const at = new Date(now).toISOString();
        return { supersede: { ...superseding, by: newer, made: { id: made.id, at, content: made.state } } };
      },
    });
    const last = await facts.require(id);
    return { fact: await facts.shown(id), by: await facts.written(last.superseded_by ?? newer), run_step };
  },
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
    const fact = await answerPlainFact(context, version.id);
    const { etag } = context.response;
    const shown = { fact, by: await answerFact(context, newer), run_step: null };
    if (etag !== undefined) context.response.etag = etag;
    return shown;
  },
});
