import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { answerWith, openTab } from "../../studio.fixture.tsx";
import { DialogueTools } from "./dialogue-tools.tsx";
import { ScreenCommands } from "./screen-commands.tsx";

/** The tools of an open dialogue, with who does what they offer. */
function showTools() {
  answerWith({});
  const tab = openTab();
  render(
    tab.shown(
      <>
        <ScreenCommands />
        <DialogueTools />
      </>,
    ),
  );
  const button = (name: RegExp) => screen.getByRole("button", { name });
  const text = () => tab.session.store.getState().nodes.get("node_a")?.text;
  const write = (words: string) =>
    act(() => void tab.session.dispatch("Write ‘Gate’", [{ op: "node.update", id: "node_a", patch: { text: words } }]));
  return { ...tab, user: userEvent.setup(), button, text, write };
}

test("undo and redo are buttons that say what they would take back, and do it", async () => {
  const { user, button, text, write } = showTools();
  const before = text();
  for (const name of [/^Undo/, /^Redo/]) expect(button(name).getAttribute("aria-disabled")).toBe("true");
  write("Other words.");
  expect(button(/^Redo/).getAttribute("aria-disabled")).toBe("true");
  await user.click(button(/^Undo: Write ‘Gate’/));
  expect(text()).toBe(before);
  expect(button(/^Undo/).getAttribute("aria-disabled")).toBe("true");
  await user.click(button(/^Redo: Write ‘Gate’/));
  expect(text()).toBe("Other words.");
});
