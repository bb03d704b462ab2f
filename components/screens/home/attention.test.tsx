import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { type Answers, answerWith, Studio } from "../../studio.fixture.tsx";
import { Attention } from "./attention.tsx";

const COUNTS = { sessions: 1, suggestions: 1, webhooks: 4, all: 6 };
const WRONG = { graph_id: "dlg_1", name: "Astray", project_id: "prj_1", project_name: "The Salt Gate", errors: 2 };

function show(answers: Answers) {
  answerWith({
    "inbox.get": () => ({ items: [], counts: { ...COUNTS, sessions: 0, suggestions: 0 }, answered: [] }),
    "problems.dialogues": () => ({ dialogues: [], total: 0, has_more: false, unchecked: 0 }),
    ...answers,
  });
  render(
    <Studio>
      <Attention />
    </Studio>,
  );
}

test("what waits and what is wrong is told once each, webhooks apart, which have a place of their own", async () => {
  show({
    "inbox.get": () => ({ items: [], counts: COUNTS, answered: [] }),
    "problems.dialogues": () => ({ dialogues: [WRONG], total: 7, has_more: true, unchecked: 0 }),
  });
  await screen.findByText("Astray");
  expect((await screen.findAllByRole("listitem")).map(({ textContent }) => textContent)).toEqual([
    "2 items wait for an answer",
    "2 errors inAstrayThe Salt Gate",
    "And errors in 6 more dialogues.",
  ]);
  expect(screen.getByRole("link", { name: /Astray/ }).getAttribute("href")).toBe(
    "/projects/prj_1/dialogues/dlg_1?problems=1",
  );
});

test("while dialogues are still being checked it asks again by itself", async () => {
  let asked = 0;
  show({
    "problems.dialogues": () => {
      asked += 1;
      const isDone = asked > 1;
      return { dialogues: isDone ? [WRONG] : [], total: isDone ? 1 : 0, has_more: false, unchecked: isDone ? 0 : 9 };
    },
  });
  await screen.findByText("Astray");
  expect(asked).toBe(2);
});

test("dialogues that could not be read are said, and asked for again", async () => {
  let isDown = true;
  show({
    "problems.dialogues": () => {
      if (isDown) throw new TypeError("fetch failed");
      return { dialogues: [WRONG], total: 1, has_more: false, unchecked: 0 };
    },
  });
  await screen.findByText(/^The dialogues with errors could not be/);
  isDown = false;
  await userEvent.setup().click(screen.getByRole("button", { name: /again|Retry/ }));
  await screen.findByText("Astray");
});
