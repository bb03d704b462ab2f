import { render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { type ImportChoice, NO_CHOICE } from "./import-choice.ts";
import { ImportReport } from "./import-report.tsx";
import type { ImportResult } from "./import-run.ts";

type Graph = ImportResult["graphs"][number];

const NOTHING = { created: 0, updated: 0, deleted: 0, unchanged: 0 };

const graph = (more: Partial<Graph>): Graph => ({
  ...{ id: "dlg_1", key: "ferry", name: "The Ferry", files: [], nodes: 3, branches: 2, change: "created" },
  ...{ outcome: "new", existing: null, other: null, cards: { ...NOTHING, created: 3 }, changes: [] },
  ...more,
});

const result = (more: Partial<ImportResult>): ImportResult => ({
  dry_run: true,
  graphs: [graph({})],
  files: [],
  variable_conflicts: [],
  languages: [],
  written: {
    ...{ dialogues: NOTHING, nodes: NOTHING, groups: NOTHING },
    ...{ annotations: NOTHING, variables: NOTHING, entities: NOTHING },
  },
  report: [],
  ...more,
});

function show(more: Partial<ImportResult>, choice: ImportChoice = NO_CHOICE) {
  const onChoose = vi.fn();
  render(<ImportReport result={result(more)} choice={choice} onChoose={onChoose} />);
  return { onChoose, user: userEvent.setup() };
}

test("a story that is new asks nothing", () => {
  show({});
  screen.getByText("New");
  screen.getByText("Cards: 3 new");
  expect(screen.queryByRole("radio")).toBeNull();
});

test("a story that is here is updated, with its cards to be unfolded, or copied", async () => {
  const { onChoose, user } = show({
    graphs: [
      graph({
        ...{ outcome: "updates", existing: { id: "dlg_1", name: "Night Crossing" } },
        cards: { created: 0, updated: 1, deleted: 1, unchanged: 4 },
        changes: [
          { node_id: "node_1", name: "Jetty", change: "deleted", made_here: false, edited_here: false },
          { node_id: "node_2", name: "Landing", change: "updated", made_here: false, edited_here: true },
        ],
      }),
    ],
  });
  screen.getByText("Updates “Night Crossing”");
  await user.click(screen.getByText("2 cards change, 1 of them deleted"));
  screen.getByText("Jetty");
  screen.getByText("· changed here since");
  await user.click(screen.getByRole("radio", { name: "Import a copy" }));
  expect(onChoose).toHaveBeenLastCalledWith({ ...NO_CHOICE, isCopy: true });
});

test("an update that takes most cards away is said to replace, and shows them", () => {
  show({
    graphs: [
      graph({
        ...{ outcome: "updates", existing: { id: "dlg_1", name: "Night Crossing" } },
        cards: { created: 2, updated: 1, deleted: 14, unchanged: 0 },
        changes: [{ node_id: "node_1", name: "Jetty", change: "deleted", made_here: false, edited_here: false }],
      }),
    ],
  });
  screen.getByText("Replaces “Night Crossing”");
  expect(screen.getByText("Jetty").closest("details")).toHaveProperty("open", true);
});

test("another story of the name stays, unless one chooses by keys to replace it", async () => {
  const { onChoose, user } = show({
    graphs: [graph({ name: "The Ferry 2", other: { id: "dlg_0", name: "The Ferry" } })],
  });
  const group = screen.getByRole("group", { name: "“The Ferry” is in the project and is another story" });
  expect(within(group).getByRole("radio", { name: "Keep both" })).toHaveProperty("checked", true);
  await user.tab();
  await user.keyboard("{ArrowDown}");
  expect(onChoose).toHaveBeenLastCalledWith({ ...NO_CHOICE, replace: { ferry: "dlg_0" } });
});

test("a replaced dialogue says so, and shows what goes, with what was made in the studio", async () => {
  const { onChoose, user } = show(
    {
      graphs: [
        graph({
          ...{ outcome: "replaces", existing: { id: "dlg_0", name: "The Ferry" } },
          cards: { created: 3, updated: 0, deleted: 1, unchanged: 0 },
          changes: [{ node_id: "node_1", name: "By hand", change: "deleted", made_here: true, edited_here: false }],
        }),
      ],
    },
    { ...NO_CHOICE, replace: { ferry: "dlg_0" } },
  );
  screen.getByText("Replaces “The Ferry”");
  screen.getByText("· made here");
  screen.getByText("and 3 more");
  await user.click(screen.getByRole("radio", { name: "Keep both" }));
  expect(onChoose).toHaveBeenLastCalledWith(NO_CHOICE);
});

test("variables whose names are taken are told with both values, and joined one by one or all", async () => {
  const conflict: ImportResult["variable_conflicts"][number] = {
    ...{ name: "gold", variable_id: "var_2", called: "gold_2", joined: false, type: "integer", default: 0 },
    ...{ differs: true, existing: { id: "var_1", name: "gold", type: "integer", default: 5 } },
  };
  const guess = { ...conflict, name: "luck", called: "luck_2", default: null, differs: false };
  const { onChoose, user } = show({ variable_conflicts: [conflict, guess] });
  screen.getByText(/In the project: Whole number, begins with 5\. In the file: Whole number, begins with 0\./);
  await user.click(screen.getByRole("checkbox", { name: "Join gold" }));
  expect(onChoose).toHaveBeenLastCalledWith({ ...NO_CHOICE, join: ["gold"] });
  await user.click(screen.getByRole("checkbox", { name: "Join all" }));
  expect(onChoose).toHaveBeenLastCalledWith({ ...NO_CHOICE, join: ["gold", "luck"] });
});

test("what was imported asks nothing any more", () => {
  const graphs = [graph({ other: { id: "dlg_0", name: "The Ferry" } })];
  render(<ImportReport result={result({ dry_run: false, graphs })} choice={NO_CHOICE} onChoose={null} />);
  expect(screen.queryByRole("radio")).toBeNull();
});

test("a long report unfolds and folds by keys, with the focus where it was", async () => {
  const remark = {
    severity: "warning",
    code: "import_file_missing",
    source: null,
    graph_id: null,
    node_id: null,
  } as const;
  const none = { graph_key: null, node_key: null, node_name: null };
  const report = Array.from({ length: 30 }, (_, at) => ({
    ...remark,
    ...none,
    message: `The file “${at}” is missing.`,
  }));
  const audio = [4, 9, 12].map((at) => ({ ...remark, ...none, message: `“<<audio>>” is left out (line ${at}).` }));
  const { user } = show({ report: [...audio, ...report.slice(3)] });
  screen.getByText("The same in 2 more places");
  screen.getByText("“<<audio>>” is left out (line 12).");
  expect(screen.getAllByText(/^The file/)).toHaveLength(7);
  const all = screen.getByRole("button", { name: "Show all 28" });
  all.focus();
  await user.keyboard("{Enter}");
  expect(screen.getAllByText(/^The file/)).toHaveLength(27);
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Show the first 8", expanded: true }));
  await user.keyboard("{Enter}");
  expect(screen.getAllByText(/^The file/)).toHaveLength(7);
});
