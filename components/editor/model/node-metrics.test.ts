import { expect, test } from "vitest";
import { branch, card } from "../gestures/gestures.fixture.ts";
import { FOOT, HEAD, nodeMetrics, ROW, RULE, WIDTH } from "./node-metrics.ts";

test("a line has its head, three lines of text and a row for each choice", () => {
  const metrics = nodeMetrics(card("node_a", { branches: [branch("br_a", null), branch("br_b", null)] }));
  expect(metrics.width).toBe(WIDTH);
  expect(metrics.rows.map(({ y }) => y)).toEqual([HEAD + metrics.text.height, HEAD + metrics.text.height + ROW]);
  expect(metrics.height).toBe(HEAD + metrics.text.height + 2 * ROW + FOOT);
});

test("the length of a text changes nothing", () => {
  const branches = [branch("br_a", null)];
  const short = nodeMetrics(card("node_a", { text: "", branches }));
  expect(nodeMetrics(card("node_a", { text: "Salt. ".repeat(10_000), branches }))).toBe(short);
});

test("structure without words is as high as its choices, and says where words would stand", () => {
  const branches = [branch("br_a", null)];
  const hub = nodeMetrics(card("node_a", { kind: "hub", branches }));
  expect(hub.showsText).toBe(false);
  expect(hub.height).toBe(HEAD + ROW + FOOT);
  expect(hub.text.y).toBe(HEAD);
  expect(nodeMetrics(card("node_a", { kind: "hub", text: "By the tide house", branches })).showsText).toBe(true);
});

test("an ending has room for its double rule", () => {
  const words = { text: "The gate falls shut." };
  const line = nodeMetrics(card("node_a", words));
  expect(nodeMetrics(card("node_b", { ...words, kind: "end" })).height).toBe(line.height + RULE);
});
