import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { answerWith, Studio } from "../../studio.fixture.tsx";
import { RequestsSection } from "./requests-section.tsx";

const counts = (succeeded: number, refused = 0) => ({
  requests: succeeded + refused,
  succeeded,
  refused,
  limited: 0,
  failed: 0,
  generation_units: 0,
});
const OWNER = "owner";

beforeEach(() => {
  window.history.replaceState(null, "", "/usage");
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 3, 12), toFake: ["Date"] });
  return () => vi.useRealTimers();
});

test("a bar opens the requests of its day as a table, by what they are told apart by, with the keyboard too", async () => {
  const asked: Readonly<Record<string, unknown>>[] = [];
  answerWith({
    "usage.get": (input) => {
      asked.push(input);
      const isDay = input.from === input.to;
      const group = { group: "key:key_1", ...counts(isDay ? 3 : 5, 1), per_day: isDay ? [4] : [2, 4, 0] };
      return {
        from: input.from,
        to: input.to,
        total: counts(isDay ? 3 : 5, 1),
        days: isDay
          ? [{ date: input.from, ...counts(3, 1) }]
          : ["2026-11-01", "2026-11-02", "2026-11-03"].map((date, at) => ({ date, ...counts([2, 4, 0][at] ?? 0) })),
        groups: [group],
        group_count: 1,
        forecast: isDay ? null : { requests: 60, generation_units: 0, generation_units_reached_at: null },
      };
    },
    "workspace.people": () => ({ people: [], keys: [{ id: "key_1", name: "Build server" }] }),
    "projects.list": () => ({ projects: [], total: 0, has_more: false }),
  });
  render(
    <Studio role={OWNER}>
      <RequestsSection />
    </Studio>,
  );
  const user = userEvent.setup();
  const whole = within(await screen.findByRole("table", { name: "Requests of the period" }));
  await whole.findByRole("link", { name: "Build server" });
  expect(whole.getByRole("row", { name: "Total 6 5 1 0 0" })).toBeTruthy();
  screen.getByText(/60 requests by the end of the month/);
  expect(asked[0]).toMatchObject({ from: "2026-11-01", to: "2026-11-30", group_by: "key" });

  // One stop of the Tab key: the last day with requests, and from there the arrows.
  const bars = within(screen.getByRole("list", { name: "Requests by day" })).getAllByRole("button");
  expect(bars.map(({ tabIndex }) => tabIndex)).toEqual([-1, 0, -1]);
  bars[1]?.focus();
  await user.keyboard("{ArrowLeft}{ArrowLeft}{ArrowRight}{Enter}");
  const day = within(await screen.findByRole("table", { name: "Requests of 2 Nov" }));
  expect(day.getByRole("row", { name: "Build server 4 3 1 0 0" })).toBeTruthy();
  expect(window.location.search).toBe("?day=2026-11-02");
  expect(screen.queryByRole("table", { name: "Requests of the period" })).toBeNull();
  await user.click(screen.getByRole("radio", { name: "By project" }));
  await user.click(screen.getByRole("radio", { name: "Test" }));
  expect(asked.at(-1)).toMatchObject({ group_by: "project", mode: "test" });
  expect(window.location.search).toBe("?day=2026-11-02&by=project&mode=test");
  await user.click(screen.getByRole("button", { name: "Show the whole period" }));
  await screen.findByRole("table", { name: "Requests of the period" });
});
