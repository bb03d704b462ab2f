import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { type Answers, answerWith, openTab, Studio } from "../../studio.fixture.tsx";
import { shownToasts } from "../../ui/toast.ts";
import { branch, sampleNode, smallContent } from "../model/sample-content.ts";
import { DialogueContext } from "../session/dialogue-context.ts";
import { ViewContext } from "../store/view-state.ts";
import { carriedTo, dropCarried } from "./carried-play.ts";
import { Player } from "./player.tsx";
import { ReadingCount } from "./reading-count.tsx";
import { ReadingsPanel } from "./readings-panel.tsx";

const GATE = sampleNode({
  id: "node_gate",
  text: "Stop right there!",
  branches: [{ ...branch("br_pay", "Pay."), target_node_id: "node_end" }],
});
const END = sampleNode({ id: "node_end", kind: "end", text: "You are in." });
const line = (text: string, more: object = {}) => ({
  kind: "said",
  step: 0,
  graph_id: "dlg_a",
  node_id: "node_gate",
  branch_id: null,
  text,
  speaker_id: null,
  speaker_label: "Keeper",
  ...more,
});
const check = (id: string, name: string, more: object = {}) => ({
  reading_id: id,
  graph_id: "dlg_a",
  name,
  kept_seq: 1,
  state: "same",
  step: null,
  reason: null,
  kept: null,
  now: null,
  ...more,
});
const DIVERGED = check("rdg_way", "The way in", {
  state: "diverged",
  step: 0,
  kept: line("Stop there!"),
  now: line("Stop right there!"),
});
const STUCK = check("rdg_out", "The way out", {
  state: "unplayable",
  step: 1,
  reason: "not_offered",
  kept: line("Leave", { kind: "chosen", step: 1, speaker_label: null }),
});
const CAUSE = {
  commit_seq: 9,
  first_seq: 9,
  at: "2030-01-01T12:00:00.000Z",
  actor: "user:usr_bo",
  request_id: null,
  label: "Edit the words",
  changes: [],
  change_total: 1,
};

beforeEach(dropCarried);

/** The panel over some readings; what is asked of the server is noted. */
function open(readings: readonly object[], answers: Answers = {}) {
  const asked: { name: string; input: Readonly<Record<string, unknown>> }[] = [];
  const noted = (name: string, answer: (input: Readonly<Record<string, unknown>>) => unknown) => ({
    [name]: (input: Readonly<Record<string, unknown>>) => {
      asked.push({ name, input });
      return answer(input);
    },
  });
  const all: Answers = {
    "readings.check": () => ({ seq: 9, readings, total: readings.length, has_more: false }),
    "readings.cause": () => ({ reading_id: "rdg_way", seq: 9, commit: CAUSE }),
    "workspace.people": () => ({ people: [{ id: "usr_bo", name: "Bo" }], keys: [] }),
    ...answers,
  };
  answerWith(Object.assign({}, ...Object.entries(all).map(([name, answer]) => noted(name, answer))));
  const tab = openTab({ ...smallContent(), nodes: new Map([GATE, END].map((each) => [each.id, each])) });
  const sent = (name: string) => asked.filter((each) => each.name === name).map(({ input }) => input);
  return { ...tab, sent };
}

test("shows what was kept and what is read now, and whose change that was", async () => {
  const { shown } = open([check("rdg_end", "To the end"), DIVERGED]);
  render(shown(<ReadingsPanel />));
  const panel = within(screen.getByRole("complementary", { name: "Kept readings" }));
  const rows = await panel.findAllByRole("listitem");
  expect(rows[0]?.textContent).toContain("Diverged");
  expect(rows[1]?.textContent).toContain("Same");
  const row = within(rows[0] as HTMLElement);
  const terms = row.getAllByRole("definition").map(({ textContent }) => textContent);
  expect(terms).toEqual(["KeeperStop there!", "KeeperStop right there!"]);
  expect(row.getByText("right", { exact: false, selector: "ins" }).textContent).toContain("right");
  await row.findByText("Bo");
  expect(rows[0]?.textContent).toContain("Bo edit the words");
});

test("says why a reading cannot be played, and does not offer to keep that", async () => {
  const { shown } = open([STUCK]);
  render(shown(<ReadingsPanel />));
  await screen.findByText("The choice “Leave” is no longer offered.");
  expect(screen.queryByRole("button", { name: "Keep as it is now" })).toBeNull();
});

test("takes the change back once what it would do was read, and looks again", async () => {
  const readings: object[] = [DIVERGED];
  const change = {
    change: "changed",
    subject_type: "dialogue_node",
    subject_id: "node_gate",
    name: "Gate",
    fields: [{ field: "/text", name: "Text", branch_id: null, before: "Stop right there!", after: "Stop there!" }],
  };
  const { shown, sent } = open(readings, {
    "record.takeBack": ({ dry_run }) => {
      if (dry_run !== true) readings.splice(0, 1, check("rdg_way", "The way in"));
      return { commit_seq: 9, dry_run, changes: [change], total: 1, names: {}, left: [], left_total: 0, seq: 10 };
    },
  });
  render(shown(<ReadingsPanel />));
  await userEvent.click(await screen.findByRole("button", { name: "Undo this change…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Undo this change?" }));
  await dialog.findByText("Changed back");
  expect(sent("record.takeBack")).toMatchObject([{ commit_seq: "9", dry_run: true }]);
  await userEvent.click(dialog.getByRole("button", { name: "Undo the change" }));
  await screen.findByText("Same");
  expect(sent("record.takeBack")).toMatchObject([{ dry_run: true }, { commit_seq: "9", dry_run: false }]);
  expect(shownToasts().at(-1)).toMatchObject({ text: "The change is undone.", undo: expect.any(Function) });
});

test("says what stays because it was changed again, and leads to the later change", async () => {
  const left = {
    subject_type: "dialogue_node",
    subject_id: "node_gate",
    name: "Gate",
    field: "/text",
    field_name: "Text",
    reason: "changed_since",
    message: null,
    changed_by: 12,
  };
  const { shown, sent } = open([DIVERGED], {
    "record.takeBack": ({ commit_seq }) => ({
      commit_seq: Number(commit_seq),
      dry_run: true,
      changes: [],
      total: 0,
      names: {},
      left: commit_seq === "9" ? [left] : [],
      left_total: 1,
      seq: 12,
    }),
  });
  render(shown(<ReadingsPanel />));
  await userEvent.click(await screen.findByRole("button", { name: "Undo this change…" }));
  await screen.findByText("Text of “Gate”: it was changed again since.");
  expect(screen.queryByRole("button", { name: "Undo the change" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Undo the later change instead" }));
  await waitFor(() => expect(sent("record.takeBack").at(-1)).toMatchObject({ commit_seq: "12", dry_run: true }));
});

test("keeps what is read now, renames, and deletes with a way back", async () => {
  const { shown, sent } = open([DIVERGED], {
    "readings.keep": () => ({}),
    "readings.update": () => ({}),
    "readings.delete": () => ({ id: "rdg_way", deleted: true }),
    "readings.restore": () => ({}),
  });
  render(shown(<ReadingsPanel />));
  await userEvent.click(await screen.findByRole("button", { name: "Keep as it is now" }));
  await waitFor(() => expect(sent("readings.keep")).toMatchObject([{ reading_id: "rdg_way" }]));
  await userEvent.click(screen.getByRole("button", { name: "The way in" }));
  const name = screen.getByRole("textbox", { name: "Name of the reading" });
  await userEvent.clear(name);
  await userEvent.type(name, "The honest way{Enter}");
  await waitFor(() => expect(sent("readings.update")).toMatchObject([{ name: "The honest way" }]));
  await userEvent.click(screen.getByRole("button", { name: "Delete The way in" }));
  await waitFor(() => expect(shownToasts().at(-1)?.text).toBe("“The way in” is no longer kept."));
  shownToasts().at(-1)?.undo?.();
  await waitFor(() => expect(sent("readings.restore")).toMatchObject([{ reading_id: "rdg_way" }]));
});

test("while looking back nothing of a reading can be changed", async () => {
  const { session, view } = open([DIVERGED]);
  render(
    <Studio query="at=5">
      <DialogueContext value={session}>
        <ViewContext value={view}>
          <ReadingsPanel />
        </ViewContext>
      </DialogueContext>
    </Studio>,
  );
  for (const name of ["Keep as it is now", "Delete The way in", "Undo this change…"])
    expect((await screen.findByRole("button", { name })).getAttribute("aria-disabled")).toBe("true");
  expect(screen.getByRole("button", { name: "The way in" }).getAttribute("aria-disabled")).toBe("true");
});

test("plays a kept reading as far as the story goes", async () => {
  const { shown, view } = open([DIVERGED], {
    "readings.get": () => ({
      id: "rdg_way",
      graph_id: "dlg_a",
      seed: 7,
      variables: {},
      world_time: null,
      from_node_id: null,
      steps: [{ branch_id: "br_pay", event: null, variables: {} }],
    }),
    "runs.story": () => ({
      base_seq: 9,
      dialogue: { id: "dlg_a", start_node_id: null, nodes: [GATE, END] },
      others: [],
      variables: [],
      world: { entities: {}, relationships: [], facts: [], time: null },
    }),
  });
  render(shown(<ReadingsPanel />));
  await userEvent.click(await screen.findByRole("button", { name: "Play The way in" }));
  await waitFor(() => expect(view.getState().side).toBe("player"));
  expect(carriedTo("prj_a", "dlg_a")?.pages.flatMap(({ nodes }) => nodes)).toEqual(["node_gate", "node_end"]);
});

test("the bar says how many are another, and nothing while all are the same", async () => {
  const { shown, view } = open([DIVERGED, STUCK, check("rdg_end", "To the end")]);
  render(shown(<ReadingCount />));
  await userEvent.click(await screen.findByRole("button", { name: "1 reading diverged, 1 cannot be played" }));
  expect(view.getState().side).toBe("readings");
  const quiet = open([check("rdg_end", "To the end")]);
  document.body.replaceChildren();
  render(quiet.shown(<ReadingCount />));
  await waitFor(() => expect(quiet.sent("readings.check")).toHaveLength(1));
  expect(screen.queryByRole("button")).toBeNull();
});

test("the player keeps what was played, by its choices, under a name", async () => {
  const { shown, sent } = open([], { "readings.create": () => ({}) });
  render(shown(<Player />));
  const player = within(screen.getByRole("region", { name: "Player" }));
  await userEvent.click(await player.findByRole("button", { name: /Pay/ }, { timeout: 3_000 }));
  await userEvent.click(player.getByRole("button", { name: "Keep this reading" }));
  expect(document.activeElement).toBe(await player.findByRole("textbox", { name: "Name this reading" }));
  await userEvent.keyboard("The way in 2{Enter}");
  await waitFor(() => expect(sent("readings.create")).toHaveLength(1));
  expect(sent("readings.create")[0]).toMatchObject({
    graph_id: "dlg_a",
    name: "The way in 2",
    seed: expect.any(Number),
    steps: [{ branch_id: "br_pay" }],
  });
  await waitFor(() => expect(player.queryByRole("textbox", { name: "Name this reading" })).toBeNull());
});
