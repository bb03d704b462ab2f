import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { listOutput } from "../../../kernel/page.ts";
import { invalidValue, Problem } from "../../../kernel/problem.ts";
import { timestamp } from "../../../kernel/validation/fields.ts";
import { listQuery } from "../../../operation/list-query.ts";
import { listResource } from "../../../operation/listing.ts";
import { projectRead } from "../../../operation/operation.ts";
import { shownOpen } from "../../../operation/ordinary/api-resource.ts";
import { filterShape } from "../../../operation/ordinary/field-schemas.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { column } from "../../../record/list/row.ts";
import { signal } from "../signal.ts";

const filters = filterShape(signal.declared);

export const listFeedback = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/feedback",
  scope: "read",
  summary: "List feedback",
  description: "Signals of feedback, each as its author gave it last. With the token of a player, those of the player.",
  params: projectScope,
  query: z.object({
    ...listQuery({ columns: { id: {}, name: {}, created_at: {}, updated_at: {} }, properties: false }),
    ...z.object(filters).partial().shape,
    updated_after: timestamp().optional().meta({ description: "Only feedback given, or changed, after this moment." }),
  }),
  output: listOutput("signals", signal.wire),
  forPlayers: {
    narrow: ({ query }, player) => {
      if (query.player_id !== undefined && query.player_id !== player.id) throw new Problem("not_found");
      // Part of the question, so that no page that is remembered for others is taken for it.
      query.player_id = player.id;
    },
  },
  errors: ["not_found"],
  taggedBy: "answer-of-any-time",
  handle: async (context, { query }) => {
    if (context.caller.player !== null && context.isPast) {
      throw invalidValue(["query", "at_seq"], "the token of a player reads what there is now", context.atSeq);
    }
    const asked = query as Readonly<Record<string, unknown>>;
    const where = Object.keys(filters).flatMap((name): SQL[] =>
      asked[name] === undefined ? [] : [sql`${column(name)} = ${asked[name]}`],
    );
    if (query.updated_after !== undefined)
      where.push(sql`${column("updated_at")} > ${query.updated_after}::timestamptz`);
    const { rows, ...rest } = await listResource(context, signal.resource, query, { where });
    return { signals: await shownOpen(signal, context, rows), ...rest };
  },
});
