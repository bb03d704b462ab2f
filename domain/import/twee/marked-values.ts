import type { Losses } from "../losses.ts";
import { quoted } from "../report.ts";
import { temporaryName } from "../script/tokens.ts";
import type { TweeDialect } from "./dialects.ts";
import { withLooks } from "./look-passage.ts";
import { everyPiece, type ReadPassage } from "./story-writer.ts";

/** Names in what is shown. */
const NAMES = /[$_]?[A-Za-z]\w*/g;

/** Tells which values of variables have signs of markup and are shown: values are read as they stand. */
export function tellMarkedValues(read: readonly ReadPassage[], dialect: TweeDialect | null, losses: Losses): void {
  const shown = new Set<string>();
  for (const { pieces } of read) {
    for (const piece of everyPiece(pieces)) {
      if (piece.kind !== "print") continue;
      for (const [name] of piece.source.matchAll(NAMES)) {
        shown.add(name.startsWith("_") ? temporaryName(name) : name.replace(/^\$/, ""));
      }
    }
  }
  for (const { key, scan } of read) {
    for (const { assignment } of scan.assignments) {
      const { target, value, either = [] } = assignment;
      if (target === null || !shown.has(target)) continue;
      for (const each of value === null ? either : [value, ...either]) {
        if (!("lit" in each) || typeof each.lit !== "string") continue;
        const looks = withLooks(each.lit, [], dialect, new Set(), true);
        if (looks.length === 0) continue;
        const isRead = looks.every((look) => look.kind === "words");
        const message = `Signs of markup in the value ${quoted(each.lit)} are read as they stand where it is shown`;
        losses.add("twee_value_markup", message, null, key, isRead ? "info" : "warning");
      }
    }
  }
}
