import { describe, expect, it } from "vitest";
import { isChosen, usualChoice, withKind, withSubject } from "./chosen-events.ts";

const KINDS = ["entity.created", "entity.moved", "entity.updated", "dialogue_node.moved", "dialogue_node.updated"];
const chosen = (patterns: readonly string[]) => KINDS.filter((kind) => isChosen(patterns, kind));

describe("the events of a webhook", () => {
  it("leave moves out unless somebody wants them", () => {
    expect(chosen(usualChoice(KINDS))).toEqual(["entity.created", "entity.updated", "dialogue_node.updated"]);
  });

  it("write out what a pattern names when one kind is left out", () => {
    const all = KINDS.filter((kind) => kind !== "entity.moved");
    expect(chosen(withKind(["*"], KINDS, "entity.moved", false))).toEqual(all);
    expect(withKind(["entity.*"], KINDS, "entity.moved", false)).toEqual(["entity.created", "entity.updated"]);
    expect(withKind(["entity.*"], KINDS, "entity.moved", true)).toEqual(["entity.*"]);
    expect(withKind([], KINDS, "entity.moved", true)).toEqual(["entity.moved"]);
  });

  it("take in and leave out a whole subject, and nothing of another one with a like name", () => {
    expect(withSubject(["entity.moved", "dialogue_node.moved"], KINDS, "entity", true)).toEqual([
      "dialogue_node.moved",
      "entity.*",
    ]);
    expect(chosen(withSubject(["*"], KINDS, "entity", false))).toEqual([
      "dialogue_node.moved",
      "dialogue_node.updated",
    ]);
    expect(withSubject(["*"], KINDS, "entity", true)).toEqual(["*"]);
    expect(withSubject(["dialogue_node.*"], KINDS, "dialogue", false)).toEqual(["dialogue_node.*"]);
  });
});
