import { expect, test } from "vitest";
import { nextLine } from "./create-connected.ts";
import { branch, done, makeNode, placedModelOf } from "./gestures.fixture.ts";
import { removeBlank } from "./remove-line.ts";

const auto = (id: string, to: string | null) => branch(id, to, { kind: "auto" });
const before = placedModelOf([
  makeNode("node_a", { text: "Halt!", branches: [auto("br_a", "node_b")] }),
  makeNode("node_b", { text: "Who goes there?" }),
]);

test("a line that was put in and left empty goes without a trace in what is around it", () => {
  const next = nextLine(before, "node_a");
  if (next.kind !== "made") throw new Error("no line was made");
  const within = done(before, next.gesture);
  const gone = removeBlank(within, next.gesture.nodeId);
  expect(gone?.nodeId).toBe("node_a");
  expect(done(within, gone).nodes).toEqual(before.nodes);
});

test.each([
  ["words", { text: "Halt!" }],
  ["a title", { title: "Gate" }],
  ["a choice", { branches: [branch("br_c", null, { choice_text: "Go." })] }],
  ["two ways", { branches: [auto("br_c", null), auto("br_d", null)] }],
])("a card with %s stays", (_, fields) => {
  const model = placedModelOf([
    makeNode("node_a", { branches: [auto("br_a", "node_b")] }),
    makeNode("node_b", { text: "", ...fields }),
  ]);
  expect(removeBlank(model, "node_b")).toBeNull();
});

test("a card that nothing leads to stays: nothing would be left of it to write in", () => {
  expect(removeBlank(placedModelOf([makeNode("node_a", { text: "" })]), "node_a")).toBeNull();
});
