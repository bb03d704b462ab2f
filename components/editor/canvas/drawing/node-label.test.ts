import { expect, test } from "vitest";
import { branch, makeNode } from "../../gestures/gestures.fixture.ts";
import { nodeLabel } from "./node-label.ts";

const facts = { speaker: null, errors: 0, warnings: 0, start: false, conflict: false };

test("says what a card is, who speaks, where it leads and what is wrong with it", () => {
  const node = makeNode("node_a", { title: "Greets", branches: [branch("br_a", null), branch("br_b", null)] });
  expect(nodeLabel(node, { ...facts, speaker: "Mara", errors: 1, start: true })).toBe(
    "Greets, line by Mara, 2 choices, 1 error, start",
  );
});

test("an untitled card is called by its first words, an empty one by what it is", () => {
  expect(nodeLabel(makeNode("node_a", { text: "The old gate creaks." }), facts)).toBe("The old gate creaks., line");
  const hub = makeNode("node_b", { kind: "hub", branches: [branch("br_a", null, { kind: "auto" })] });
  const check = makeNode("node_c", { kind: "condition" });
  expect(nodeLabel(check, { ...facts, logic: "if purse ≥ 6" })).toBe("Check, if purse ≥ 6");
  expect(nodeLabel(hub, { ...facts, warnings: 2 })).toBe("Hub, 1 other way on, 2 warnings");
});
