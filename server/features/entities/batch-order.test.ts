import { describe, expect, test } from "vitest";
import { ValidationProblem } from "../../kernel/problem.ts";
import { creationOrder } from "./batch-order.ts";
import type { EntityCreate } from "./schemas.ts";

const place = (external_id: string, parent_external_id?: string): EntityCreate => ({
  external_id,
  type: "location",
  name: external_id,
  ...(parent_external_id !== undefined && { parent_external_id }),
});

describe("the order of a batch", () => {
  test("given children before their parents, when ordered, then parents come first", () => {
    expect(creationOrder([place("room", "house"), place("house", "street"), place("street")])).toEqual([2, 1, 0]);
  });

  test("given unrelated entities, when ordered, then they stay as sent", () => {
    expect(creationOrder([place("a"), place("b", "elsewhere"), place("c")])).toEqual([0, 1, 2]);
  });

  test("given a circle, when ordered, then it is refused by index", () => {
    const circle = () => creationOrder([place("x"), place("a", "b"), place("b", "a")]);
    expect(circle).toThrow(ValidationProblem);
  });
});
