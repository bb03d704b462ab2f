import { OPEN_SEED_STATES, type SeedDue } from "#drizzle/schema/seeds.ts";
import type { Db } from "../../record/database.ts";
import type { Resource } from "../../record/resource.ts";
import { findVersions } from "../../record/versions.ts";
import { passage } from "../chapters/public.ts";
import { nodeResource, questResource } from "../dialogues/public.ts";
import { type SeedVersion, seed } from "./seed.ts";

/** Standing of the point by which a promise has to be kept: ahead, reached, or gone with what it named. */
export type DueStanding = "ahead" | "reached" | "gone";

/** An open promise with the standing of its due point; null where it has none. */
export interface OpenSeed {
  readonly seed: SeedVersion;
  readonly standing: DueStanding | null;
  /** Subject that its due point names, and the sequence since which that is as it is; null where it is not there. */
  readonly due: {
    readonly type: "dialogue_node" | "passage" | "quest" | "seed";
    readonly id: string;
    readonly seq: number;
  } | null;
}

/**
 * Reads the promises that are still to be kept at a sequence, oldest first, in at most four statements. An event is reached once the record
 * has it, a card or a passage once it has words, and a quest once a dialogue tells it.
 *
 * @param head the sequence that is read at, the last one for the present.
 */
export async function openSeeds(db: Db, projectId: string, atSeq: number | null, head: number): Promise<OpenSeed[]> {
  const seeds = await findVersions(db, seed.resource, projectId, { state: [...OPEN_SEED_STATES] }, atSeq);
  const due = seeds.flatMap((each) => each.due ?? []);
  const find = async <S>(resource: Resource<S>, ids: readonly string[]) =>
    ids.length === 0 ? [] : findVersions(db, resource, projectId, { id: [...new Set(ids)] }, atSeq);
  const nodeIds = due.flatMap((each) => (each.kind === "node" ? each.node_id : []));
  const passageIds = due.flatMap((each) => (each.kind === "passage" ? each.passage_id : []));
  const questIds = due.flatMap((each) => (each.kind === "quest" ? each.quest_id : []));
  const written = [...(await find(nodeResource, nodeIds)), ...(await find(passage.resource, passageIds))];
  const quests = await find(questResource, questIds);
  const reached = new Map<string, boolean>([
    ...written.map(({ id, text }) => [id, text.trim() !== ""] as const),
    ...quests.map(({ id, dialogue_ids }) => [id, dialogue_ids.length > 0] as const),
  ]);
  const since = new Map([...written, ...quests].map(({ id, valid_from_seq }) => [id, valid_from_seq]));
  return seeds.map((each) => ({
    seed: each,
    standing: each.due === null ? null : standingOf(each.due, reached, head),
    due: pointOf(each, since),
  }));
}

/** The subject by which a promise has to be kept; for an event of the record the promise itself, which names it. */
function pointOf({ id, due }: SeedVersion, since: ReadonlyMap<string, number>): OpenSeed["due"] {
  if (due === null) return null;
  if (due.kind === "event") return { type: "seed", id, seq: due.seq };
  const type = due.kind === "node" ? "dialogue_node" : due.kind;
  const named = idIn(due);
  const seq = since.get(named);
  return seq === undefined ? null : { type, id: named, seq };
}

function standingOf(due: SeedDue, reached: ReadonlyMap<string, boolean>, head: number): DueStanding {
  if (due.kind === "event") return due.seq <= head ? "reached" : "ahead";
  const isReached = reached.get(idIn(due));
  if (isReached === undefined) return "gone";
  return isReached ? "reached" : "ahead";
}

/** Returns the id of what a due point names in the story. */
function idIn(due: Exclude<SeedDue, { kind: "event" }>): string {
  if (due.kind === "node") return due.node_id;
  return due.kind === "quest" ? due.quest_id : due.passage_id;
}
