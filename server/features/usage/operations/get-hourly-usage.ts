import { z } from "zod";
import { idOf } from "../../../kernel/validation/fields.ts";
import { read } from "../../../operation/operation.ts";
import { requireWholeWorkspace } from "../../access/public.ts";
import { HourlyUsage } from "../schemas.ts";
import { addCounts, readUsage } from "../used.ts";

const HOUR_MS = 60 * 60 * 1000;
const HOURS = 24;

export const getHourlyUsage = read({
  method: "GET",
  path: "/v1/usage/hours",
  scope: "admin",
  summary: "Get the last 24 hours by caller",
  description:
    "Requests of each key and person in the last 24 hours, by hour: whether a key that was rotated is still in use is seen " +
    "here. The last of the hours is the one under way.",
  params: z.object({}),
  query: z.object({ key_id: idOf("key").optional().meta({ description: "Only requests of this key." }) }),
  output: HourlyUsage,
  errors: ["forbidden"],
  prepare: (_, { usage }) => usage.flush(),
  handle: async ({ db, caller, services }, { query }) => {
    requireWholeWorkspace(caller);
    const to = (Math.floor(services.clock.now() / HOUR_MS) + 1) * HOUR_MS;
    const hours = Array.from({ length: HOURS }, (_, index) => to - (HOURS - index) * HOUR_MS);
    const chosen = {
      workspaceId: caller.workspaceId,
      from: to - HOURS * HOUR_MS,
      to,
      modes: caller.modes,
      ...(query.key_id !== undefined && { caller: `key:${query.key_id}` }),
    };
    const rows = await readUsage(db, chosen, "key", "hour");
    const callers = [...Map.groupBy(rows, ({ group }) => group)].map(([actor, own]) => {
      const requests = new Map(own.map((row) => [row.startsAt, row.requests]));
      return { caller: actor, ...addCounts(own), per_hour: hours.map((hour) => requests.get(hour) ?? 0) };
    });
    callers.sort((a, b) => b.requests - a.requests || (a.caller < b.caller ? -1 : 1));
    return { hours: hours.map((hour) => new Date(hour).toISOString()), callers };
  },
});
