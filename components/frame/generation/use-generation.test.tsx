import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { answerWith, Studio } from "../../studio.fixture.tsx";
import { GenerationStanding } from "./generation-standing.tsx";
import { useGeneration } from "./use-generation.ts";

test("a generation goes on where it cannot be asked about for a moment", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const made = vi.fn();
  let isUp = false;
  answerWith({
    "sessions.standing": () => {
      if (!isUp) throw new TypeError("Failed to fetch");
      return { session_id: "ses_1", status: "completed" };
    },
  });
  function Page() {
    const { standing, start } = useGeneration(made);
    return (
      <>
        <button type="button" onClick={() => start(async () => ({ session_id: "ses_1" }))}>
          Go
        </button>
        <GenerationStanding standing={standing} />
      </>
    );
  }
  render(
    <Studio>
      <Page />
    </Studio>,
  );
  await userEvent.setup({ advanceTimers: vi.advanceTimersByTime }).click(screen.getByRole("button", { name: "Go" }));
  await screen.findByText("Waiting for a connection…");
  expect(screen.queryByRole("alert")).toBeNull();
  isUp = true;
  await act(() => vi.advanceTimersByTimeAsync(2_500));
  await waitFor(() => expect(made).toHaveBeenCalledOnce());
  vi.useRealTimers();
});
