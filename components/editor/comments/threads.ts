import type { Outputs } from "../../frame/api/client.ts";

export type Comment = Outputs["comments"]["list"]["comments"][number];

/** A comment that begins a thread, and what answers it, the oldest first. */
export interface Thread {
  readonly first: Comment;
  readonly answers: readonly Comment[];
}

const byAge = (a: Comment, b: Comment): number => (a.created_at < b.created_at ? -1 : 1);

/** The threads about a node, the oldest first. An answer whose thread is gone is not shown. */
export function threadsOf(comments: readonly Comment[], nodeId: string): Thread[] {
  const own = comments.filter(({ node_id }) => node_id === nodeId);
  const answers = Map.groupBy(
    own.filter(({ parent_id }) => parent_id !== null),
    ({ parent_id }) => parent_id,
  );
  return own
    .filter(({ parent_id }) => parent_id === null)
    .sort(byAge)
    .map((first) => ({ first, answers: (answers.get(first.id) ?? []).sort(byAge) }));
}

const counted = new WeakMap<readonly Comment[], ReadonlyMap<string, number>>();

/** Open threads by node. Counted once for each list of comments, however many cards ask. */
export function countOpen(comments: readonly Comment[]): ReadonlyMap<string, number> {
  const known = counted.get(comments);
  if (known !== undefined) return known;
  const counts = new Map<string, number>();
  for (const { node_id, parent_id, resolved } of comments)
    if (parent_id === null && !resolved) counts.set(node_id, (counts.get(node_id) ?? 0) + 1);
  counted.set(comments, counts);
  return counts;
}
