import { render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { answerWith, Refused, Studio } from "../../studio.fixture.tsx";
import { FactsAfter } from "./facts-after.tsx";

const ASKED = { job_id: "job_1", bible_extraction_id: "bext_1" };

const extract = vi.fn(() => ({
  id: null,
  extractions: [],
  unchanged: 0,
  answered_before: 0,
  left_out: 0,
  skipped: [],
}));

function open(getExtraction: () => unknown) {
  extract.mockClear();
  answerWith({
    "jobs.get": () => ({ id: "job_1", state: "completed" }),
    "storyBible.getExtraction": getExtraction,
    "storyBible.extract": extract,
    "canonViolations.check": () => ({ violations: [] }),
  });
  render(
    <Studio>
      <FactsAfter chapterId="chp_1" asked={ASKED} />
    </Studio>,
  );
}

test("proposals of a reading that a generation asked for are shown, and the text is not read twice", async () => {
  open(() => ({
    id: "bext_1",
    parts: [{ id: "p1", kind: "fact", label: "Odo was the keeper.", body: { text: "Odo was the keeper." } }],
  }));
  await screen.findByRole("checkbox", { name: "Odo was the keeper." });
  expect(extract).not.toHaveBeenCalled();
});

test("where the reading told nothing new, that is said", async () => {
  open(() => {
    throw new Refused("not_found", 404, "There is no such extraction.");
  });
  await screen.findByText(/^The text says nothing/);
});
