import { z } from "zod";
import { newId } from "../../../kernel/ids.ts";
import { idOf } from "../../../kernel/validation/fields.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { graphResource } from "../../dialogues/public.ts";
import { graphParams, Waiver, waiverApi, waiverFields } from "../schemas.ts";
import { placeOf, waiverResource } from "../waiver.ts";
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
    reason: waiverFields.reason,
    problems: z
      .array(
        z.strictObject({
          node_id: waiverFields.node_id.default(null),
          branch_id: waiverFields.branch_id.default(null),
          code: waiverFields.code,
        }),
      )
      .min(1)
      .max(500),
  }),
  output: z.object({
    waivers: z
      .array(Waiver)
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
    const before = await record.find(waiverResource, { graph_id, code: codes });
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
      record.create(waiverResource, id, { ...problem, reason, graph_id, by: caller.actor }, { loc });
      ids.set(place, id);
      return id;
    });
    await record.commit();
    const waivers = named.flatMap((id) => record.version(waiverResource, id) ?? []);
    return { waivers: waivers.map(waiverApi.toWire), unchanged: [...unchanged] };
  },
});
