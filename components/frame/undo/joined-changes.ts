import type { Undoable, UndoStack } from "./undo-stack.ts";

/**
 * Makes one change of those that the last press made, called as people were told of it. Returns its id; null where the last change
 * has words of its own already.
 */
export function callLast({ store }: UndoStack, label: string): string | null {
  const { done } = store.getState();
  const last = done.at(-1);
  if (last === undefined || last.label !== null || last.graphId !== null || last.turn < 0) return null;
  const from = done.findLastIndex(({ label: own, turn }) => own !== null || turn !== last.turn) + 1;
  const some = done.slice(from);
  const commits = some.flatMap((each) => each.commits);
  const [made, deleted] = [some.flatMap((each) => each.made), some.flatMap((each) => each.deleted)];
  const isPartMade = some.some((each) => each.isPartMade || each.made.length === 0);
  store.setState({ done: [...done.slice(0, from), { ...last, label, commits, made, isPartMade, deleted }] });
  return last.id;
}

/** Returns the changes at the end of a list that the same commits made: gestures that were sent together are one. */
export function together(all: readonly Undoable[]): readonly Undoable[] {
  const last = all.at(-1);
  if (last === undefined) return [];
  const from = all.findLastIndex(({ commits }) => !commits.some((seq) => last.commits.includes(seq))) + 1;
  return last.commits.length === 0 ? [last] : all.slice(from);
}
