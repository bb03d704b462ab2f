import { z } from "zod";
import { newId } from "../../../kernel/ids.ts";
import { idOf } from "../../../kernel/validation/fields.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { graphResource } from "../../dialogues/public.ts";
import { graphParams } from "../schemas.ts";
import { placeOf, waiver } from "../waiver.ts";
import { requirePlaces } from "../waiver-place.ts";

export const createWaivers = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/game-narrative/dialogues/{graph_id}/waivers/batch",
  scope: "write",
  summary: "Ignore problems in one transaction",
  description:
    "Up to 500, with one reason; all of them or none. A problem that is ignored already stays as it is, with the reason it has, so a request that was cut off can be sent again.",
  params: graphParams,
  body: z.strictObject({
    reason: waiver.body.shape.reason,
    problems: z
      .array(waiver.body.pick({ node_id: true, branch_id: true, code: true }))
      .min(1)
      .max(500),
  }),
  output: z.object({
    waivers: z
      .array(waiver.wire)
      .meta({ description: "For each problem the waiver it has now, in the order of the request." }),
    unchanged: z.array(idOf("wvr")).meta({ description: "The waivers that were there before." }),
  }),
  status: 201,
  alone: true,
  errors: ["not_found"],
  example: {
    reason: "The story goes on in another dialogue.",
    problems: [{ code: "no_ending" }, { code: "missing_start" }],
  },
  handle: async ({ record, services, caller }, { params, body }) => {
    const { graph_id } = params;
    const { reason, problems } = body;
    await record.require(graphResource, graph_id);
    await requirePlaces(record, graph_id, problems, (index) => ["body", "problems", index]);
    const codes = [...new Set(problems.map(({ code }) => code))];
    const before = await record.find(waiver.resource, { graph_id, code: codes });
    const ids = new Map(before.map((each) => [placeOf(each), each.id]));
    const unchanged = new Set<string>();
    const kept = new Set(before.map(({ id }) => id));
    const now = services.clock.now();
    const named = problems.map((problem, index) => {
      const place = placeOf({ ...problem, graph_id });
      const known = ids.get(place);
      if (known !== undefined) {
        if (kept.has(known)) unchanged.add(known);
        return known;
      }
      const id = newId("wvr", now);
      const loc = ["body", "problems", index];
      record.create(waiver.resource, id, { ...problem, reason, graph_id, by: caller.actor }, { loc });
      ids.set(place, id);
      return id;
    });
    await record.commit();
    const waivers = named.flatMap((id) => record.version(waiver.resource, id) ?? []);
    return { waivers: waivers.map(waiver.toWire), unchanged: [...unchanged] };
  },
});
