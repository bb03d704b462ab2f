import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { answerWith, Studio } from "../../studio.fixture.tsx";
import { HistoryCheck } from "./history-check.tsx";

test("the whole history is checked on request, with its progress and what it found", async () => {
  let asked = 0;
  const past = { id: "vio_1", message: "She has two homes.", from_seq: 4, until_seq: 1_206 };
  const state = (checked_to_seq: number, violations: readonly object[] = []) => ({
    ...{ violations, total: violations.length, has_more: false },
    ...{ job_id: "job_1", began_at: null, checked_to_seq, to_seq: 10, failed: false },
  });
  answerWith({
    "canonRules.list": () => ({ canon_rules: [], total: 1, has_more: true }),
    "canonViolations.history": () => {
      if (asked === 0) return { ...state(0), job_id: null, to_seq: 0 };
      asked++;
      return asked < 3 ? state(4) : state(10, [past]);
    },
    "canonViolations.checkHistory": () => {
      asked = 1;
      return { failed: false, job_id: "job_1", began_at: null, checked_to_seq: 0, to_seq: 10 };
    },
  });
  render(
    <Studio>
      <HistoryCheck />
    </Studio>,
  );
  await userEvent.click(await screen.findByRole("button", { name: "Check the whole history" }));
  await screen.findByText("4 of 10 changes checked.");
  screen.getByRole("progressbar", { name: "Changes checked" });
  await screen.findByText("Up to change 10: 1 contradiction.", {}, { timeout: 5_000 });
  expect(screen.getByRole("listitem").textContent).toBe("She has two homes. From change 4 to 1,206.");
});

test("a check that stopped says so, and can be begun again", async () => {
  answerWith({
    "canonRules.list": () => ({ canon_rules: [], total: 1, has_more: true }),
    "canonViolations.history": () => ({
      ...{ violations: [], total: 0, has_more: false },
      ...{ job_id: "job_1", began_at: null, checked_to_seq: 4, to_seq: 10, failed: true },
    }),
  });
  render(
    <Studio>
      <HistoryCheck />
    </Studio>,
  );
  await screen.findByText("The check stopped at change 4. Begin it again.");
  const button = screen.getByRole<HTMLButtonElement>("button", { name: "Check the whole history" });
  expect(button.disabled).toBe(false);
});
