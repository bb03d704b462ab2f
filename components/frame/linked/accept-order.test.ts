import { expect, test } from "vitest";
import { inAcceptOrder } from "./accept-order.ts";

test("what is named comes first: places around others, entities, and facts that take another's place", () => {
  const change = (subject_id: string, type: "entity" | "relationship" | "fact", rest: object = {}) => ({
    ...{ subject_id, type, change: "added" as const, content: {} },
    ...rest,
  });
  const changes = [
    change("older fact", "fact", { change: "changed", content: { superseded_by: "newer fact" } }),
    change("room", "entity", { content: { parent_id: "house" } }),
    change("relationship", "relationship"),
    change("gone", "entity", { change: "gone", content: null }),
    change("house", "entity", { content: { parent_id: "town" } }),
    change("newer fact", "fact"),
    change("town", "entity", { content: { parent_id: null } }),
  ];
  expect(inAcceptOrder(changes).map(({ subject_id }) => subject_id)).toEqual([
    ...["town", "house", "room", "gone", "relationship", "newer fact", "older fact"],
  ]);
});
