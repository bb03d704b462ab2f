import type { Outputs } from "../api/client.ts";

type LinkChange = Pick<Outputs["links"]["getChange"], "type" | "change" | "subject_id" | "content">;

/** Kinds of subjects in the order in which they are accepted: relationships and facts need the entities that they name. */
const KINDS = ["entity", "relationship", "fact"] as const;

/** Levels of places within places. */
const DEEPEST = 64;

/**
 * Returns changes of a linked project in the order in which they can be accepted: what others name comes before them, what something is in
 * before it, and what is new before what it takes the place of.
 */
export function inAcceptOrder<Change extends LinkChange>(changes: readonly Change[]): Change[] {
  const parents = new Map(
    changes.flatMap(({ subject_id, content }) =>
      typeof content?.parent_id === "string" ? [[subject_id, content.parent_id] as const] : [],
    ),
  );
  const depthOf = (id: string): number => {
    let depth = 0;
    for (let at = parents.get(id); at !== undefined && depth < DEEPEST; at = parents.get(at)) depth++;
    return depth;
  };
  const placeOf = ({ type, change, subject_id }: Change) =>
    [KINDS.indexOf(type), change === "added" ? 0 : 1, depthOf(subject_id)] as const;
  return changes.toSorted((a, b) => {
    const [one, other] = [placeOf(a), placeOf(b)];
    return one[0] - other[0] || one[1] - other[1] || one[2] - other[2];
  });
}
