import { expect, test } from "vitest";
import { arrangeRows, listAddress } from "../../ui/list/list-view.ts";
import { DIALOGUES, type ListedDialogue } from "./dialogue-list.tsx";

const dialogue = (name: string, words: number, edited_at: string): ListedDialogue => ({
  id: name,
  project_id: "prj",
  external_id: null,
  name,
  description: "",
  folder: "",
  start_node_id: null,
  node_count: 1,
  extensions: {},
  source: null,
  created_at: edited_at,
  updated_at: edited_at,
  valid_from_seq: 1,
  valid_to_seq: null,
  stats: {
    words,
    endings: 1,
    speakers: 1,
    dead_ends: 0,
    unreachable: 0,
    invalid_targets: 0,
    edited_at,
    edited_by: "user:usr_1",
    edited_seq: 1,
  },
});

const LIST = [
  dialogue("The gate", 10, "2026-11-01T10:00:00Z"),
  dialogue("Café", 30, "2026-11-03T10:00:00Z"),
  dialogue("a bell", 20, "2026-11-02T10:00:00Z"),
];
const names = (query: string) =>
  arrangeRows(DIALOGUES, LIST, listAddress(DIALOGUES).viewOf(new URLSearchParams(query))).map(({ name }) => name);

test("edited last comes first, unless the address says otherwise", () => {
  expect(names("")).toEqual(["Café", "a bell", "The gate"]);
  expect(names("sort=name")).toEqual(["a bell", "Café", "The gate"]);
  expect(names("sort=-words")).toEqual(["Café", "a bell", "The gate"]);
  expect(names("sort=nonsense")).toEqual(["Café", "a bell", "The gate"]);
});

test("the search ignores case and accents", () => {
  expect(names("q=cafe")).toEqual(["Café"]);
  expect(names("q=nothing")).toEqual([]);
});
