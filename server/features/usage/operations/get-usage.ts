import { z } from "zod";
import { Problem } from "../../../kernel/problem.ts";
import { type Caller, MODES, type Mode } from "../../../kernel/scope.ts";
import { idOf, integer } from "../../../kernel/validation/fields.ts";
import { read } from "../../../operation/operation.ts";
import { OPERATION_CLASSES } from "../../../operation/usage.ts";
import { planOf, requireWholeWorkspace, requireWorkspace } from "../../access/public.ts";
import { unitsReachedAt } from "../forecast.ts";
import { DAY_MS, day, daysOf, isoDay, type Period, periodOf } from "../period.ts";
import { Usage } from "../schemas.ts";
import { addCounts, type Counts, readUsage, type UsageFilter, type UsageRow, usedInMonth } from "../used.ts";

export const getUsage = read({
  method: "GET",
  path: "/v1/usage",
  scope: "admin",
  summary: "Get the usage",
  description:
    "Requests of the workspace by day, and by key, class or project when `group_by` is given. Counts are written twice a " +
    "minute by each process; those of the process that answers are complete. Days of the last 92 are told apart, and before " +
    "that whole months stand at their first day. A key sees its own mode; what test keys do is counted, and never billed.",
  params: z.object({}),
  query: z.object({
    from: day().optional().meta({ description: "The first day, UTC; the first of this month when it is left out." }),
    to: day().optional().meta({ description: "The last day, UTC; today when it is left out." }),
    group_by: z.enum(["key", "class", "project"]).optional().meta({ description: "Dimension of the groups." }),
    top: integer({ min: 1, max: 500, default: 50 }).meta({ description: "Number of groups to return." }),
    mode: z.enum(MODES).optional().meta({ description: "Only requests of this mode." }),
    key_id: idOf("key").optional().meta({ description: "Only requests of this key." }),
    user_id: idOf("usr").optional().meta({ description: "Only requests of this person." }),
    class: z.enum(OPERATION_CLASSES).optional().meta({ description: "Only operations of this class." }),
    project_id: idOf("prj").optional().meta({ description: "Only requests about this project." }),
  }),
  output: Usage,
  errors: ["forbidden"],
  prepare: (_, { usage }) => usage.flush(),
  handle: async ({ db, caller, services }, { query }) => {
    requireWholeWorkspace(caller);
    const now = services.clock.now();
    const period = periodOf(query, now);
    const chosen: UsageFilter = {
      workspaceId: caller.workspaceId,
      ...period,
      modes: modesOf(caller, query.mode),
      ...(query.key_id !== undefined && { caller: `key:${query.key_id}` }),
      ...(query.user_id !== undefined && { caller: `user:${query.user_id}` }),
      ...(query.class !== undefined && { class: query.class }),
      ...(query.project_id !== undefined && { project: query.project_id }),
    };
    const rows = await readUsage(db, chosen, query.group_by ?? "none", "day");
    const dates = daysOf(period);
    const groups = query.group_by === undefined ? [] : groupsOf(rows, dates);
    const total = addCounts(rows);
    const workspace = await requireWorkspace(db, caller.workspaceId);
    const { live } = await usedInMonth(db, caller.workspaceId, now);
    return {
      from: isoDay(period.from),
      to: isoDay(period.to - DAY_MS),
      total,
      days: totalsOf(rows, dates),
      groups: groups.slice(0, query.top),
      group_count: groups.length,
      forecast: forecastOf(period, total, now, {
        limit: planOf(workspace.plan).generationUnits,
        used: live.generation_units,
      }),
    };
  },
});

function modesOf(caller: Caller, asked: Mode | undefined): readonly Mode[] {
  if (asked === undefined) return caller.modes;
  if (caller.modes.includes(asked)) return [asked];
  throw new Problem("forbidden", { message: `This key works in ${caller.modes.join(", ")} mode only.` });
}

function totalsOf(rows: readonly UsageRow[], dates: readonly string[]) {
  const byDate = Map.groupBy(rows, ({ startsAt }) => isoDay(startsAt));
  return dates.map((date) => ({ date, ...addCounts(byDate.get(date) ?? []) }));
}

function groupsOf(rows: readonly UsageRow[], dates: readonly string[]) {
  const groups = [...Map.groupBy(rows, ({ group }) => group)].map(([group, own]) => {
    const requests = new Map(own.map((row) => [isoDay(row.startsAt), row.requests]));
    return {
      group: group === "" ? null : group,
      ...addCounts(own),
      per_day: dates.map((date) => requests.get(date) ?? 0),
    };
  });
  return groups.sort((a, b) => b.requests - a.requests || ((a.group ?? "") < (b.group ?? "") ? -1 : 1));
}

function forecastOf(period: Period, total: Counts, now: number, units: { limit: number | null; used: number }) {
  if (now < period.from || now >= period.to) return null;
  const share = (period.to - period.from) / Math.max(now - period.from, 1);
  const reached = unitsReachedAt(now, units);
  return {
    requests: Math.round(total.requests * share),
    generation_units: Math.round(total.generation_units * share),
    generation_units_reached_at: reached === null ? null : new Date(reached).toISOString(),
  };
}
