import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { shownToasts, showToast } from "./toast.ts";
import { ToastLayer } from "./toast-layer.tsx";

beforeEach(() => vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const show = (toast: Parameters<typeof showToast>[0]) => act(() => showToast(toast));
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));

test("a result goes by itself, and one that can be taken back stays beside the next", () => {
  render(<ToastLayer />);
  show({ text: "Copied." });
  show({ text: "Moved.", undo: () => undefined });
  expect(screen.queryByText("Copied.")).toBeNull();
  show({ text: "Pasted." });
  expect(screen.getByText("Moved.")).toBeTruthy();
  wait(10_000);
  expect(shownToasts()).toEqual([]);
});

test("lines of a result are reached by keys, and stay until they are dismissed", () => {
  render(<ToastLayer />);
  show({ text: "2 stay as they are:", lines: ["Text of “The gate”", "Title of “The ferry”"] });
  show({ text: "Copied." });
  wait(120_000);
  expect(screen.queryByText("Copied.")).toBeNull();
  const lines = screen.getByRole("region", { name: "2 stay as they are:" });
  expect(within(lines).getAllByRole("listitem")).toHaveLength(2);
  act(() => lines.focus());
  expect(document.activeElement).toBe(lines);
  fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(screen.queryByText("2 stay as they are:")).toBeNull();
});
