import type { ImportedNode } from "../story.ts";
import type { Draft } from "./body.ts";

/** The drafts that can be come to, with those that belong together in one. */
export function simplify(drafts: ReadonlyMap<string, Draft>, kept: ReadonlySet<string>, start: string): Draft[] {
  skipJumps(drafts);
  let found = reachable(drafts, kept, start);
  for (let before = -1; found.length !== before; ) {
    before = found.length;
    for (const draft of found) {
      for (let next = nextOf(draft, drafts); next !== null; next = nextOf(draft, drafts)) {
        const isOwn = next.ways === 1 && !kept.has(next.id);
        const joined = joinedWith(draft.node, next.node, isOwn);
        if (joined === null) break;
        draft.node = joined;
      }
    }
    found = reachable(drafts, kept, start);
  }
  return found;
}

/** Leads branches past jumps that do nothing else: a branch ends detours itself, where a jump would have. */
function skipJumps(drafts: ReadonlyMap<string, Draft>): void {
  for (const { node } of drafts.values()) {
    if (isMereJump(node)) continue;
    node.branches = node.branches.map((branch) => {
      const target = branch.target_key === null ? undefined : drafts.get(branch.target_key);
      const [way] = target?.node.branches ?? [];
      if (target === undefined || way === undefined || !isMereJump(target.node)) return branch;
      return { ...branch, target_key: way.target_key, unwind: branch.unwind || way.unwind };
    });
  }
}

function isMereJump({ kind, on_enter_effects, branches: [way] }: ImportedNode): boolean {
  return kind === "jump" && on_enter_effects.length === 0 && way !== undefined && way.effects.length === 0;
}

/** The drafts that can be come to; counts the ways to each. */
function reachable(drafts: ReadonlyMap<string, Draft>, kept: ReadonlySet<string>, start: string): Draft[] {
  for (const draft of drafts.values()) {
    draft.ways = 0;
    draft.isFound = false;
  }
  const found: Draft[] = [];
  const find = (draft: Draft | undefined) => {
    if (draft === undefined || draft.isFound) return;
    draft.isFound = true;
    found.push(draft);
  };
  find(drafts.get(start));
  for (const id of kept) if (id.endsWith("\u0000entry")) find(drafts.get(id));
  for (const { node } of found) {
    for (const { target_key } of node.branches) {
      const target = target_key === null ? undefined : drafts.get(target_key);
      if (target === undefined) continue;
      target.ways += 1;
      find(target);
    }
  }
  return found;
}

/** The draft that one leads to whatever happens; null where it depends on something. */
function nextOf({ id, node }: Draft, drafts: ReadonlyMap<string, Draft>): Draft | null {
  const [only] = node.branches;
  if (only === undefined || node.branches.length > 1 || only.target_key === null || only.target_key === id) return null;
  const isPlain =
    only.kind === "auto" &&
    only.conditions.length + only.effects.length === 0 &&
    !only.unwind &&
    only.repeat === "sticky";
  const isPassed = node.kind === "line" || node.kind === "hub" || node.kind === "instruction";
  return isPlain && isPassed ? (drafts.get(only.target_key) ?? null) : null;
}

/** Two nodes as one; null where they are better left apart. */
function joinedWith(node: ImportedNode, next: ImportedNode, isOwn: boolean): ImportedNode | null {
  const isSilentEnd =
    (next.kind === "end" || next.kind === "return") && next.text === "" && next.on_enter_effects.length === 0;
  if (node.text === "" && isOwn) {
    if (next.kind === "command" && node.on_enter_effects.length > 0) return null;
    const effects = [...node.on_enter_effects, ...next.on_enter_effects];
    const tags = [...new Set([...node.tags, ...next.tags])];
    return { ...next, tags, on_enter_effects: effects };
  }
  if (node.kind !== "line") return null;
  if (isSilentEnd) return { ...node, kind: next.kind, branches: [] };
  if (isOwn && next.kind === "choice" && next.text === "" && next.on_enter_effects.length === 0) {
    return { ...node, branches: next.branches };
  }
  return null;
}
