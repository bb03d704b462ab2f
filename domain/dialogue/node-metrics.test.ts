import { expect, test } from "vitest";
import { FOOT, HEAD, nodeMetrics, ROW, RULE, WIDTH } from "./node-metrics.ts";
import { BRANCH_DEFAULTS, type Branch } from "./wire.ts";

type Measured = Parameters<typeof nodeMetrics>[0];

const node = (fields: Partial<Measured> = {}): Measured => ({ kind: "line", text: "", branches: [], ...fields });
const branch = (id: string): Branch => ({ ...BRANCH_DEFAULTS, id, conditions: [], effects: [], extensions: {} });

test("a line has its head, three lines of text and a row for each choice", () => {
  const metrics = nodeMetrics(node({ branches: [branch("br_a"), branch("br_b")] }));
  expect(metrics.width).toBe(WIDTH);
  expect(metrics.rows.map(({ y }) => y)).toEqual([HEAD + metrics.text.height, HEAD + metrics.text.height + ROW]);
  expect(metrics.height).toBe(HEAD + metrics.text.height + 2 * ROW + FOOT);
});

test("the length of a text changes nothing", () => {
  const branches = [branch("br_a")];
  const short = nodeMetrics(node({ text: "", branches }));
  expect(nodeMetrics(node({ text: "Salt. ".repeat(10_000), branches }))).toBe(short);
});

test("structure without words is as high as its choices, and says where words would stand", () => {
  const branches = [branch("br_a")];
  const hub = nodeMetrics(node({ kind: "hub", branches }));
  expect(hub.showsText).toBe(false);
  expect(hub.height).toBe(HEAD + ROW + FOOT);
  expect(hub.text.y).toBe(HEAD);
  expect(nodeMetrics(node({ kind: "hub", text: "By the tide house", branches })).showsText).toBe(true);
});

test("an ending has room for its double rule", () => {
  const words = { text: "The gate falls shut." };
  const line = nodeMetrics(node(words));
  expect(nodeMetrics(node({ ...words, kind: "end" })).height).toBe(line.height + RULE);
});
