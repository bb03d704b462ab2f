import type { OfferedBranch } from "./offers.ts";
import { answer, begin, choose, type Halt, openOffers, type Page } from "./run.ts";
import type { PlayedDialogue } from "./story.ts";

/** Pair of values of one dialogue, at an earlier moment and at a later one. */
export interface ThenAndNow<Item> {
  readonly past: Item;
  readonly present: Item;
}

/** A branch that both dialogues offer; its words may differ. */
export type SharedBranch = ThenAndNow<OfferedBranch>;

/**
 * First difference of two playthroughs of the same decisions. `subjects` are ids whose change may be the reason, the
 * likeliest first.
 */
export type Parting =
  /** Difference in the nodes reached; null where a side has reached none. */
  | { readonly kind: "nodes"; readonly nodes: ThenAndNow<string | null>; readonly subjects: readonly string[] }
  /** A branch can be taken on one side only. */
  | {
      readonly kind: "branches";
      readonly only: ThenAndNow<readonly OfferedBranch[]>;
      readonly subjects: readonly string[];
    }
  /** The same nodes, and then one ends or leaves otherwise than the other. */
  | { readonly kind: "halts"; readonly subjects: readonly string[] };

/** Begins both dialogues with the same dice, at a node that both have, or at their starts with null. */
export function beginBoth(
  { past, present }: ThenAndNow<PlayedDialogue>,
  { from, seed }: { from: string | null; seed: number },
): ThenAndNow<Page> {
  const isInBoth = from !== null && past.nodes.has(from) && present.nodes.has(from);
  const options = isInBoth ? { from, seed } : { seed };
  return { past: carriedOut(past, begin(past, options)), present: carriedOut(present, begin(present, options)) };
}

/** Takes a branch that both dialogues have, each with its own effects and its own way on. */
export function chooseBoth(
  { past, present }: ThenAndNow<PlayedDialogue>,
  pages: ThenAndNow<Page>,
  shared: SharedBranch,
): ThenAndNow<Page> {
  return {
    past: carriedOut(past, choose(past, pages.past.state, shared.past.branch)),
    present: carriedOut(present, choose(present, pages.present.state, shared.present.branch)),
  };
}

/** Commands in a row that are more than any story has. */
const MAX_COMMANDS = 100;

/** A page behind its commands: no game stands behind either side, so that each counts as carried out. */
function carriedOut(dialogue: PlayedDialogue, first: Page): Page {
  let page = first;
  for (let commands = 0; commands < MAX_COMMANDS; commands++) {
    const next = page.halt.kind === "command" ? answer(dialogue, page.state) : null;
    if (next === null) return page;
    const { nodes, way, trace, proposed } = page;
    page = {
      ...next,
      nodes: [...nodes, ...next.nodes],
      way: [...way, ...next.way],
      trace: [...trace, ...next.trace],
      proposed: [...proposed, ...next.proposed],
    };
  }
  return page;
}

/** Branches that can be taken on both sides, in the order of now. */
export function sharedBranches({ past, present }: ThenAndNow<Page>): readonly SharedBranch[] {
  const before = new Map(openOffers(past.halt).map((each) => [each.branch.id, each]));
  return openOffers(present.halt).flatMap((each) => {
    const same = before.get(each.branch.id);
    return same === undefined ? [] : [{ past: same, present: each }];
  });
}

/**
 * Returns the difference of two pages that the same decisions led to; null while they agree. Words are not compared: a
 * node whose words were changed is the same node.
 * @param dialogueId - the dialogue that is played, whose start decides the first node
 * @param from - the pages before these; null at the beginning
 */
export function partingOf(
  { past, present }: ThenAndNow<Page>,
  dialogueId: string,
  from: ThenAndNow<Page> | null,
): Parting | null {
  const at = firstDifference(past.nodes, present.nodes);
  if (at !== null) {
    const before = past.nodes[at - 1] ?? from?.present.nodes.at(-1) ?? dialogueId;
    const nodes = { past: past.nodes[at] ?? null, present: present.nodes[at] ?? null };
    return { kind: "nodes", nodes, subjects: [before, nodes.past, nodes.present].filter((id) => id !== null) };
  }
  const here = present.nodes.at(-1) ?? from?.present.nodes.at(-1) ?? dialogueId;
  const only = { past: onlyIn(past.halt, present.halt), present: onlyIn(present.halt, past.halt) };
  if (only.past.length > 0 || only.present.length > 0) {
    const targets = [...only.past, ...only.present].flatMap(({ branch }) => branch.target_node_id ?? []);
    return { kind: "branches", only, subjects: [here, ...targets] };
  }
  return haltName(past.halt) === haltName(present.halt) ? null : { kind: "halts", subjects: [here] };
}

/** Index of the first item that two lists do not share; null where there is none. */
function firstDifference(a: readonly string[], b: readonly string[]): number | null {
  const length = Math.max(a.length, b.length);
  for (let index = 0; index < length; index++) if (a[index] !== b[index]) return index;
  return null;
}

function onlyIn(here: Halt, there: Halt): readonly OfferedBranch[] {
  const others = new Set(openOffers(there).map(({ branch }) => branch.id));
  return openOffers(here).filter(({ branch }) => !others.has(branch.id));
}

/**
 * Returns the part of a halt that differs once branches are the same. A choice that lost its words is still that
 * choice.
 */
function haltName(halt: Halt): string {
  if (halt.kind === "continue" || halt.kind === "choices" || halt.kind === "waiting") return "choices";
  return halt.kind === "leaves" ? `leaves ${halt.graphId} ${halt.nodeId}` : halt.kind;
}
