import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { type Answers, answerWith, Studio } from "../../studio.fixture.tsx";
import { PlayerPart } from "./player-part.tsx";
import { PlayersScreen } from "./players-screen.tsx";

const PLAYER = {
  id: "ply_1",
  project_id: "prj_1",
  external_id: "ines",
  display_name: "Ines",
  avatar_id: null,
  locale: null,
  preferences: {},
  erased_at: null as string | null,
  created_at: "2026-11-01T08:00:00.000Z",
  updated_at: "2026-11-01T08:00:00.000Z",
  valid_from_seq: 4,
  valid_to_seq: null,
};

const QUEST = {
  ...{ run_id: "run_1", run_step: 3, quest_id: "qst_1", external_id: null, name: "Before the ebb", state: "active" },
  stage: { id: "stg_1", name: "Provisions", text: "" },
  objectives: [{ id: "obj_1", text: "Find rope", count: 2, done: 1 }],
  ...{ next_states: ["completed"], graph_id: "dlg_1", base_seq: 7, status: "open" },
};

const SAVE = {
  ...{ id: "sav_1", run_id: "run_1", label: "Before the weighing", step: 2, created_at: "2026-11-02T08:00:00.000Z" },
  ...{ graph_id: "dlg_1", base_seq: 7 },
  node: { graph_id: "dlg_1", id: "node_1", kind: "line", title: null, text: "Halt! Who goes?" },
};

/** Shows the panel of a player. */
function open(answers: Answers, player: object = {}) {
  answerWith({
    "players.list": () => ({ players: [{ ...PLAYER, ...player }], total: 1, has_more: false }),
    "players.getExport": () => Promise.reject(new Error("none")),
    "runs.list": () => ({ runs: [], total: 0, has_more: false }),
    "dialogues.list": () => ({ dialogues: [{ id: "dlg_1", name: "At the ferry" }], total: 1, has_more: false }),
    ...answers,
  });
  render(
    <Studio query="player=ply_1">
      <PlayersScreen />
    </Studio>,
  );
}

const part = (name: string) => screen.findByRole("region", { name });

test("quests stand as in each playthrough, and saves lead to where they were made", async () => {
  open({
    "players.quests": ({ limit }) => ({
      quests:
        limit === 20
          ? [QUEST]
          : [QUEST, { ...QUEST, run_id: null, graph_id: null, base_seq: null, status: null, state: "completed" }],
      has_more: limit === 20,
    }),
    "players.saves": () => ({ saves: [SAVE, { ...SAVE, id: "sav_0", node: null }], has_more: false }),
  });
  const quests = await part("Quests");
  const todo = await within(quests).findByRole("list", { name: "What is to be done of “Before the ebb”" });
  expect(todo.textContent).toBe("1/2Find rope");
  expect(quests.textContent).toMatch(/taken up.*Provisions.*in At the ferry, not finished/);
  expect(within(quests).getByRole("link", { name: "At the ferry" }).getAttribute("href")).toBe(
    "/projects/prj_a/dialogues/dlg_1?run=run_1&at=7",
  );
  await userEvent.click(within(quests).getByRole("button", { name: "Show more" }));
  await within(quests).findByText("completed");
  await within(quests).findByText("of the player, in no playthrough");
  expect(within(quests).queryByRole("button")).toBeNull();

  const [save, unplaced] = within(await part("Saves")).getAllByRole("listitem");
  expect(save?.textContent).toMatch(/2 Nov.*at “Halt! Who goes\?” in At the ferry/);
  expect(unplaced?.textContent).toMatch(/in At the ferry/);
  expect(
    within(save as HTMLElement)
      .getByRole("link")
      .getAttribute("href"),
  ).toBe("/projects/prj_a/dialogues/dlg_1?run=run_1&step=2&at=7");
});

test("a player who did nothing has none", async () => {
  open({});
  await within(await part("Saves")).findByText("Nothing was saved yet.");
  await within(await part("Quests")).findByText("None was offered yet.");
});

test("a part that could not be loaded is asked for again", async () => {
  const refetch = vi.fn();
  const shown = (error: unknown) => (
    <PlayerPart title="Saves" what="the saves" query={{ data: undefined, error, refetch }}>
      {() => null}
    </PlayerPart>
  );
  const { rerender } = render(shown(null));
  expect(screen.getByRole("status").textContent).toBe("Loading the saves…");
  rerender(shown(new Error("offline")));
  expect(screen.getByRole("status").textContent).toContain("The saves could not be loaded.");
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(refetch).toHaveBeenCalledOnce();
});

test("an avatar is chosen among the entities", async () => {
  open({
    "entities.list": () => ({
      entities: [{ id: "ent_1", name: "Ines Vael", type: "character", parent_id: null }],
      total: 1,
      has_more: false,
    }),
  });
  const field = await screen.findByLabelText("Avatar");
  await userEvent.type(field, "Ines");
  await userEvent.click(await screen.findByRole("option", { name: /Ines Vael/ }));
  expect((field as HTMLInputElement).value).toBe("Ines Vael");
});

test("who was erased is said with the day", async () => {
  open({}, { external_id: { erased: true }, display_name: { erased: true }, erased_at: "2025-11-03T08:00:00.000Z" });
  expect((await screen.findByText(/This player was erased/)).textContent).toContain("was erased on 3 Nov 2025.");
});
