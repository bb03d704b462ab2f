import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { answerWith, Studio } from "../../studio.fixture.tsx";
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
