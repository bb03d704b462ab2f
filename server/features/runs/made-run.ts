import type { LoggedAction } from "#domain/runtime/log.ts";
import type { Page } from "#domain/runtime/run.ts";
import type { ProjectWriteContext } from "../../operation/context.ts";
import { created } from "../../operation/edit.ts";
import type { Version } from "../../record/resource.ts";
import { type RunState, run } from "./run.ts";
import { showStanding } from "./show-run.ts";
import { endingOf, keepStanding, type Way } from "./standing.ts";
import type { Story } from "./story.ts";

/** A playthrough to make: what the record says of it, and where it stands after the actions it comes with. */
interface MadeRun {
  readonly id: string | undefined;
  readonly state: Omit<RunState, "status" | "ending">;
  readonly story: Story;
  readonly page: Page;
  readonly actions: readonly LoggedAction[];
  /** The way that its actions are of, in a fork. */
  readonly from?: Pick<Way, "root" | "origins">;
}

/** Returns a playthrough as it was answered when it was made. */
export function showBeginning(
  version: Version<RunState>,
  { story, page, actions }: Pick<MadeRun, "story" | "page" | "actions">,
) {
  const { project_id, id: run_id, graph_id, base_seq } = version;
  const status: RunState["status"] = endingOf(page) === null ? "open" : "ended";
  const standing = { project_id, run_id, graph_id, base_seq, step: actions.length, status, state: page.state };
  return { ...run.toWire(version), standing: showStanding(story, standing, page) };
}

/** Makes a playthrough: its beginning is an event, its actions and its standing lie beside the record. */
export async function beginRun(context: ProjectWriteContext, { id, state, story, page, actions, from }: MadeRun) {
  const { db, services } = context;
  const ending = endingOf(page);
  const status: RunState["status"] = ending === null ? "open" : "ended";
  const version = await created(context, run.resource, id, { ...state, status, ending });
  const standing = await keepStanding(db, version, { page, actions, from: from ?? null }, services.clock.now());
  return { ...run.toWire(version), standing: showStanding(story, standing, page) };
}
