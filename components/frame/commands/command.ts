import type { Action } from "../session/can.ts";

/**
 * Scope in which a command's keys act. `project`: on any page of one. `dialogue`: anywhere on its screen. The others
 * act only while the focus is inside the element with that `data-command-scope`: `canvas`, `script`, `player`, a
 * `suggestion` on the canvas, a `list`, or the `inbox`. Keys of `words` are those of a field for words, which acts on them
 * itself.
 */
export type CommandPlace =
  | "anywhere"
  | "project"
  | "dialogue"
  | "canvas"
  | "script"
  | "player"
  | "suggestion"
  | "list"
  | "inbox"
  | "words";

/** Headings of the palette and of the map of shortcuts. */
export type CommandSection = "Go to" | "Write" | "Arrange" | "Check" | "Play" | "View" | "Dialogue" | "Studio";

/**
 * A thing a person can ask for, said once: its keys, its line in the palette and in menus, and its line in the `?` map all come
 * from here. Who can do it says so at run time with `useCommandHandlers`.
 */
export interface Command {
  readonly id: string;
  /** Imperative, sentence case: "Duplicate the selection". */
  readonly title: string;
  readonly section: CommandSection;
  readonly place: CommandPlace;
  /**
   * Combinations such as `mod+z`, `shift+mod+z`, `n`, `f8`, `shift+2`; `mod` is ⌘ on a Mac and Ctrl elsewhere. Single
   * letters act only where the place has a scope, and can be switched off.
   */
  readonly keys?: readonly string[];
  /** Permission that the command needs; one that is not allowed is shown disabled, with the reason. */
  readonly action?: Action;
  /** Synonyms by which a screen is found; those of other commands are in `command-words.ts`. */
  readonly words?: string;
  /** Acts though single letters are switched off: what leads to the switch. */
  readonly isAlwaysOn?: boolean;
  /** Does nothing while a field has the caret: its keys are the field's own there. */
  readonly leavesFields?: boolean;
  /** Not offered in the palette: cursor keys, Escape. */
  readonly hidden?: boolean;
}
