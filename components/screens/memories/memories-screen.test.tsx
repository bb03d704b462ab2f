import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { answerWith, Studio } from "../../studio.fixture.tsx";
import { MemoriesScreen } from "./memories-screen.tsx";

test("a memory of nobody who is left leads nowhere", async () => {
  const memory = { id: "mem_1", text: "The ferry is late.", entity_id: null, subject_id: null, state: "open" };
  answerWith({
    "runs.memories": () => ({ memories: [{ ...memory, at: "2026-11-01T08:00:00.000Z" }], total: 1, has_more: false }),
  });
  render(
    <Studio>
      <MemoriesScreen />
    </Studio>,
  );
  await screen.findByText("The ferry is late.");
  expect(screen.queryByRole("link", { name: "The ferry is late." })).toBeNull();
});
