import { describe, expect, it } from "vitest";
import { branch, card, paperOf } from "../../gestures/gestures.fixture.ts";
import { findCards } from "./find-cards.ts";

const paper = paperOf(
  [
    card("node_c", { text: "The toll is due." }),
    card("node_a", { title: "Café Möwe", branches: [branch("br_1", "node_b", { choice_text: "Pay the Toll" })] }),
    card("node_b", { text: "Thanks.", speaker_id: "ent_1", speaker_label: "???" }),
  ],
  { start: "node_a" },
);
const find = (query: string) => findCards(paper, query, () => "Mára");

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
