import { keysBetween } from "#domain/order.ts";
import type { ProjectWriteContext } from "../../operation/context.ts";
import { stateOf } from "../../record/resource.ts";
import { chapter } from "./chapter.ts";
import { readSiblings } from "./places.ts";
import { byPlace } from "./read-outline.ts";

/** Takes the chapters of an act that is deleted out of it: they stay where they are read. */
export async function leaveAct(
  context: Pick<ProjectWriteContext, "record" | "db">,
  { id, order_key }: { readonly id: string; readonly order_key: string },
): Promise<void> {
  const { record } = context;
  const chapters = (await record.find(chapter.resource, { act_id: id })).sort(byPlace);
  const beside = await readSiblings(context, { kind: "book" });
  const next = beside.find((each) => each.order_key > order_key)?.order_key ?? null;
  const keys = keysBetween(order_key, next, chapters.length);
  for (const [at, version] of chapters.entries()) {
    const state = { ...stateOf(chapter.resource, version), act_id: null, order_key: keys[at] ?? version.order_key };
    record.update(chapter.resource, version, state, { verb: "moved", causation: id });
  }
}
