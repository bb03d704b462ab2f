import type { ProblemNode } from "#domain/problems/find-problems.ts";
import type { KnownElsewhere } from "#domain/problems/knowledge-problems.ts";
import type { CheckedVariable } from "#domain/problems/play-problems.ts";
import type { Node } from "../model/model.ts";

/** Subjects outside the dialogue, in a form that can be sent to a worker. */
export interface KnownWorld {
  /** The project's variables by id; null while they are not all here. */
  readonly variables: readonly (readonly [id: string, declaration: CheckedVariable])[] | null;
  readonly entities: KnownIds;
  readonly dialogues: KnownIds;
  /** Nodes, choices and dialogues that logic names, besides those of the dialogue itself. */
  readonly places: KnownIds;
  /** The part that other dialogues decide, as the server said last; null before. */
  readonly elsewhere: {
    readonly changed: readonly string[];
    readonly leadsHere: boolean;
    readonly knowledge?: KnownElsewhere;
  } | null;
}

/** Ids known to exist and known not to; with `complete`, every other id does not exist either. */
export interface KnownIds {
  readonly present: readonly string[];
  readonly absent: readonly string[];
  readonly complete: boolean;
}

/** Changes since the last check; the first one contains everything. */
export interface CheckRequest {
  readonly startNodeId: string | null;
  readonly changed: readonly ProblemNode[];
  readonly removed: readonly string[];
  /** Ids in order of creation, where it is not the old order with the new ones at the end. */
  readonly order: readonly string[] | null;
  /** Null when it is as it was. */
  readonly world: KnownWorld | null;
}

type Nodes = ReadonlyMap<string, Node>;

/** The part of a request that tells the new nodes from the old; nothing of it is larger than what changed. */
export function changesBetween(before: Nodes, after: Nodes): Pick<CheckRequest, "changed" | "removed" | "order"> {
  const changed: ProblemNode[] = [];
  const removed: string[] = [];
  const expected: string[] = [];
  for (const id of before.keys()) {
    if (after.has(id)) expected.push(id);
    else removed.push(id);
  }
  let at = 0;
  let inOrder = true;
  for (const [id, node] of after) {
    const old = before.get(id);
    if (old === undefined) {
      if (at < expected.length) inOrder = false;
    } else {
      if (expected[at] !== id) inOrder = false;
      at++;
    }
    if (old !== node && (old === undefined || !alike(old, node))) changed.push(checkedPart(node));
  }
  return { changed, removed, order: inOrder ? null : [...after.keys()] };
}

/** Rules ask only whether there are words, so that most keystrokes change nothing that has to be sent or checked. */
function words(text: string): string {
  return text.trim() === "" ? "" : "…";
}

function checkedPart(node: Node): ProblemNode {
  const { id, kind, text, speaker_id, speaker_label, conditions, on_enter_effects, branches, exit_to, extensions } =
    node;
  return {
    id,
    kind,
    text: words(text),
    speaker_id,
    speaker_label,
    conditions,
    on_enter_effects,
    branches,
    exit_to,
    extensions,
  };
}

/** Whether two states of a node are the same to every rule: it was moved, renamed, tagged, or its words changed. */
function alike(a: Node, b: Node): boolean {
  return (
    a.kind === b.kind &&
    words(a.text) === words(b.text) &&
    a.speaker_id === b.speaker_id &&
    a.speaker_label === b.speaker_label &&
    a.conditions === b.conditions &&
    a.on_enter_effects === b.on_enter_effects &&
    a.branches === b.branches &&
    a.exit_to === b.exit_to &&
    a.extensions === b.extensions
  );
}
