import type { Command, CommandPlace } from "./command.ts";
import {
  belongsToFields,
  type Combination,
  isSingleCharacter,
  matches,
  type Press,
  parseKeys,
  repeats,
} from "./keys.ts";

/** Context of a key press, as far as shortcuts need it. */
export interface KeyPlace {
  /** The part that has the focus, from `data-command-scope`; null outside of all. */
  readonly scope: CommandPlace | null;
  /** A field has the caret. */
  readonly isEditable: boolean;
  /** A button, link or other control has the focus: Enter and Space are its own. */
  readonly isControl: boolean;
  /** A dialog, menu or list is open over the page. */
  readonly isOverlay: boolean;
  /** The key is held down. */
  readonly isRepeat: boolean;
}

interface Shortcut {
  readonly command: Command;
  readonly combination: Combination;
}

/** Every combination of a table, taken apart once. */
export function shortcutsOf(commands: readonly Command[]): readonly Shortcut[] {
  return commands.flatMap((command) => (command.keys ?? []).map((keys) => ({ command, combination: parseKeys(keys) })));
}

const FARNESS: Partial<Record<CommandPlace, number>> = { anywhere: 3, project: 2, dialogue: 1 };
const nearness = (place: CommandPlace): number => FARNESS[place] ?? 0;

function acts({ command, combination }: Shortcut, place: KeyPlace, areLettersOn: boolean): boolean {
  const isLocal = nearness(command.place) === 0;
  if (isLocal && place.scope !== command.place) return false;
  if (place.isOverlay && command.place !== "anywhere") return false;
  if (place.isRepeat && !repeats(combination)) return false;
  if (isSingleCharacter(combination) && !areLettersOn && command.isAlwaysOn !== true) return false;
  const isOfRows = command.place === "canvas" || command.place === "list" || command.place === "inbox";
  const isOfFields = belongsToFields(combination) || isOfRows || command.leavesFields === true;
  if (place.isEditable && isOfFields) return false;
  return !(place.isControl && /^(enter|space)$/.test(combination.key) && !combination.mod);
}

/**
 * The commands a key press asks for, nearest place first; the first of them that somebody does is done. Empty when the
 * press is somebody else's business.
 */
export function commandsFor(
  press: Press,
  place: KeyPlace,
  shortcuts: readonly Shortcut[],
  { isMac, areLettersOn }: { isMac: boolean; areLettersOn: boolean },
): readonly Command[] {
  return shortcuts
    .filter((shortcut) => matches(press, shortcut.combination, isMac) && acts(shortcut, place, areLettersOn))
    .map(({ command }) => command)
    .sort((a, b) => nearness(a.place) - nearness(b.place));
}

const LOCAL: readonly CommandPlace[] = ["canvas", "script", "player", "suggestion", "list", "inbox"];
const EDITABLE = "textarea, select, [contenteditable=''], [contenteditable='true'], [contenteditable='plaintext-only']";
const NOT_TYPED = /^(button|checkbox|radio|range|submit|reset|file|color|image)$/;

function isEditable(target: Element): boolean {
  if (target instanceof HTMLInputElement) return !NOT_TYPED.test(target.type);
  return target.closest(EDITABLE) !== null;
}

/**
 * Reads off an event where its key was pressed. While nothing smaller than the page has the focus, the page's list counts as having it
 * (`data-command-default`), so that J works at once.
 */
export function placeOf(event: KeyboardEvent): KeyPlace {
  const target = event.target instanceof Element ? event.target : document.body;
  const area =
    target === document.body || target.id === "main"
      ? document.querySelector<HTMLElement>("[data-command-default]")
      : target.closest<HTMLElement>("[data-command-scope]");
  const scope = area?.dataset.commandScope;
  return {
    scope: LOCAL.find((place) => place === scope) ?? null,
    isEditable: isEditable(target),
    isControl: target.closest("button, a[href], summary, input, [role='tab'], [role='menuitem']") !== null,
    isOverlay: target.closest("[role='dialog'], [role='alertdialog'], [role='menu'], [role='listbox']") !== null,
    isRepeat: event.repeat,
  };
}
