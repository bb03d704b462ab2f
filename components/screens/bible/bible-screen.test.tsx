import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { answerWith, Studio } from "../../studio.fixture.tsx";
import { BibleScreen } from "./bible-screen.tsx";

const ENTITY = "ent_01k9hq3tx8v2m5rbz4nd7wcfje";
const FACT = "fact_01k9hq3zv2k6n8q4t7wb1yd5me";

const source = { kind: "fact", subject_type: "fact", subject_id: FACT, pointer: null, node_id: null };
const line = {
  key: `fact:${FACT}`,
  text: "Odo fears nothing.",
  source,
  fact_ids: [FACT],
  since_seq: 12,
  supersedes: [{ fact_id: "fact_01k9hq3zv2k6n8q4t7wb1yd5mf", text: "Odo fears the tide." }],
  secret: true,
  pin: null,
  override: null,
};
const item = {
  key: `entity:${ENTITY}`,
  title: "Odo",
  subject_type: "entity",
  subject_id: ENTITY,
  type: "character",
  since_seq: 3,
  pin: null,
  lines: [line],
};
const bible = {
  template: 2,
  project_name: "The Salt Gate",
  seq: 20,
  as: null,
  complete: true,
  sections: [
    { key: "characters", title: "Characters", note: null, items: [item], hidden: 0, left_out: [] },
    {
      ...{ key: "places", title: "Places", note: null, items: [], hidden: 1 },
      left_out: [{ key: "fact:gone", entry_id: "bbe_1", item_title: "The salt gate", text: "It is shut." }],
    },
  ],
};

test("a line shows where it comes from, since when it holds and what it superseded, and takes other words", async () => {
  const user = userEvent.setup();
  const made = vi.fn((_input: unknown) => ({}));
  answerWith({
    "storyBible.get": () => bible,
    "storyBible.listEntries": () => ({ entries: [], total: 0, has_more: false }),
    "storyBible.createEntry": made,
  });
  render(
    <Studio>
      <BibleScreen />
    </Studio>,
  );
  expect((await screen.findAllByRole("heading", { level: 2 })).map(({ textContent }) => textContent)).toEqual([
    "Characters",
    "Places",
  ]);
  await user.click(screen.getByRole("button", { name: /Odo fears nothing/ }));
  screen.getByText(/since event 12/);
  screen.getByText("Odo fears the tide.");
  await user.click(screen.getByRole("button", { name: "Other words" }));
  const dialog = await screen.findByRole("dialog", { name: "Other words for this line" });
  const words = within(dialog).getByRole("textbox", { name: "Words" });
  await user.clear(words);
  await user.type(words, "He fears nobody.");
  await user.click(within(dialog).getByRole("button", { name: "Save" }));
  await waitFor(() => expect(made).toHaveBeenCalled());
  expect(made.mock.calls[0]?.[0]).toMatchObject({
    key: line.key,
    text: "He fears nobody.",
    replaces: "Odo fears nothing.",
    shown_to: "authors",
  });
});

test("one row of a section is a stop, arrows go through the rows, and what was left out comes back", async () => {
  const user = userEvent.setup();
  const changed = vi.fn((_input: unknown) => ({}));
  answerWith({ "storyBible.get": () => bible, "storyBible.updateEntry": changed });
  render(
    <Studio>
      <BibleScreen />
    </Studio>,
  );
  const name = await screen.findByRole("link", { name: "Odo" });
  const fact = screen.getByRole("button", { name: /Odo fears nothing/ });
  expect([name.tabIndex, fact.tabIndex]).toEqual([0, -1]);
  name.focus();
  await user.keyboard("{ArrowDown}");
  expect(document.activeElement).toBe(fact);
  expect([name.tabIndex, fact.tabIndex]).toEqual([-1, 0]);
  await user.keyboard("{Home}");
  expect(document.activeElement).toBe(name);
  await user.click(screen.getByRole("button", { name: "1 line left out" }));
  const dialog = await screen.findByRole("dialog", { name: "Left out of “Places”" });
  within(dialog).getByText("It is shut.");
  await user.click(within(dialog).getByRole("button", { name: "Bring back" }));
  await waitFor(() => expect(changed).toHaveBeenCalled());
  expect(changed.mock.calls[0]?.[0]).toMatchObject({ bible_entry_id: "bbe_1", hidden: false });
});

test("notes become proposals, and those that are ticked are written", async () => {
  const user = userEvent.setup();
  const accepted = vi.fn((_input: unknown) => ({}));
  let isRead = false;
  const part = (id: string, label: string) => ({
    ...{ id, label, kind: "fact", status: "open", is_new: true, external_id: id, body: {} },
    evidence: [{ file: "Odo.markdown", line: 3, pointer: null, node_id: null, quote: label }],
  });
  const extraction = {
    id: "bbx_1",
    label: "vault.zip",
    status: "open",
    parts: [part("p1", "Odo limps."), part("p2", "Odo sings.")],
  };
  answerWith({
    "storyBible.get": () => bible,
    "storyBible.listExtractions": () => ({ extractions: isRead ? [extraction] : [], total: 0, has_more: false }),
    "storyBible.extract": () => {
      isRead = true;
      return {
        id: "bbx_1",
        extractions: [{ bible_extraction_id: "bbx_1", parts: 2 }],
        unchanged: 0,
        answered_before: 0,
        left_out: 0,
        skipped: [],
      };
    },
    "storyBible.preview": () => ({ refused: [], violations: [] }),
    "storyBible.accept": accepted,
  });
  render(
    <Studio>
      <BibleScreen />
    </Studio>,
  );
  await user.click(await screen.findByRole("button", { name: "Read my notes" }));
  const dialog = await screen.findByRole("dialog", { name: "Read my notes" });
  await user.upload(
    within(dialog).getByLabelText("Notes to read"),
    new File(["Odo."], "Odo.markdown", { type: "text/markdown" }),
  );
  await within(dialog).findByText("2 proposals.");
  await user.click(await within(dialog).findByRole("checkbox", { name: "Odo sings." }));
  await user.click(within(dialog).getByRole("button", { name: "Write 1 proposal" }));
  await waitFor(() => expect(accepted).toHaveBeenCalled());
  expect(accepted.mock.calls[0]?.[0]).toMatchObject({ bible_extraction_id: "bbx_1", parts: ["p1"] });
});
