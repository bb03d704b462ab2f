import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import type { SavingState } from "../saving/saving-state.ts";
import { ALL_SAVED } from "../saving/saving-state.ts";
import { whenSaved } from "./when-saved.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A dialogue whose typing becomes a gesture when it settles. */
function dialogue(unsent: number) {
  const saving = createStore<SavingState>(() => ALL_SAVED);
  return { saving, settle: () => saving.setState({ unsent }), retry: vi.fn() };
}

test("what was being typed is sent first", async () => {
  const session = dialogue(1);
  const saved = whenSaved(session);
  expect(session.retry).toHaveBeenCalledOnce();
  session.saving.setState({ unsent: 0 });
  await expect(saved).resolves.toBe(true);
});

test("answers at once where nothing is unsent", async () => {
  await expect(whenSaved(dialogue(0))).resolves.toBe(true);
});

test("gives up after a while without a connection", async () => {
  const saved = whenSaved(dialogue(3));
  await vi.advanceTimersByTimeAsync(8_000);
  await expect(saved).resolves.toBe(false);
});
