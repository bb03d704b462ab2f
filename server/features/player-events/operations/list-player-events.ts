import { sql } from "drizzle-orm";
import { z } from "zod";
import { playerEvents } from "#drizzle/schema/player-events.ts";
import { isoMoment } from "../../../kernel/clock.ts";
import { idOf, integer, singleLine } from "../../../kernel/validation/fields.ts";
import { keysetQuery, readKeyset } from "../../../operation/keyset.ts";
import { projectRead } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import type { KeysetOrder } from "../../../record/list/keyset.ts";
import { PlayerEvent } from "../schemas.ts";
import type { EventRow } from "../tally.ts";

const BY_NUMBER: KeysetOrder = { keys: { number: sql`e.number` }, order: "asc" };

export const listPlayerEvents = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/player-events",
  scope: "read",
  summary: "List player events",
  description:
    "What players did, in the order of their numbers. Keep the last `number` you saw and pass it as `after_number`: nothing is skipped and nothing comes twice. A choice that was taken back in a playthrough is gone, and so are events older than your plan keeps. They are no part of the record, so there is no `at_seq`.",
  params: projectScope,
  query: z.object({
    after_number: integer({ min: 0 }).default(0).meta({ description: "Only events behind this number." }),
    kind: PlayerEvent.shape.kind.optional().meta({ description: "Only events of this kind." }),
    player_id: singleLine({ min: 1, max: 255 }).optional().meta({ description: "Only events of this player." }),
    run_id: idOf("run").optional().meta({ description: "Only events of this playthrough." }),
    graph_id: idOf("dlg").optional().meta({ description: "Only events in this dialogue." }),
    quarantined: z
      .boolean()
      .optional()
      .meta({ description: "Only events that do not fit their kind, or only others." }),
    ...keysetQuery,
  }),
  output: z.object({
    player_events: z.array(PlayerEvent).meta({ description: "One page of player events." }),
    has_more: z.boolean().meta({ description: "Whether more exist beyond this page." }),
  }),
  timeTravel: false,
  taggedBy: "answer",
  errors: ["not_found"],
  handle: async (context, { query: { after_number, kind, player_id, run_id, graph_id, quarantined, ...page } }) => {
    const { db, project } = context;
    const where = [sql`e.project_id = ${project.id}`, sql`e.number > ${after_number}`];
    if (kind !== undefined) where.push(sql`e.kind = ${kind}`);
    if (player_id !== undefined) where.push(sql`e.player_id = ${player_id}`);
    if (run_id !== undefined) where.push(sql`e.run_id = ${run_id}`);
    if (graph_id !== undefined) where.push(sql`e.graph_id = ${graph_id}`);
    if (quarantined !== undefined) where.push(sql`e.quarantined = ${quarantined}`);
    const { rows, has_more } = await readKeyset(context, page, BY_NUMBER, ({ behind, tail }) =>
      db.execute<EventRow>(
        sql`SELECT e.* FROM ${playerEvents} e WHERE ${sql.join(where, sql` AND `)} AND ${behind} ${tail}`,
      ),
    );
    return { player_events: rows.map(showEvent), has_more };
  },
});

function showEvent(event: EventRow): z.input<typeof PlayerEvent> {
  const { project_id: _, at, received_at, kind, data, quest_move, ...row } = event;
  return {
    ...row,
    quest_move: quest_move as z.input<typeof PlayerEvent>["quest_move"],
    kind: kind as z.input<typeof PlayerEvent>["kind"],
    data: data as z.input<typeof PlayerEvent>["data"],
    at: isoMoment(at),
    received_at: isoMoment(received_at),
  };
}
