import { describe, expect, it } from "vitest";
import { nearestName } from "./nearest-name.ts";

const COLUMNS = ["id", "name", "type", "created_at", "valid_from_seq"];

describe("nearestName", () => {
  it.each([
    ["nmae", "name"],
    ["naem", "name"],
    ["nam", "name"],
    ["names", "name"],
    ["Name", "name"],
    ["ID", "id"],
    ["created", "created_at"],
    ["createdAt", "created_at"],
    ["created-at", "created_at"],
    ["craeted_ta", "created_at"],
    ["valid_form_seq", "valid_from_seq"],
  ])("finds what %s was meant to be", (word, meant) => {
    expect(nearestName(word, COLUMNS)).toBe(meant);
  });

  it.each(["age", "hp", "ix", "population", "", "creation", "nnaamm"])("leaves %j alone", (word) => {
    expect(nearestName(word, COLUMNS)).toBeNull();
  });

  it("prefers the name with fewer mistakes, and knows none when there are none", () => {
    expect(nearestName("entity.update", ["entity.created", "entity.updated"])).toBe("entity.updated");
    expect(nearestName("tapes", ["tape", "types"])).toBe("tape");
    expect(nearestName("name", [])).toBeNull();
  });
});
