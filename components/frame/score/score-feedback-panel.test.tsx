import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { answerWith, Studio } from "../../studio.fixture.tsx";
import { ScoreFeedbackPanel } from "./score-feedback-panel.tsx";
import type { Score } from "./score-words.ts";

const SPAN = { start: 0, end: 8, node_id: "node_1", passage_id: null };

const SCORE: Score = {
  ...{ formula_version: 1, language: "en", characters: 40, words: 8, sentences: 1 },
  ...{ reading_seconds: 2, speaking_seconds: 3, banned: [], has_judge: true },
  metrics: [
    { name: "mtld", value: null, reason: "too_short", spans: [], range: null, standing: null },
    {
      ...{ name: "dialogue_share", value: 0.25, reason: null, spans: [SPAN] },
      ...{ range: { texts: 5, low: 0.1, median: 0.5, high: 1 }, standing: "within" },
    },
  ],
  style: [
    { style_word_id: "stw_1", word: "suddenly", use: "banned", instead: ["at once"], note: "Show it.", spans: [SPAN] },
  ],
  unknown_names: [],
  canon: { violations: [], checked_to_seq: 4, complete: true },
};

test("a score leads to what it is about, and feedback is given beside it", async () => {
  const given = vi.fn();
  answerWith({
    "score.text": () => SCORE,
    "feedback.create": (input) => {
      given(input);
      return {};
    },
  });
  const shown = vi.fn();
  render(
    <Studio>
      <ScoreFeedbackPanel
        target={{ kind: "dialogue", graph_id: "dlg_1" }}
        wordsAt={() => "Suddenly"}
        onShow={shown}
        subject={{ id: "node_1", what: "this card" }}
        onClose={() => {}}
      />
    </Studio>,
  );
  const style = await screen.findByRole("region", { name: "Style" });
  expect(style.textContent).toContain("rather at once");
  await userEvent.click(within(style).getByRole("button", { name: "Suddenly" }));
  expect(shown).toHaveBeenCalledWith(SPAN);
  expect(screen.getByRole("region", { name: "Measures" }).textContent).toContain("In your range (0.1–1)");
  expect(screen.getByRole("region", { name: "Names nobody has" }).textContent).toContain("Every name belongs");
  expect(screen.getByRole("button", { name: "Ask for it" })).toBeTruthy();

  await userEvent.click(screen.getByRole("tab", { name: "Feedback" }));
  await userEvent.type(await screen.findByRole("textbox", { name: "Why (optional)" }), "One hears it.");
  await userEvent.click(screen.getByRole("tab", { name: "Score" }));
  await userEvent.click(screen.getByRole("tab", { name: "Feedback" }));
  await userEvent.click(screen.getByRole("button", { name: "It works" }));
  expect(given).toHaveBeenCalledWith(
    expect.objectContaining({ subject_id: "node_1", data_type: "boolean", value: true, comment: "One hears it." }),
  );
  expect(await screen.findByText("Nobody has said anything yet.")).toBeTruthy();
});
