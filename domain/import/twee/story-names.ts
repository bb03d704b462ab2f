import type { TweeDialect } from "./dialects.ts";
import type { TweePassage } from "./passages.ts";
import { NO_NAMES, type StoryNames } from "./scan.ts";
import { isLook } from "./scan-harlowe.ts";

/** An assignment of Harlowe whose value is a macro: `$red to (color: red)`, `(put: (color: red) into $red)`. */
const SET_TO_MACRO = /\$([A-Za-z_]\w*)\s+to\s+\(\s{0,20}([A-Za-z_][\w-]{0,63})\s{0,20}:/g;
const PUT_MACRO =
  /\(\s{0,20}put\s{0,20}:\s*\(\s{0,20}([A-Za-z_][\w-]{0,63})\s{0,20}:[^()\n]{0,500}\)\s+into\s+\$([A-Za-z_]\w*)/gi;

/** Collects the names that passages of a story give a meaning to, for all of its passages. */
export function storyNames(passages: readonly TweePassage[], dialect: TweeDialect | null): StoryNames {
  if (dialect !== "harlowe") return NO_NAMES;
  const changers = new Set<string>();
  for (const { text } of passages) {
    for (const [, variable = "", macro = ""] of text.matchAll(SET_TO_MACRO)) if (isLook(macro)) changers.add(variable);
    for (const [, macro = "", variable = ""] of text.matchAll(PUT_MACRO)) if (isLook(macro)) changers.add(variable);
  }
  return { ...NO_NAMES, changers };
}
