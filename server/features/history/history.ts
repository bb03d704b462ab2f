import type { z } from "zod";
import { hasMore, listOutput } from "../../kernel/page.ts";
import { Problem } from "../../kernel/problem.ts";
import type { ProjectReadContext } from "../../operation/context.ts";
import type { EachContext, OneOfEach } from "../../operation/for-each.ts";
import { countEvents, readEvents, readEventsOfEach } from "../../record/feed.ts";
import { Event, toEventBodies } from "./schemas.ts";

export const History = listOutput("events", Event).meta({ id: "History" });

/**
 * Lists the versions of one subject, newest first unless asked otherwise; deleted subjects too.
 *
 * @throws {@link Problem} `not_found` where the project never had it.
 */
export async function subjectHistory(
  { db, project, atSeq, services }: ProjectReadContext,
  subjectId: string,
  query: { limit: number; offset: number; sort_order: "asc" | "desc" },
): Promise<z.input<typeof History>> {
  const filter = { subjectId, toSeq: atSeq ?? project.lastSeq };
  const total = await countEvents(db, project.id, filter);
  if (total === 0) throw new Problem("not_found");
  const events = await readEvents(db, project.id, filter, { ...query, order: query.sort_order, isAnswer: true });
  const has_more = hasMore(total, query.offset, events.length);
  return { events: toEventBodies(services.resources, events), total, has_more };
}

/** The same of each of several subjects. */
export async function historyOfEach(
  { db, project, atSeq, services }: EachContext,
  lists: readonly OneOfEach[],
  query: { limit: number; offset: number; sort_order: "asc" | "desc" },
): Promise<ReadonlyMap<string, z.input<typeof History>>> {
  const ids = lists.map(({ id }) => id);
  const range = { toSeq: atSeq ?? project.lastSeq };
  const pages = await readEventsOfEach(db, project.id, ids, range, { ...query, order: query.sort_order });
  return new Map(
    [...pages].map(([id, { events, total }]) => {
      const has_more = hasMore(total, query.offset, events.length);
      return [id, { events: toEventBodies(services.resources, events), total, has_more }];
    }),
  );
}
