import { render, screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { Insight, Signal } from "../../frame/feedback/insight-words.ts";
import { answerWith, Studio } from "../../studio.fixture.tsx";
import { FeedbackScreen } from "./feedback-screen.tsx";

const INSIGHT: Insight = {
  ...{ group: "node_1", subject_type: "dialogue_node", subject_name: "Halt!", graph_id: "dlg_1", name: "works" },
  ...{ data_type: "boolean", insufficient_data: false, n: 10, mean: 0.8, categories: [], trend: "up" },
  ...{
    interval: { low: 0.4902, high: 0.9433 },
    since: "2026-10-29T20:15:04.120Z",
    last_at: "2026-11-28T20:15:04.120Z",
  },
};

const SIGNAL = {
  ...{ id: "fbk_1", subject_id: "node_1", name: "works", data_type: "boolean", value: true, comment: "" },
  ...{ player_comment: "It made me cry.", correction: null, author: "player:ply_1" },
  updated_at: "2026-11-28T20:15:04.120Z",
} as unknown as Signal;

test("an opinion is shown with how sure it is, and opens with each voice and the way to the line", async () => {
  const list = vi.fn((_input: unknown) => ({ signals: [SIGNAL], total: 1, has_more: false }));
  answerWith({
    "feedback.insights": () => ({ insights: [INSIGHT], total: 1, has_more: false }),
    "feedback.list": list,
  });
  render(
    <Studio query="of=node_1 works boolean">
      <FeedbackScreen />
    </Studio>,
  );
  expect((await screen.findAllByText("80 % yes (49–94 %)")).length).toBeGreaterThan(0);
  const panel = await screen.findByRole("region", { name: "Halt!" });
  expect(panel.textContent).toContain("Rising");
  expect(await within(panel).findByText("It made me cry.")).toBeTruthy();
  // Each voice is of the days that the number is of.
  expect(list).toHaveBeenCalledWith(expect.objectContaining({ updated_after: INSIGHT.since, data_type: "boolean" }));
  expect(within(panel).getByText(/A player/)).toBeTruthy();
  expect(within(panel).getByRole("link", { name: "Open what it is about" }).getAttribute("href")).toMatch(
    /\/dialogues\/dlg_1\?card=node_1$/,
  );
});
