import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { actOf } from "../../frame/commands/registry.ts";
import { answerWith, openTab } from "../../studio.fixture.tsx";
import { WindowCommands } from "./window-commands.tsx";

const LINK = {
  id: "shr_1",
  name: "Voice actors",
  plays: "latest",
  checkpoint_id: null,
  seq: null,
  takes_paths: true,
  expires_at: null,
  revoked_at: null,
  created_at: "2026-11-20T10:00:00Z",
};

function openDialogue() {
  answerWith({
    "shares.list": () => ({ shares: [LINK], total: 1, has_more: false }),
    "checkpoints.list": () => ({ checkpoints: [], total: 0, has_more: false }),
    "record.events": () => ({ events: [], total: 0, has_more: false }),
    "runs.list": () => ({ runs: [], total: 2, has_more: false }),
  });
  const { shown, view } = openTab();
  render(shown(<WindowCommands />));
  return { view, user: userEvent.setup() };
}

test("the open dialogue is shared by a command, and its paths stand beside it afterwards", async () => {
  const { view, user } = openDialogue();
  act(() => actOf("dialogue.share")?.run());
  expect(await screen.findByRole("dialog", { name: "Share “The gate”" })).toBeTruthy();
  await user.click(await screen.findByRole("button", { name: "Show 2 paths by “Voice actors”" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(view.getState()).toMatchObject({ side: "paths", pathsOf: "shr_1" });
});

test("words are replaced in all dialogues by a command, beside an open one as well", async () => {
  openDialogue();
  act(() => actOf("replace.open")?.run());
  expect(await screen.findByRole("dialog", { name: "Replace in all dialogues" })).toBeTruthy();
});
