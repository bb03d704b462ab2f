import type { ImportedNode } from "../story.ts";
import type { Draft } from "./page-writer.ts";

/** Looks up which drafts lead to which: done once, since a story may have some hundred thousand. */
export function connect(drafts: ReadonlyMap<string, Draft>): void {
  for (const draft of drafts.values()) {
    draft.targets = draft.node.branches.map(({ target_key }) =>
      target_key === null ? undefined : drafts.get(target_key),
    );
  }
}

/** Finds the drafts that can be come to from others, of whatever passage. */
export function findAll(drafts: ReadonlyMap<string, Draft>, from: readonly string[]): void {
  const found = from.flatMap((id) => drafts.get(id) ?? []);
  for (const draft of drafts.values()) draft.isFound = false;
  for (const draft of found) draft.isFound = true;
  for (const { targets } of found) {
    for (const target of targets) {
      if (target === undefined || target.isFound) continue;
      target.isFound = true;
      found.push(target);
    }
  }
}

/** Puts connected drafts together that follow one another in any case, and leaves out those nothing leads to. */
export function simplify(drafts: ReadonlyMap<string, Draft>, roots: readonly string[]): Draft[] {
  const kept = new Set(roots);
  let found = reachable(drafts, roots);
  for (let isJoined = true; isJoined; ) {
    isJoined = false;
    for (const draft of found) {
      for (;;) {
        const next = nextOf(draft);
        if (next === null) break;
        const isOwn = next.ways === 1 && !kept.has(next.id);
        const joined = isOwn ? joinedWith(draft.node, next.node) : stoppedAt(draft.node, next.node);
        if (joined === null) break;
        // What is joined goes on where the next one does, or ends.
        draft.targets = joined.branches === next.node.branches ? next.targets : [];
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

/** The drafts that can be come to, each followed by those it leads to; counts the ways to each. */
function reachable(drafts: ReadonlyMap<string, Draft>, roots: readonly string[]): Draft[] {
  for (const draft of drafts.values()) {
    draft.ways = 0;
    draft.isFound = false;
  }
  const found: Draft[] = [];
  for (const root of roots) {
    const stack: Draft[] = [];
    const first = drafts.get(root);
    if (first !== undefined) stack.push(first);
    for (let draft = stack.pop(); draft !== undefined; draft = stack.pop()) {
      if (draft.isFound) continue;
      draft.isFound = true;
      found.push(draft);
      // The first target is to be the next: it goes onto the stack last.
      for (let at = draft.targets.length - 1; at >= 0; at--) {
        const target = draft.targets[at];
        if (target === undefined) continue;
        target.ways += 1;
        if (target.passage === draft.passage) stack.push(target);
      }
    }
  }
  return found;
}

/** The draft that one leads to whatever happens; null where it depends on something. */
function nextOf({ id, node, targets }: Draft): Draft | null {
  const [only] = node.branches;
  if (only === undefined || node.branches.length > 1 || only.target_key === null || only.target_key === id) return null;
  const isPlain = only.kind === "auto" && only.conditions.length + only.effects.length === 0 && !only.unwind;
  const isPassed = node.kind === "line" || node.kind === "hub" || node.kind === "instruction";
  return isPlain && isPassed ? (targets[0] ?? null) : null;
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
