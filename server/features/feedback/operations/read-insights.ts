import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { FEWEST_SIGNALS, TRENDS } from "#domain/feedback/trend.ts";
import { SIGNAL_TYPES } from "#drizzle/schema/feedback.ts";
import { hasMore, listOutput, pageQuery } from "../../../kernel/page.ts";
import { integer } from "../../../kernel/validation/fields.ts";
import { projectRead } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { nameKey, subjectNames } from "../../../record/subject-names.ts";
import { GROUPS, readInsights } from "../insights.ts";
import { signal } from "../signal.ts";

const share = (description: string) => z.number().meta({ description });

const Category = z
  .object({
    value: z.string().meta({ description: "The word." }),
    n: z.int().meta({ description: "Number of signals with it." }),
    share: share("Their share, 0 to 1."),
    low: share("Lower end of the Wilson interval of that share, at 95 %."),
    high: share("Upper end of it."),
  })
  .meta({ id: "FeedbackCategory" });

const Insight = z
  .object({
    group: z.string().nullable().meta({ description: "What the signals have in common; null without groups." }),
    subject_type: z.string().nullable().meta({ description: "Type of the subject, where that is the group." }),
    subject_name: z.string().nullable().meta({ description: "Its name or its first words, where that is the group." }),
    graph_id: z.string().nullable().meta({ description: "Dialogue of a card, where that is the group." }),
    name: z.string().meta({ description: "Name of the signals." }),
    data_type: z.enum(SIGNAL_TYPES).meta({ description: "Kind of their values." }),
    insufficient_data: z.boolean().meta({
      description: `Whether there are fewer than ${FEWEST_SIGNALS} signals: then no number is told.`,
    }),
    n: z.int().nullable().meta({ description: "Number of signals; null with too few." }),
    mean: z.number().nullable().meta({
      description: "Mean of numbers and corrections, share of `true`; null for other kinds and with too few.",
    }),
    interval: z
      .object({ low: share("Lower end, 0 to 1."), high: share("Upper end, 0 to 1.") })
      .nullable()
      .meta({
        id: "FeedbackInterval",
        description: "Wilson score interval of the share of `true`, at 95 %; null for other kinds and with too few.",
      }),
    categories: z.array(Category).meta({ description: "Words that were given, the most frequent first, at most 20." }),
    trend: z.enum(TRENDS).nullable().meta({
      description:
        "Where the mean went since the window before: shares whose intervals do not meet and means further apart than chance explains have moved; null where either window has too few.",
    }),
    since: z.string().meta({
      description: "Beginning of the window, UTC: signals given after it count; `updated_after` lists them.",
    }),
    last_at: z.string().meta({ description: "Time of the last signal, UTC." }),
  })
  .meta({ id: "FeedbackInsight" });

/** Fields that signals can be narrowed by. */
const NARROWING = ["subject_id", "subject_type", "name", "session_id"] as const;

export const readFeedbackInsights = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/feedback/insights",
  scope: "read",
  summary: "Read insights of feedback",
  description: `Means, shares with their Wilson intervals, and trends of feedback, by group and name, the most signals first. Under ${FEWEST_SIGNALS} signals no number is told, and \`insufficient_data\` says so. Groups by session, kind of generation, provider and model have what generations made.`,
  params: projectScope,
  query: z.object({
    ...pageQuery,
    group_by: z
      .enum(GROUPS)
      .default("subject")
      .meta({ description: "What signals are grouped by, beside their name." }),
    window: integer({ min: 1, max: 3_650, default: 30 }).meta({
      description: "Days that count, up to the last signal; trends compare them with as many before.",
    }),
    subject_id: signal.declared.subject_id.schema.optional().meta({ description: "Only feedback about this subject." }),
    subject_type: z.string().max(60).optional().meta({ description: "Only feedback about subjects of this type." }),
    name: signal.declared.name.schema.optional().meta({ description: "Only feedback of this name." }),
    session_id: signal.declared.session_id.schema
      .unwrap()
      .optional()
      .meta({ description: "Only feedback about what this session made, and about the session." }),
  }),
  output: listOutput("insights", Insight),
  errors: ["not_found"],
  handle: async ({ db, project, atSeq, services }, { query }) => {
    const { offset, limit, group_by: groupBy, window } = query;
    const where = NARROWING.flatMap((name): SQL[] =>
      query[name] === undefined ? [] : [sql`${sql.identifier(name)} = ${query[name]}`],
    );
    const found = await readInsights(db, project.id, atSeq, { groupBy, window, where, offset, limit });
    const isSubject = groupBy === "subject";
    const upTo = atSeq ?? project.lastSeq;
    const subjects = found.insights.flatMap(({ group }) => {
      const type = isSubject ? services.resources.ofId(group)?.type : undefined;
      return type === undefined ? [] : [{ subject_type: type, subject_id: group, upTo }];
    });
    const names = await subjectNames(db, project.id, services.resources, subjects);
    const insights = found.insights.map(({ group, n, ...told }) => {
      const named = isSubject ? names.get(nameKey(group, upTo)) : undefined;
      return {
        group: groupBy === "none" ? null : group,
        subject_type: isSubject ? (services.resources.ofId(group)?.type ?? null) : null,
        subject_name: named?.name ?? null,
        graph_id: named?.graph_id ?? null,
        insufficient_data: n === null,
        n,
        ...told,
        categories: [...told.categories],
      };
    });
    return { insights, total: found.total, has_more: hasMore(found.total, offset, insights.length) };
  },
});
