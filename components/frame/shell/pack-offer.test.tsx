import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { answerWith, Studio } from "../../studio.fixture.tsx";
import { PackOffers } from "./pack-offer.tsx";

const offered = (dialogues: number, { id = "prj_1", ideas = 0 } = {}) => {
  const changes: object[] = [];
  answerWith({
    "dialogues.list": () => ({ dialogues: [], total: dialogues, has_more: dialogues > 0 }),
    "ideas.list": () => ({ ideas: [], total: ideas, has_more: ideas > 0 }),
    "projects.update": (input) => {
      changes.push(input);
      return {};
    },
  });
  const view = render(
    <Studio>
      <PackOffers project={{ id, packs: [] }} />
    </Studio>,
  );
  return { changes, ...view };
};

test("what a game made in a project without its screens is offered to be shown", async () => {
  const { changes } = offered(3);
  expect(await screen.findByText("This project has 3 dialogues that the studio hides.")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Show game pages" }));
  await waitFor(() => expect(changes).toEqual([{ project_id: "prj_1", packs: ["game"] }]));
});

test("an offer that is declined does not come back, but that of another project does", async () => {
  const first = offered(1);
  await userEvent.click(await screen.findByRole("button", { name: "Not now" }));
  expect(screen.queryByRole("status")).toBeNull();
  first.unmount();
  offered(1, { id: "prj_2" });
  expect(await screen.findByRole("status")).toBeTruthy();
});

test("of a book ideas are offered beside what is of a game", async () => {
  const { changes } = offered(1, { ideas: 2 });
  expect(await screen.findByText("This project has 1 dialogue that the studio hides.")).toBeTruthy();
  expect(await screen.findByText("This project has 2 ideas that the studio hides.")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Show book pages" }));
  await waitFor(() => expect(changes).toEqual([{ project_id: "prj_1", packs: ["book"] }]));
});
