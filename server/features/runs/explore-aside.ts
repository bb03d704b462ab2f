import { type Exploration, explore } from "#domain/runtime/explore.ts";
import { isOver } from "#domain/runtime/log.ts";
import { type PackedStory, packing, unpacked } from "#domain/runtime/packed-story.ts";
import type { Page } from "#domain/runtime/run.ts";
import type { Beginning } from "#domain/runtime/state.ts";
import type { PlayedDialogue } from "#domain/runtime/story.ts";
import { runYielding } from "../../operation/run-yielding.ts";
import { type Asker, BoundExceeded, bounded, type Threads } from "../../operation/threads.ts";

/** Target of an exploration: a node that is reached, a branch that is taken, or any end of the story. */
export type ExplorationTarget =
  | { readonly node_id: string }
  | { readonly branch_id: string }
  | { readonly ending: true };

/** An exploration of a story. */
interface Search<Given = PlayedDialogue> {
  readonly dialogue: Given;
  readonly sought: ExplorationTarget;
  readonly budget: number;
  readonly beginning: Beginning & { readonly from?: string | null };
}

/** Longest duration of one exploration, in milliseconds: nobody waits longer for an answer. */
const LONGEST_MS = 20_000;
/** Duration after which an exploration stops by itself, and tells how many states it looked at. */
const STOP_MS = 19_000;

const module = import.meta.url;

/** Explores a story in a thread, since an exploration occupies a core until it ends. */
export async function exploreAside(threads: Threads, search: Search, asker: Asker): Promise<Exploration> {
  try {
    const input = { ...search, dialogue: await runYielding(packing(search.dialogue)) };
    return await bounded(threads, { module, input, work }, { ...asker, deadlineMs: LONGEST_MS });
  } catch (error) {
    if (error instanceof BoundExceeded) return { kind: "undecided", states: 0 };
    throw error;
  }
}

/** Explores; what a thread runs. */
export function* work({ dialogue: packed, sought, budget, beginning }: Search<PackedStory>): Generator<Exploration> {
  const { dialogue } = unpacked(packed);
  const end = performance.now() + STOP_MS;
  const isStopped = () => performance.now() > end;
  yield explore(dialogue, { isWanted: wantedOf(sought), budget, beginning, isStopped });
}

function wantedOf(sought: ExplorationTarget): (page: Page) => boolean {
  if ("node_id" in sought) return ({ nodes }) => nodes.includes(sought.node_id);
  if ("branch_id" in sought) return ({ way }) => way.includes(sought.branch_id);
  return (page) => isOver(page) && page.halt.kind === "ending";
}
