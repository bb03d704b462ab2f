import { begin, choose, type Page, type PlayedDialogue, reread } from "#domain/play/play.ts";

/**
 * The pages of a playthrough after the dialogue was changed. What was decided stays; the last page is read anew, and one
 * that ended at a node that was not there goes on if it now is.
 */
export function resume(dialogue: PlayedDialogue, pages: readonly Page[], from: string | null): readonly Page[] {
  const last = pages.at(-1);
  if (last === undefined) return pages;
  const before = pages.slice(0, -1);
  return [
    ...before,
    last.halt.kind === "missing" ? retaken(dialogue, before.at(-1), last, from) : reread(dialogue, last),
  ];
}

function retaken(dialogue: PlayedDialogue, before: Page | undefined, last: Page, from: string | null): Page {
  if (before === undefined) return begin(dialogue, { from, seed: last.state.seed });
  const node = dialogue.nodes.get(before.nodes.at(-1) ?? "");
  const branch = node?.branches.find(({ id }) => id === last.way[0]);
  return branch === undefined ? last : choose(dialogue, before, branch);
}
