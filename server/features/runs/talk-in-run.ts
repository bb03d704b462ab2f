import { stand } from "#domain/runtime/run.ts";
import type { PlayState } from "#domain/runtime/state.ts";
import { nodeAt } from "#domain/runtime/story.ts";
import type { Db } from "../../record/database.ts";
import { readRun } from "./open-run.ts";

/** Talk that a player can hold where a playthrough stands. */
export interface TalkInRun {
  readonly node_id: string;
  /** The character that is talked to; null where the card names none. */
  readonly entity_id: string | null;
  /** Facts and actions that open branches of the card. */
  readonly awaited: NonNullable<PlayState["talked"]>;
  /** Facts and actions among them that came up already. */
  readonly talked: NonNullable<PlayState["talked"]>;
  /** Branches that the talk has come to. */
  readonly opened: string[];
}

/** Reads the talk at which a playthrough stands; null for none, and where there is no playthrough of that id. */
export async function talkInRun(db: Db, projectId: string, runId: string): Promise<TalkInRun | null> {
  const run = await readRun(db, projectId, runId);
  if (run === null || run.standing.status === "ended") return null;
  const { dialogue } = run.story;
  const { state } = run.standing;
  const { halt } = stand(dialogue, state);
  const node = nodeAt(dialogue, state.at)?.node;
  if (halt.kind !== "choices" || halt.talk === undefined || node === undefined) return null;
  const named = (part: "facts" | "actions") => [
    ...new Set(node.branches.flatMap(({ opened_by }) => opened_by?.[part] ?? [])),
  ];
  return {
    node_id: node.id,
    entity_id: halt.talk.speakerId,
    awaited: { facts: named("facts"), actions: named("actions") },
    talked: state.talked ?? { facts: [], actions: [] },
    opened: [...halt.talk.opened],
  };
}
