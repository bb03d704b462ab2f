import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { answerWith, Refused, Studio } from "../../studio.fixture.tsx";
import { OverdueSeeds } from "./overdue-seeds.tsx";
import { SeedPlaces } from "./seed-places.tsx";

const SEED = {
  ...{ id: "seed_1", project_id: "prj_1", promise: "The lamp is lit.", valid_from_seq: 4, due: null, payoff: null },
  planted: [{ kind: "node", node_id: "node_1" }],
};

test("cards are chosen by their words for where a promise is made, due and paid off, and places are removed", async () => {
  const user = userEvent.setup();
  const updated = vi.fn((_input: unknown) => ({}));
  const match = {
    subject_type: "dialogue_node",
    subject_id: "node_2",
    graph_id: "dlg_1",
    graph_name: "Gate",
    more: [],
  };
  answerWith({
    "dialogues.search": () => ({
      matches: [{ ...match, field: "text", excerpt: "It burns.", ranges: [] }],
      ...{ total: 1, has_more: false, totals: {} },
    }),
    "dialogues.names": () => ({ names: [{ id: "node_1", name: "Halt", graph_id: "dlg_1", graph_name: "Gate" }] }),
    "quests.list": () => ({ quests: [], total: 0, has_more: false }),
    "seeds.update": updated,
  });
  render(
    <Studio>
      <SeedPlaces seed={SEED as never} />
    </Studio>,
  );
  const choose = async (label: string) => {
    await user.click(await screen.findByRole("combobox", { name: label }));
    await user.click(await screen.findByRole("option", { name: /It burns/ }));
  };
  const last = () => updated.mock.lastCall?.[0];
  const place = { kind: "node", node_id: "node_2" };
  await choose("Add a card");
  await waitFor(() => expect(last()).toMatchObject({ base_seq: 4, planted: [{ node_id: "node_1" }, place] }));
  await choose("Card that pays it off");
  await waitFor(() => expect(last()).toMatchObject({ payoff: place }));
  await choose("Or keep it by a card");
  await waitFor(() => expect(last()).toMatchObject({ due: place }));
  await user.click(screen.getByRole("button", { name: "Remove the place" }));
  await waitFor(() => expect(last()).toMatchObject({ planted: [] }));
});

test("passages are chosen by their chapter and words, and lead to the manuscript", async () => {
  const user = userEvent.setup();
  const updated = vi.fn((_input: unknown) => ({}));
  const texts: Record<string, string> = { psg_1: "The tide was out.", psg_2: "The lamp burned." };
  answerWith({
    "chapters.outline": () => ({
      ...{ words: 0, target_words: 0, acts: [] },
      chapters: [{ id: "chp_1", title: "The mole" }],
    }),
    "passages.list": ({ chapter_id }) => ({
      passages: Object.entries(texts).map(([id, text]) => ({ id, chapter_id, text })),
      ...{ total: 2, has_more: false },
    }),
    "passages.get": ({ passage_id }) => {
      const text = texts[String(passage_id)];
      if (text === undefined) throw new Refused("not_found", 404, "There is no such passage.");
      return { id: passage_id, text };
    },
    "seeds.update": updated,
  });
  const [there, gone] = ["psg_1", "psg_9"].map((passage_id) => ({ kind: "passage", passage_id }));
  render(
    <Studio>
      <SeedPlaces seed={{ ...SEED, planted: [there, gone] } as never} />
    </Studio>,
  );
  const link = await screen.findByRole("link", { name: "The tide was out." });
  expect(link.getAttribute("href")).toBe("/projects/prj_a/manuscript?passage=psg_1");
  await screen.findByText("A passage that is gone");

  const place = { kind: "passage", passage_id: "psg_2" };
  for (const [label, change] of [
    ["Add a passage of the book", { planted: [there, gone, place] }],
    ["Passage that pays it off", { payoff: place }],
    ["Or keep it by a passage", { due: place }],
  ] as const) {
    await user.click(await screen.findByRole("combobox", { name: label }));
    await user.click(await screen.findByRole("option", { name: "The mole" }));
    const fields = await screen.findAllByRole("combobox", { name: "Passage of this chapter" });
    await user.click(fields.at(label === "Or keep it by a passage" ? 0 : -1) as HTMLElement);
    await user.click(await screen.findByRole("option", { name: "The lamp burned." }));
    await waitFor(() => expect(updated.mock.lastCall?.[0]).toMatchObject(change));
  }
});

test("what could not be read is not said to be gone", async () => {
  const fails = (): never => {
    throw new Refused("busy", 503, "The service is busy.");
  };
  answerWith({ "passages.get": fails, "seeds.overdue": fails });
  render(
    <Studio>
      <OverdueSeeds />
      <SeedPlaces seed={{ ...SEED, planted: [{ kind: "passage", passage_id: "psg_1" }] } as never} />
    </Studio>,
  );
  await screen.findByText(/^The passage was not read/);
  expect((await screen.findByRole("alert")).textContent).toMatch(/^Whether set-ups are overdue was not read/);
});
