import { render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { answerWith, Refused, Studio } from "../../studio.fixture.tsx";
import { FactsAfter } from "./facts-after.tsx";

const ASKED = { bible_extraction_id: "bext_1" };

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

test("proposals that are not there yet are waited for", async () => {
  let looks = 0;
  open(() => {
    looks += 1;
    if (looks < 2) throw new Refused("not_found", 404, "There is no such extraction.");
    return { id: "bext_1", parts: [{ id: "p1", kind: "fact", label: "Odo is old.", body: { text: "Odo is old." } }] };
  });
  await screen.findByRole("checkbox", { name: "Odo is old." }, { timeout: 20_000 });
  expect(extract).not.toHaveBeenCalled();
});

test("where the reading tells nothing new, the text is read once more, and that is said", async () => {
  open(() => {
    throw new Refused("not_found", 404, "There is no such extraction.");
  });
  await screen.findByText(/^The text says nothing/, {}, { timeout: 60_000 });
  expect(extract).toHaveBeenCalledOnce();
});
