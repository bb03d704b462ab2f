import { describe, expect, test } from "vitest";
import type { EntityItem } from "./batch-items.ts";
import { batchOrder } from "./batch-order.ts";

const NOTHING = { hasId: () => false, hasExternalId: () => false };

const place = (external_id: string, parent_external_id?: string): EntityItem => ({
  external_id,
  type: "location",
  name: external_id,
  ...(parent_external_id !== undefined && { parent_external_id }),
});

describe("the order of a batch", () => {
  test("given children before their parents, when ordered, then parents come first", () => {
    const { order } = batchOrder([place("room", "house"), place("house", "street"), place("street")], NOTHING);
    expect(order).toEqual([2, 1, 0]);
  });

  test("given unrelated parts, when ordered, then they stay as sent", () => {
    const { order } = batchOrder([place("a"), place("b", "elsewhere"), place("c")], NOTHING);
    expect(order).toEqual([0, 1, 2]);
  });

  test("given an update that names a parent made later, when ordered, then it waits for it", () => {
    const move: EntityItem = { op: "update", external_id: "quay", patch: { parent_external_id: "harbour" } };
    expect(batchOrder([move, place("a"), place("harbour")], NOTHING).order).toEqual([2, 0, 1]);
  });

  test("given a parent that exists already, when ordered, then nothing waits", () => {
    const upsert: EntityItem = { op: "upsert", external_id: "house" };
    const existing = { ...NOTHING, hasExternalId: (externalId: string) => externalId === "house" };
    expect(batchOrder([place("room", "house"), upsert], existing)).toEqual({ order: [0, 1], circular: new Map() });
  });

  test("given a circle, when ordered, then its members are named and what only leads into it is not", () => {
    const items = [place("x"), place("a", "b"), place("b", "a"), place("under", "a"), place("own", "own")];
    const { order, circular } = batchOrder(items, NOTHING);
    expect(order.toSorted()).toEqual([0, 1, 2, 3, 4]);
    expect([...circular].toSorted()).toEqual([1, 2, 4].map((index) => [index, "parent_external_id"]));
  });
});
