import { describe, expect, it } from "vitest";
import { makeNode } from "../gestures/gestures.fixture.ts";
import { patchAll, sharedFields } from "./shared-fields.ts";

const a = makeNode("a", { speaker_id: "ent_1", tags: ["x", "y"] });
const b = makeNode("b", { speaker_id: "ent_1", tags: ["y", "z"], group_id: "grp_1" });
const c = makeNode("c", { kind: "end", tags: ["y"] });
const model = { nodes: new Map([a, b, c].map((each) => [each.id, each])) };

describe("fields of several cards", () => {
  it("are shared or mixed", () => {
    const fields = sharedFields([a, b]);
    expect(fields.speakerId).toEqual({ isMixed: false, value: "ent_1" });
    expect(fields.groupId).toEqual({ isMixed: true });
    expect(fields.kind).toEqual({ isMixed: false, value: "line" });
    expect(sharedFields([a, c]).kind).toEqual({ isMixed: true });
    expect(sharedFields([a, b, c]).speakerId).toEqual({ isMixed: true });
  });

  it("know nobody as a value that can be shared", () => {
    expect(sharedFields([c, makeNode("d")]).speakerId).toEqual({ isMixed: false, value: null });
  });

  it("tell tags that all have from tags that some have", () => {
    expect(sharedFields([a, b, c])).toMatchObject({ tags: ["y"], someTags: ["x", "z"] });
  });

  it("change only the cards that are not so yet", () => {
    expect(patchAll(model, ["a", "b", "c", "gone"], () => ({ speaker_id: "ent_1", speaker_label: null }))).toEqual([
      { op: "node.update", id: "c", patch: { speaker_id: "ent_1", speaker_label: null } },
    ]);
    expect(patchAll(model, ["a", "b"], ({ tags }) => ({ tags: [...new Set([...tags, "z"])] }))).toEqual([
      { op: "node.update", id: "a", patch: { tags: ["x", "y", "z"] } },
    ]);
  });
});
