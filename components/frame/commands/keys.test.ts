import { describe, expect, test } from "vitest";
import { ariaKeys, belongsToFields, isSingleCharacter, matches, type Press, parseKeys, showKeys } from "./keys.ts";

const press = (key: string, more: Partial<Press> = {}): Press => ({
  key,
  code: "",
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...more,
});

const on = (keys: string, pressed: Press, isMac = false) => matches(pressed, parseKeys(keys), isMac);

describe("a press is the combination", () => {
  test("mod is ⌘ on a Mac and Ctrl elsewhere, and the other one never", () => {
    expect(on("mod+z", press("z", { metaKey: true }), true)).toBe(true);
    expect(on("mod+z", press("z", { ctrlKey: true }), true)).toBe(false);
    expect(on("mod+z", press("z", { ctrlKey: true }))).toBe(true);
    expect(on("mod+z", press("z", { metaKey: true }))).toBe(false);
    expect(on("mod+z", press("z", { ctrlKey: true, metaKey: true }))).toBe(false);
  });

  test("Shift tells two combinations apart, and Caps Lock does not", () => {
    expect(on("shift+mod+z", press("Z", { ctrlKey: true, shiftKey: true }))).toBe(true);
    expect(on("mod+z", press("Z", { ctrlKey: true, shiftKey: true }))).toBe(false);
    expect(on("n", press("N"))).toBe(true);
  });

  test("a sign is what was typed, however this keyboard types it", () => {
    expect(on("?", press("?", { shiftKey: true }))).toBe(true);
    expect(on("?", press("?"))).toBe(true);
    expect(on("mod+.", press(".", { ctrlKey: true }))).toBe(true);
  });

  test("digits are found by where they lie", () => {
    expect(on("shift+2", press("@", { code: "Digit2", shiftKey: true }))).toBe(true);
    expect(on("1", press("&", { code: "Digit1" }))).toBe(true);
  });

  test("letters are found on keyboards that write another alphabet, and only there", () => {
    expect(on("mod+z", press("я", { code: "KeyZ", ctrlKey: true }))).toBe(true);
    expect(on("mod+z", press("w", { code: "KeyZ", ctrlKey: true }))).toBe(false);
  });

  test("Alt makes it another key", () => {
    expect(on("n", press("n", { altKey: true }))).toBe(false);
  });
});

test("fields keep typing and their own editing, and give the rest away", () => {
  for (const keys of ["n", "?", "delete", "arrowup", "mod+a", "mod+v", "mod+backspace", "mod+arrowleft"]) {
    expect(belongsToFields(parseKeys(keys)), keys).toBe(true);
  }
  for (const keys of ["mod+z", "mod+k", "mod+enter", "f8", "shift+f8", "mod+."]) {
    expect(belongsToFields(parseKeys(keys)), keys).toBe(false);
  }
});

test("what speech types by accident is a single character", () => {
  expect(["n", "1", "?", "["].every((keys) => isSingleCharacter(parseKeys(keys)))).toBe(true);
  expect(["f8", "mod+k", "enter", "arrowup"].some((keys) => isSingleCharacter(parseKeys(keys)))).toBe(false);
});

test("combinations are written as the platform does", () => {
  expect(showKeys("shift+mod+z", true)).toBe("⇧⌘Z");
  expect(showKeys("shift+mod+z", false)).toBe("Ctrl+Shift+Z");
  expect(showKeys("f8", true)).toBe("F8");
  expect(ariaKeys("shift+mod+z", false)).toBe("Control+Shift+Z");
  expect(ariaKeys("mod+arrowup", true)).toBe("Meta+ArrowUp");
  expect(ariaKeys("?", true)).toBe("?");
});
