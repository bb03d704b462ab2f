import type { Losses } from "../losses.ts";
import { quoted } from "../report.ts";
import type { Mark } from "./marks.ts";
import { everyPiece } from "./piece.ts";
import { type HookUse, type ReadPassage, SHOWN_DEPTH } from "./read-passage.ts";

/** Passages and hooks that are looked at in all: passages that show one another could otherwise take time without bound. */
const LOOKS = 200_000;

/** Collects the hidden hooks of a passage and what shows them. */
export function hooksOf(marks: readonly Mark[]): HookUse[] {
  return marks.flatMap((mark): HookUse[] => {
    if (mark.kind === "hidden") return mark.name === "" ? [] : [{ name: mark.name, shownAt: null }];
    return mark.kind === "show" ? mark.names.map((name) => ({ name, shownAt: mark.start })) : [];
  });
}

/**
 * Tells where a macro shows hidden hooks of other passages as well, or of its own once more: Harlowe shows all that the
 * page has of a name, and an import those that stand beside the macro.
 */
export function tellHooksOfOthers(read: readonly ReadPassage[], around: readonly string[], losses: Losses): void {
  if (!read.some(({ hooks }) => hooks.some(({ shownAt }) => shownAt !== null))) return;
  const all = new Map(read.map((each) => [each.key, each]));
  const inside = new Map(read.map(({ key, pieces }) => [key, shownIn(pieces)]));
  let left = LOOKS;
  for (const page of read) {
    const shown = around.includes(page.key) ? [page.key] : [...around, page.key];
    if (shown.length === 1 && inside.get(page.key)?.length === 0) continue;
    const stack = shown.map((key) => ({ key, depth: 0 }));
    const counts = new Map<string, number>();
    const seen: ReadPassage[] = [];
    for (let next = stack.pop(); next !== undefined && left > 0; next = stack.pop()) {
      const { key, depth } = next;
      const passage = all.get(key);
      left -= 1 + (passage?.hooks.length ?? 0);
      if (passage === undefined || depth > SHOWN_DEPTH) continue;
      seen.push(passage);
      for (const { name, shownAt } of passage.hooks)
        if (shownAt === null) counts.set(name, (counts.get(name) ?? 0) + 1);
      for (const inner of inside.get(key) ?? []) stack.push({ key: inner, depth: depth + 1 });
    }
    for (const { key, passage, hooks } of seen) {
      for (const { name, shownAt } of hooks) {
        if (shownAt === null) continue;
        const own = hooks.filter((each) => each.shownAt === null && each.name === name).length;
        if (own === 0 || (counts.get(name) ?? 0) <= own) continue;
        const line = passage.line + passage.text.slice(0, shownAt).split("\n").length;
        const what = `${quoted("(show:)")} shows hidden words of each passage of the page: only those beside it are read`;
        losses.add("twee_read_otherwise", what, line, key);
      }
    }
  }
}

/** Names of the passages that pieces show, as often as they do. */
function shownIn(pieces: ReadPassage["pieces"]): string[] {
  return everyPiece(pieces).flatMap((piece) => (piece.kind === "include" ? [piece.target] : []));
}
