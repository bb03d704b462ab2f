import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { type Answers, answerWith, Studio } from "../../studio.fixture.tsx";
import { ToastLayer } from "../../ui/toast-layer.tsx";
import { CanonProblems } from "./canon-problems.tsx";

const found = (id: string, waiver_id: string | null) => ({
  id,
  project_id: "prj_1",
  rule_id: "rule_1",
  rule_name: "The dead",
  severity: "warning",
  message: `Contradiction ${id}`,
  subject_id: null,
  subject_type: null,
  evidence: [],
  repair: null,
  waiver_id,
  waived_because: waiver_id === null ? null : "A ghost.",
});

function open(violations: readonly object[], answers: Answers, query = "") {
  answerWith({
    "canonViolations.list": () => ({ violations, total: violations.length, has_more: false, checked_to_seq: 9 }),
    ...answers,
  });
  render(
    <Studio query={query}>
      <CanonProblems />
      <ToastLayer />
    </Studio>,
  );
  return userEvent.setup();
}

test("ignoring several goes on where it stopped, and is taken back as a whole", async () => {
  const [made, deleted]: [string[], string[]] = [[], []];
  const user = open([found("vio_1", null), found("vio_2", null)], {
    "canonWaivers.create": ({ violation_id }) => {
      made.push(String(violation_id));
      if (made.length === 2) throw new TypeError("Failed to fetch");
      return { id: `waiver of ${violation_id}` };
    },
    "canonWaivers.delete": ({ canon_waiver_id }) => {
      deleted.push(String(canon_waiver_id));
      return {};
    },
  });
  await user.click(await screen.findByRole("checkbox", { name: "Select all contradictions" }));
  await user.click(screen.getByRole("button", { name: "Ignore 2" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.type(dialog.getByRole("textbox", { name: /^Reason/ }), "She is a ghost.");
  await user.click(dialog.getByRole("button", { name: "Ignore" }));
  await dialog.findByText("It was not ignored");
  await user.click(dialog.getByRole("button", { name: "Ignore" }));
  await screen.findByText("2 contradictions ignored.");
  expect(made).toEqual(["vio_1", "vio_2", "vio_2"]);
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await expect.poll(() => deleted).toEqual(["waiver of vio_1", "waiver of vio_2"]);
});

test("what is ignored says why, and is no longer ignored on request", async () => {
  const asked: [string, unknown][] = [];
  const user = open(
    [found("vio_1", "cwv_1")],
    {
      "canonWaivers.delete": ({ canon_waiver_id }) => asked.push(["delete", canon_waiver_id]),
      "canonWaivers.restore": ({ canon_waiver_id }) => asked.push(["restore", canon_waiver_id]),
    },
    "ignored=yes",
  );
  await screen.findByText("Ignored: A ghost.");
  await user.click(screen.getByRole("checkbox", { name: "Select Contradiction vio_1" }));
  await user.click(screen.getByRole("button", { name: "Stop ignoring 1" }));
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  await expect
    .poll(() => asked)
    .toEqual([
      ["delete", "cwv_1"],
      ["restore", "cwv_1"],
    ]);
});
