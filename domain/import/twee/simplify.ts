import type { ImportedNode } from "../story.ts";
import type { Draft } from "./page-writer.ts";

/** Puts drafts together that follow one another in any case, and leaves out those nothing leads to. */
export function simplify(drafts: ReadonlyMap<string, Draft>, roots: readonly string[]): Draft[] {
  const kept = new Set(roots);
  let found = reachable(drafts, roots);
  for (let isJoined = true; isJoined; ) {
    isJoined = false;
    const ways = new Map<string, number>();
    for (const { node } of found) {
      for (const { target_key } of node.branches) {
        if (target_key !== null) ways.set(target_key, (ways.get(target_key) ?? 0) + 1);
      }
    }
    for (const draft of found) {
      for (;;) {
        const next = nextOf(draft, drafts);
        if (next === null) break;
        const isOwn = ways.get(next.id) === 1 && !kept.has(next.id);
        const joined = isOwn ? joinedWith(draft.node, next.node) : stoppedAt(draft.node, next.node);
        if (joined === null) break;
        draft.node = joined;
        isJoined = true;
      }
    }
    const before = found.length;
    if (isJoined) found = reachable(drafts, roots);
    // What was joined without taking a draft away cannot be joined again.
    if (found.length === before) break;
  }
  return found;
}

/** The drafts that can be come to, each followed by those it leads to. */
function reachable(drafts: ReadonlyMap<string, Draft>, roots: readonly string[]): Draft[] {
  const seen = new Set<Draft>();
  for (const root of roots) {
    const stack: Draft[] = [];
    const first = drafts.get(root);
    if (first !== undefined) stack.push(first);
    for (let draft = stack.pop(); draft !== undefined; draft = stack.pop()) {
      if (seen.has(draft)) continue;
      seen.add(draft);
      const { branches } = draft.node;
      // The first target is to be the next: it goes onto the stack last.
      for (let at = branches.length - 1; at >= 0; at--) {
        const key = branches[at]?.target_key ?? null;
        const target = key === null ? undefined : drafts.get(key);
        if (target !== undefined && target.passage === draft.passage) stack.push(target);
      }
    }
  }
  return [...seen];
}

/** The draft that one leads to whatever happens; null where it depends on something. */
function nextOf({ id, node }: Draft, drafts: ReadonlyMap<string, Draft>): Draft | null {
  const [only] = node.branches;
  if (only === undefined || node.branches.length > 1 || only.target_key === null || only.target_key === id) return null;
  const isPlain = only.kind === "auto" && only.conditions.length + only.effects.length === 0 && !only.unwind;
  const isPassed = node.kind === "line" || node.kind === "hub" || node.kind === "instruction";
  return isPlain && isPassed ? (drafts.get(only.target_key) ?? null) : null;
}

/** Two nodes as one; null where they are better left apart. */
function joinedWith(node: ImportedNode, next: ImportedNode): ImportedNode | null {
  if (node.text === "") {
    const on_enter_effects = [...node.on_enter_effects, ...next.on_enter_effects];
    const { title, tags, conditions, extensions } = node;
    return { ...next, title, tags, conditions, extensions, on_enter_effects };
  }
  const isBare = next.text === "" && next.on_enter_effects.length === 0;
  if (node.kind === "line" && isBare && next.kind === "choice") return { ...node, branches: next.branches };
  return stoppedAt(node, next);
}

/** A line that ends where all that follows is the end; null where more follows. */
function stoppedAt(node: ImportedNode, next: ImportedNode): ImportedNode | null {
  const isBare = next.text === "" && next.on_enter_effects.length === 0 && next.branches.length === 0;
  if (node.kind !== "line" || !isBare) return null;
  return next.kind === "line" || next.kind === "return" ? { ...node, kind: next.kind, branches: [] } : null;
}
