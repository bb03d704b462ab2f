import { act, render, screen } from "@testing-library/react";
import { StrictMode } from "react";
import { expect, test } from "vitest";
import type { StoreApi } from "zustand/vanilla";
import { answerWith, openTab } from "../../studio.fixture.tsx";
import { createProblemStore } from "../store/problem-store.ts";
import { ProblemsContext } from "../store/use-problems.ts";
import { Canvas } from "./canvas.tsx";

/** Returns a counter of a store's listeners. */
function listenersOf(store: Pick<StoreApi<never>, "subscribe">): () => number {
  let count = 0;
  const subscribe = store.subscribe.bind(store);
  store.subscribe = (listener) => {
    const stop = subscribe(listener);
    count += 1;
    return () => {
      count -= 1;
      stop();
    };
  };
  return () => count;
}

test("a canvas that is gone listens to nothing, and the next one has the same groups folded", async () => {
  answerWith({});
  const { session, view, shown } = openTab();
  const problems = createProblemStore();
  const stores = [session.store, session.saving, session.history, view, problems].map((store) =>
    listenersOf(store as never),
  );
  for (let opening = 0; opening < 2; opening++) {
    const { unmount } = render(
      <StrictMode>
        {shown(
          <ProblemsContext value={{ store: problems, goTo: () => undefined }}>
            <Canvas />
          </ProblemsContext>,
        )}
      </StrictMode>,
    );
    await screen.findByRole("application", { name: "Canvas of the dialogue" });
    expect(view.getState().folded.has("grp_a")).toBe(opening > 0);
    act(() => view.setState({ folded: new Set(["grp_a"]) }));
    unmount();
    expect(stores.map((count) => count())).toEqual(stores.map(() => 0));
    act(() => view.setState({ folded: new Set() }));
  }
});
