import { expect, test } from "vitest";
import { type Insight, sayTogether, sayValue } from "./insight-words.ts";

const insight = (more: Partial<Insight>): Insight => ({
  ...{ group: "node_1", subject_type: "dialogue_node", subject_name: "Halt!", graph_id: "dlg_1", name: "helpful" },
  ...{ data_type: "boolean", insufficient_data: false, n: 10, mean: null, interval: null, categories: [] },
  ...{ trend: null, since: "2026-10-29T20:15:04.120Z", last_at: "2026-11-28T20:15:04.120Z" },
  ...more,
});

test("what signals say together is said in words, and nothing of too few", () => {
  expect(sayTogether(insight({ mean: 0.8, interval: { low: 0.4902, high: 0.9433 } }))).toBe("80 % yes (49–94 %)");
  expect(sayTogether(insight({ data_type: "number", mean: 3.456 }))).toBe("3.46 on average");
  expect(sayTogether(insight({ data_type: "correction", mean: 0.2353 }))).toBe("24 % of the words changed");
  const categories = [{ value: "too_long", n: 7, share: 0.7, low: 0.3968, high: 0.8922 }];
  expect(sayTogether(insight({ data_type: "category", categories }))).toBe("70 % too long (40–89 %)");
  expect(sayTogether(insight({ n: null, insufficient_data: true }))).toBe("Fewer than 5");
  expect(sayValue({ data_type: "category", value: "too_long" })).toBe("too long");
});
