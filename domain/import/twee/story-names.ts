import type { TweeDialect } from "./dialects.ts";
import type { TweePassage } from "./passages.ts";
import { NO_NAMES, type StoryNames } from "./scan.ts";
import { isLook } from "./scan-harlowe.ts";

/** An assignment of Harlowe whose value is a macro: `$red to (color: red)`, `(put: (color: red) into $red)`. */
const SET_TO_MACRO = /\$([A-Za-z_]\w*)\s+to\s+\(\s{0,20}([A-Za-z_][\w-]{0,63})\s{0,20}:/g;
const PUT_MACRO =
  /\(\s{0,20}put\s{0,20}:\s*\(\s{0,20}([A-Za-z_][\w-]{0,63})\s{0,20}:[^()\n]{0,500}\)\s+into\s+\$([A-Za-z_]\w*)/gi;

const SETS = /\(\s{0,20}(?:set|put|move)\s{0,20}:/i;
const DISPLAYED = /\(\s{0,20}display\s{0,20}:\s*(?:"([^"\n]*)"|'([^'\n]*)')/gi;

/** Finds the passages of Harlowe on whose pages other passages may set something behind them. */
export function changedLater(
  passages: readonly TweePassage[],
  dialect: TweeDialect | null,
): (passage: TweePassage) => boolean {
  if (dialect !== "harlowe" || !passages.some(({ text }) => SETS.test(text))) return () => false;
  const isAround = passages.some(({ tags, text }) => isShownAround(tags) && SETS.test(text));
  const displayed = new Set(
    passages.flatMap(({ text }) => Array.from(text.matchAll(DISPLAYED), ([, double, single]) => double ?? single)),
  );
  return ({ name, tags }) => isAround || isShownAround(tags) || displayed.has(name);
}

function isShownAround(tags: readonly string[]): boolean {
  return tags.includes("header") || tags.includes("footer");
}

/** Collects the names that passages of a story give a meaning to, for all of its passages. */
export function storyNames(
  passages: readonly TweePassage[],
  dialect: TweeDialect | null,
  version: string | null,
): StoryNames {
  if (dialect !== "harlowe") return { ...NO_NAMES, version };
  const changers = new Set<string>();
  for (const { text } of passages) {
    for (const [, variable = "", macro = ""] of text.matchAll(SET_TO_MACRO)) if (isLook(macro)) changers.add(variable);
    for (const [, macro = "", variable = ""] of text.matchAll(PUT_MACRO)) if (isLook(macro)) changers.add(variable);
  }
  return { ...NO_NAMES, changers, version };
}
