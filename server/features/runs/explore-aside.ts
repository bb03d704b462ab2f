import { type Exploration, explore } from "#domain/runtime/explore.ts";
import { isOver } from "#domain/runtime/log.ts";
import type { Page } from "#domain/runtime/run.ts";
import type { Beginning } from "#domain/runtime/state.ts";
import type { PlayedDialogue } from "#domain/runtime/story.ts";
import type { Threads } from "../../operation/threads.ts";

/** Target of an exploration: a node that is reached, a branch that is taken, or any end of the story. */
export type ExplorationTarget =
  | { readonly node_id: string }
  | { readonly branch_id: string }
  | { readonly ending: true };

/** An exploration as a thread is given it. */
interface Search {
  readonly dialogue: PlayedDialogue;
  readonly sought: ExplorationTarget;
  readonly budget: number;
  readonly beginning: Beginning & { readonly from?: string | null };
}

/** Longest duration of one exploration, in milliseconds: nobody waits longer for an answer. */
const LONGEST_MS = 20_000;

const module = import.meta.url;

/** Explores a story in a thread of its own, since an exploration occupies a core until it ends. */
export async function exploreAside(threads: Threads, search: Search): Promise<Exploration> {
  for await (const found of threads.values({ module, input: search, work })) return found as Exploration;
  throw new Error("an exploration came to no end");
}

/** Explores; what a thread runs. */
export function* work({ dialogue, sought, budget, beginning }: Search): Generator<Exploration> {
  const end = performance.now() + LONGEST_MS;
  const isStopped = () => performance.now() > end;
  yield explore(dialogue, { isWanted: wantedOf(sought), budget, beginning, isStopped });
}

function wantedOf(sought: ExplorationTarget): (page: Page) => boolean {
  if ("node_id" in sought) return ({ nodes }) => nodes.includes(sought.node_id);
  if ("branch_id" in sought) return ({ way }) => way.includes(sought.branch_id);
  return (page) => isOver(page) && page.halt.kind === "ending";
}
