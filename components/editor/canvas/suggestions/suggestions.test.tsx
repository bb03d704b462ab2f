import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { type Answers, answerWith, openTab } from "../../../studio.fixture.tsx";
import { createProblemStore } from "../../store/problem-store.ts";
import { ProblemsContext } from "../../store/use-problems.ts";
import { Canvas } from "../canvas.tsx";

const part = (id: string, title: string, to: string | null) => ({
  id,
  label: title,
  status: "open",
  operations: [
    {
      op: "node.create",
      node: {
        id: `node_${id}`,
        kind: "line",
        title,
        text: "[Words to write.]",
        canvas_x: 900,
        canvas_y: 40,
        branches: to === null ? [] : [{ id: `br_${id}`, choice_text: "On", target_node_id: to }],
      },
    },
  ],
});

const suggestion = {
  id: "sug_1",
  label: "Another way",
  source: { kind: "generation", session_id: null, provider: "builtin" },
  base_seq: 1,
  status: "open",
  parts: [part("p1", "The gate", "node_p2"), part("p2", "The sea", null)],
};
const dangling = {
  kind: "branch",
  part_id: "p1",
  node_id: "node_p1",
  branch_id: "br_p1",
  choice_text: "On",
  target_node_id: "node_p2",
  needs_part_id: "p2",
};

/** A canvas over a server with one suggestion; what was asked of it is kept. */
function openCanvas(answers: Answers = {}) {
  const accepted: unknown[] = [];
  let open = [suggestion];
  answerWith({
    "suggestions.list": () => ({ suggestions: open, total: open.length, has_more: false }),
    "suggestions.preview": ({ parts }) => ({
      seq: 7,
      parts: (parts as string[]).map((id) => ({ id, outcome: "fits", needs_parts: [], problem: null })),
      dangling: (parts as string[]).includes("p2") ? [] : [dangling],
      violations: [],
    }),
    "suggestions.accept": (input) => {
      accepted.push(input);
      open = [];
      return { suggestion, seq: 8, dangling: [] };
    },
    "suggestions.reject": (input) => {
      accepted.push(input);
      open = [];
      return suggestion;
    },
    ...answers,
  });
  const { shown, session } = openTab();
  render(
    shown(
      <ProblemsContext value={{ store: createProblemStore(), goTo: () => undefined }}>
        <Canvas />
      </ProblemsContext>,
    ),
  );
  return { accepted, session };
}

test("a suggestion lies over the canvas, named for those who do not see it, and is no part of the dialogue", async () => {
  const { session } = openCanvas();
  const bar = await screen.findByRole("region", { name: "Suggestion" });
  expect(bar.textContent).toContain("Sketch without a model · 2 parts wait · not part of the dialogue yet");
  const shapes = screen.getAllByRole("button", { name: /^Suggested, \d of 2, not part of the dialogue/ });
  expect(shapes.map((shape) => shape.getAttribute("aria-label")?.split(". ")[1])).toEqual([
    "Card The gate",
    "Card The sea",
  ]);
  expect(session.store.getState().nodes.has("node_p1")).toBe(false);
});

test("what one part alone would leave dangling is said before, and the others can come with it", async () => {
  const { accepted } = openCanvas();
  const bar = await screen.findByRole("region", { name: "Suggestion" });
  const [first] = screen.getAllByRole("button", { name: /^Suggested, 1 of 2/ });
  act(() => first?.focus());
  expect(bar.textContent).toContain("Part 1 of 2");
  fireEvent.click(within(bar).getByRole("button", { name: /^Accept part/ }));
  const dialog = await screen.findByRole("dialog", { name: "Accept only this part?" });
  expect(dialog.textContent).toContain(
    "The choice “On” of “The gate” would lead nowhere: “The sea” would not be there.",
  );
  expect(accepted).toEqual([]);
  fireEvent.click(within(dialog).getByRole("button", { name: "Accept with 1 more part" }));
  await waitFor(() => expect(accepted).toMatchObject([{ suggestion_id: "sug_1", parts: ["p1", "p2"] }]));
  await waitFor(() => expect(screen.queryByRole("region", { name: "Suggestion" })).toBeNull());
});

test("all of it is rejected at once", async () => {
  const { accepted } = openCanvas();
  const bar = await screen.findByRole("region", { name: "Suggestion" });
  fireEvent.click(within(bar).getByRole("button", { name: "Reject all" }));
  await waitFor(() => expect(accepted).toMatchObject([{ parts: ["p1", "p2"] }]));
  await waitFor(() => expect(screen.queryByRole("region", { name: "Suggestion" })).toBeNull());
});
