import { describe, expect, test } from "vitest";
import type { Command } from "./command.ts";
import { commandsFor, type KeyPlace, shortcutsOf } from "./dispatch-keys.ts";
import { isSingleCharacter, type Press, parseKeys } from "./keys.ts";
import { COMMANDS } from "./table.ts";

const TABLE: readonly Command[] = COMMANDS;
const SHORTCUTS = shortcutsOf(TABLE);
const SETTING = { isMac: false, areLettersOn: true };

const press = (key: string, more: Partial<Press> = {}): Press => ({
  key,
  code: "",
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...more,
});
const place = (more: Partial<KeyPlace> = {}): KeyPlace => ({
  scope: null,
  isEditable: false,
  isControl: false,
  isOverlay: false,
  isRepeat: false,
  ...more,
});
const ids = (pressed: Press, where: KeyPlace, setting = SETTING) =>
  commandsFor(pressed, where, SHORTCUTS, setting).map(({ id }) => id);

describe("the table", () => {
  test("names every command once", () => {
    expect(new Set(TABLE.map(({ id }) => id)).size).toBe(TABLE.length);
  });

  test("binds nothing to Alt: its arrows are the browser's way back", () => {
    expect(SHORTCUTS.filter(({ combination }) => combination.alt)).toEqual([]);
  });

  test("gives a combination to one command of a place", () => {
    const seen = new Map<string, string>();
    for (const { id, place: where, keys = [] } of TABLE) {
      for (const each of keys) {
        const key = `${where} ${JSON.stringify(parseKeys(each))}`;
        expect(`${seen.get(key) ?? id} ${each}`).toBe(`${id} ${each}`);
        seen.set(key, id);
      }
    }
  });

  test("lets single characters act only where something has the focus; the map of shortcuts alone is everywhere", () => {
    const everywhere = SHORTCUTS.filter(
      ({ command, combination }) =>
        (command.place === "anywhere" || command.place === "dialogue") && isSingleCharacter(combination),
    );
    expect(everywhere.map(({ command }) => command.id)).toEqual(["studio.shortcuts"]);
  });

  test("says what each command does in words", () => {
    for (const { title } of TABLE) expect(title).toMatch(/^\p{Lu}[^.!]*[^.!\s]$/u);
  });
});

describe("a key press", () => {
  test("acts in its place and nowhere else", () => {
    expect(ids(press("j"), place({ scope: "list" }))).toEqual(["list.next"]);
    expect(ids(press("j"), place({ scope: "canvas" }))).not.toContain("list.next");
    expect(ids(press("j"), place())).toEqual([]);
  });

  test("is text while a field has the caret", () => {
    expect(ids(press("?", { shiftKey: true }), place({ isEditable: true }))).toEqual([]);
    expect(ids(press("x"), place({ scope: "list", isEditable: true }))).toEqual([]);
    expect(ids(press("a", { ctrlKey: true }), place({ scope: "list", isEditable: true }))).toEqual([]);
    expect(ids(press("z", { ctrlKey: true }), place({ isEditable: true }))).toEqual(["edit.undo"]);
    expect(ids(press("k", { ctrlKey: true }), place({ isEditable: true }))).toEqual(["studio.palette"]);
  });

  test("reaches only what is everywhere while a dialog or menu is open", () => {
    expect(ids(press("z", { ctrlKey: true }), place({ isOverlay: true }))).toEqual([]);
    expect(ids(press("k", { ctrlKey: true }), place({ isOverlay: true }))).toEqual(["studio.palette"]);
  });

  test("does nothing as a single letter once those are switched off", () => {
    expect(ids(press("j"), place({ scope: "list" }), { ...SETTING, areLettersOn: false })).toEqual([]);
    expect(ids(press("ArrowDown"), place({ scope: "list" }), { ...SETTING, areLettersOn: false })).toEqual([
      "list.next",
    ]);
  });

  test("leaves Enter to the button that has the focus", () => {
    expect(ids(press("Enter"), place({ scope: "list" }))).toEqual(["list.open"]);
    expect(ids(press("Enter"), place({ scope: "list", isControl: true }))).toEqual([]);
  });

  test("repeats moving about, and nothing that makes or removes", () => {
    expect(ids(press("j"), place({ scope: "list", isRepeat: true }))).toEqual(["list.next"]);
    expect(ids(press("n"), place({ scope: "list", isRepeat: true }))).toEqual([]);
    expect(ids(press("Delete"), place({ scope: "list", isRepeat: true }))).toEqual([]);
  });

  test("never makes Alt with an arrow mean something", () => {
    for (const scope of ["canvas", "script", "list", "player"] as const) {
      for (const key of ["ArrowLeft", "ArrowRight"])
        expect(ids(press(key, { altKey: true }), place({ scope }))).toEqual([]);
    }
  });
});
