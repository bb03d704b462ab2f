import type { SetKind } from "#domain/text-marks/text-mark.ts";
import { matches, type Press } from "../../frame/commands/keys.ts";
import { isMacPlatform } from "../../frame/commands/platform.ts";
import { SHORTCUTS } from "../../frame/commands/shortcuts.ts";

/** Kinds of marks by the commands that put them on words. */
const KINDS: Readonly<Record<string, SetKind>> = {
  "words.emphasis": "emphasis",
  "words.strong": "strong",
  "words.strike": "strike",
};

/** Returns the kind of mark that a key press in a field puts on words; null for any other press. */
export function markOfPress(press: Press): SetKind | null {
  const isMac = isMacPlatform();
  const found = SHORTCUTS.find(({ command, combination }) => {
    return command.place === "words" && matches(press, combination, isMac);
  });
  return found === undefined ? null : (KINDS[found.command.id] ?? null);
}
