import type { RunAction } from "#domain/runtime/log.ts";
import type { Page } from "#domain/runtime/run.ts";
import type { ProjectWriteContext } from "../../operation/context.ts";
import { created } from "../../operation/edit.ts";
import { type RunState, run } from "./run.ts";
import { showStanding } from "./show-run.ts";
import { keepFirst, keepLog, type RunProgress } from "./standing.ts";
import type { Story } from "./story.ts";

/** A playthrough to make: what the record says of it, and where it stands after the actions it comes with. */
interface MadeRun {
  readonly id: string | undefined;
  readonly state: RunState;
  readonly story: Story;
  readonly page: Page;
  readonly actions: readonly RunAction[];
}

/** Makes a playthrough: its beginning is an event, its actions and its standing lie beside the record. */
export async function beginRun(context: ProjectWriteContext, { id, state, story, page, actions }: MadeRun) {
  const { db, services } = context;
  const version = await created(context, run.resource, id, state);
  const standing: RunProgress = {
    project_id: version.project_id,
    run_id: version.id,
    graph_id: version.graph_id,
    base_seq: version.base_seq,
    step: actions.length,
    status: version.status,
    state: page.state,
  };
  const now = services.clock.now();
  await db.execute(keepFirst(standing, now));
  if (actions.length > 0) await db.execute(keepLog(standing, actions, now));
  return { ...run.toWire(version), standing: showStanding(story, standing, page) };
}
