import { describe, expect, it } from "vitest";
import { branch, makeNode, placedModelOf } from "../../gestures/gestures.fixture.ts";
import { findNodes } from "./find-nodes.ts";

const model = placedModelOf(
  [
    makeNode("node_c", { text: "The toll is due." }),
    makeNode("node_a", { title: "Café Möwe", branches: [branch("br_1", "node_b", { choice_text: "Pay the Toll" })] }),
    makeNode("node_b", { text: "Thanks.", speaker_id: "ent_1", speaker_label: "???" }),
  ],
  { start: "node_a" },
);
const find = (query: string) => findNodes(model, query, () => "Mára");

describe("finding", () => {
  it.each([
    ["cafe mowe", ["node_a"]],
    ["TOLL", ["node_a", "node_c"]],
    ["mara", ["node_b"]],
    ["???", ["node_b"]],
    ["möwe pay", []],
    ["  ", []],
  ])("%j finds %j, in the order they are read", (query, found) => {
    expect(find(query)).toEqual(found);
  });
});
