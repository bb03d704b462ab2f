import { z } from "zod";

const counts = {
  requests: z.int().meta({ description: "All requests of known callers, whatever their result." }),
  succeeded: z.int().meta({ description: "Answered with 2xx or 3xx." }),
  limited: z.int().meta({ description: "Answered 429." }),
  refused: z.int().meta({ description: "Answered with any other 4xx." }),
  failed: z.int().meta({ description: "Answered with 5xx." }),
  generation_units: z.int().meta({ description: "Used units of generation." }),
};

export const UsageTotal = z.object(counts).meta({ id: "UsageTotal" });

export const UsageDay = z
  .object({ date: z.iso.date().meta({ description: "The day, UTC." }), ...counts })
  .meta({ id: "UsageDay" });

export const UsageGroup = z
  .object({
    group: z.string().nullable().meta({
      description:
        "Value of the dimension: `key:<id>` or `user:<id>`, a class, or a project's id; null for requests without a project.",
    }),
    ...counts,
    per_day: z.array(z.int()).meta({ description: "Requests of each day of `days`." }),
  })
  .meta({ id: "UsageGroup" });

export const UsageForecast = z
  .object({
    requests: z.int().meta({ description: "Projected requests of the whole period." }),
    generation_units: z.int().meta({ description: "Projected units of the whole period." }),
    generation_units_reached_at: z.iso
      .datetime()
      .nullable()
      .meta({ description: "When the month's units are used up; null when they last." }),
  })
  .meta({ id: "UsageForecast" });

export const Usage = z
  .object({
    from: z.iso.date().meta({ description: "The first day." }),
    to: z.iso.date().meta({ description: "The last day." }),
    total: UsageTotal.meta({ description: "The whole period." }),
    days: z.array(UsageDay).meta({ description: "Each day of the period in order, those without requests too." }),
    groups: z.array(UsageGroup).meta({ description: "The groups with the most requests, most first." }),
    group_count: z.int().meta({ description: "Number of groups." }),
    forecast: UsageForecast.nullable().meta({
      description: "Where the period leads; null when it is over or has not begun.",
    }),
  })
  .meta({ id: "UsageReport" });

export const HourlyUsage = z
  .object({
    hours: z.array(z.iso.datetime()).meta({ description: "Where each of the last 24 hours begins, oldest first." }),
    callers: z
      .array(
        z.object({
          caller: z
            .string()
            .meta({ description: "`key:<id>` or `user:<id>`; `players` for the tokens of players together." }),
          ...counts,
          per_hour: z.array(z.int()).meta({ description: "Requests of each hour of `hours`." }),
        }),
      )
      .meta({ description: "Callers, most requests first." }),
  })
  .meta({ id: "HourlyUsage" });

const limit = z.int().nullable().meta({ description: "Limit of the plan; null for none." });
const reached = z.iso.datetime().nullable().meta({
  description: "Projected date of reaching the limit, from the last 30 days; null if not within a year.",
});

const Counted = z
  .object({ limit, used: z.int().meta({ description: "Number in use." }), reached_at: reached })
  .meta({ id: "CountedLimit" });

export const Limits = z
  .object({
    plan: z.string().meta({ description: "The workspace's plan." }),
    title: z.string().meta({ description: "Display name of the plan." }),
    rates: z
      .object({
        keys: z.int().meta({ description: "Requests of all keys of one mode together within the window." }),
        person: z.int().meta({ description: "Requests of one signed-in person within the window." }),
        window_seconds: z.int().meta({ description: "Length of the window in seconds." }),
      })
      .meta({ description: "Number of requests allowed; more are a 429." }),
    projects: Counted.meta({ description: "Projects of both modes, without those that are deleted." }),
    members: Counted.meta({ description: "Members, and invitations that can still be accepted." }),
    webhooks: Counted.meta({ description: "Webhooks of all projects, switched on or off." }),
    generation_units: z
      .object({
        limit,
        used: z.int().meta({ description: "Units of live data that were used this month." }),
        reached_at: z.iso
          .datetime()
          .nullable()
          .meta({ description: "When the month's units are used up; null when they last." }),
        resets_at: z.iso.datetime().meta({ description: "When the next month begins." }),
      })
      .meta({ description: "Units of generation in the calendar month." }),
    file_bytes: Counted.meta({ description: "Bytes of files in all projects, without those that are deleted." }),
    log_retention_days: z.int().meta({ description: "Retention of deliveries and other logs, in days." }),
    player_event_days: z
      .int()
      .meta({ description: "Retention of player events, in days; what was counted of them stays." }),
  })
  .meta({ id: "Limits" });
