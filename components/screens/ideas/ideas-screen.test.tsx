import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { answerWith, Studio } from "../../studio.fixture.tsx";
import { IdeasScreen } from "./ideas-screen.tsx";

const idea = (id: string, premise: string, state: string) => ({
  ...{ id, project_id: "prj_1", premise, state, hooks: [], notes: "", entity_ids: [], tags: [], gap: null, votes: 0 },
  ...{ voters: [], reason: "", promoted_to: null, valid_from_seq: 7, created_seq: 3, duplicate_of_id: null },
  ...{ created_at: "2026-11-01T10:00:00.000Z", updated_at: "2026-11-01T10:00:00.000Z" },
});

const FERRY = idea("idea_1", "The ferryman sells passage.", "proposed");

const listed = (rows: readonly { state: string }[]) => (input: unknown) => {
  const { state } = input as { state?: string };
  const ideas = rows.filter((each) => state === undefined || each.state === state);
  return { ideas, total: ideas.length, has_more: false };
};

test("on the board an idea moves by keys, and a rejection asks for its reason", async () => {
  const user = userEvent.setup();
  const rows = [FERRY, idea("idea_2", "A comet is seen.", "developing")];
  const develop = vi.fn((_input: unknown) => ({ ...FERRY, state: "shortlisted" }));
  const reject = vi.fn((_input: unknown) => ({ ...FERRY, state: "rejected" }));
  answerWith({ "ideas.list": listed(rows), "ideas.shortlist": develop, "ideas.reject": reject });
  render(
    <Studio>
      <IdeasScreen />
    </Studio>,
  );
  await user.click(await screen.findByRole("radio", { name: "Board" }));
  const proposed = await screen.findByRole("region", { name: "Proposed" });
  const card = within(proposed).getByRole("link", { name: FERRY.premise });
  expect(card.tabIndex).toBe(0);
  card.focus();
  await user.keyboard("{ArrowRight}");
  expect(document.activeElement?.textContent).toBe("A comet is seen.");
  await user.keyboard("{ArrowLeft}{Shift>}{ArrowRight}{/Shift}");
  await waitFor(() => expect(develop).toHaveBeenCalled());
  await user.click(within(proposed).getByRole("button", { name: `Move “${FERRY.premise}”` }));
  await user.click(await screen.findByRole("menuitem", { name: "Rejected" }));
  const dialog = await screen.findByRole("dialog", { name: "Reject this idea" });
  await user.type(within(dialog).getByRole("textbox"), "Another ferryman has it.");
  await user.click(within(dialog).getByRole("button", { name: "Reject" }));
  await waitFor(() => expect(reject).toHaveBeenCalled());
  expect(reject.mock.calls[0]?.[0]).toMatchObject({ idea_id: "idea_1", reason: "Another ferryman has it." });
});

test("a promotion makes characters, places, set-ups and facts, and can be undone", async () => {
  const user = userEvent.setup();
  const promoted_to = { entity_ids: ["ent_1"], seed_ids: ["seed_1"], fact_ids: [] };
  const promote = vi.fn((_input: unknown) => ({ ...FERRY, state: "promoted", promoted_to, valid_from_seq: 12 }));
  const deleted: string[] = [];
  const takeBack = vi.fn((_input: unknown) => ({ changes: [], total: 0, left: [], left_total: 0 }));
  answerWith({
    "ideas.list": listed([FERRY]),
    "ideas.get": () => FERRY,
    "ideas.duplicates": () => ({ duplicates: [] }),
    "ideas.promote": promote,
    "entities.delete": () => deleted.push("entity"),
    "seeds.delete": () => deleted.push("seed"),
    "record.takeBack": takeBack,
  });
  render(
    <Studio>
      <IdeasScreen />
    </Studio>,
  );
  await user.click(await screen.findByText(FERRY.premise));
  await user.click(await screen.findByRole("button", { name: "Promote" }));
  const dialog = await screen.findByRole("dialog", { name: "Make this idea part of the world" });
  await user.type(within(dialog).getByRole("textbox", { name: "New characters" }), "The ferryman{Enter}{Enter}");
  await user.type(within(dialog).getByRole("textbox", { name: "Set-ups" }), "He will be paid.");
  await user.click(within(dialog).getByRole("button", { name: "Promote" }));
  await waitFor(() => expect(promote).toHaveBeenCalled());
  expect(promote.mock.calls[0]?.[0]).toMatchObject({
    entities: [{ type: "character", name: "The ferryman" }],
    seeds: [{ promise: "He will be paid." }],
    facts: [],
  });
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  await waitFor(() => expect(takeBack).toHaveBeenCalled());
  expect([deleted, takeBack.mock.calls[0]?.[0]]).toMatchObject([["seed", "entity"], { commit_seq: "12" }]);
});

test("a reason that is typed is not lost by one press of Escape", async () => {
  const user = userEvent.setup();
  answerWith({ "ideas.list": listed([FERRY]) });
  render(
    <Studio>
      <IdeasScreen />
    </Studio>,
  );
  await user.click(await screen.findByRole("radio", { name: "Board" }));
  await user.click(await screen.findByRole("button", { name: `Move “${FERRY.premise}”` }));
  await user.click(await screen.findByRole("menuitem", { name: "Rejected" }));
  await user.type(within(await screen.findByRole("dialog")).getByRole("textbox"), "Another one has it.");
  await user.keyboard("{Escape}");
  expect(within(screen.getByRole("dialog")).getByRole("alert").textContent).toContain("Close again to discard them.");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});
