import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { answerWith, openTab } from "../../studio.fixture.tsx";
import { sampleNode, smallContent } from "../model/sample-content.ts";
import { createProblemStore } from "../store/problem-store.ts";
import { ProblemsContext } from "../store/use-problems.ts";
import { ScriptView } from "./script-view.tsx";

/** The script of one line, open for writing, and what the dialogue is after it. */
async function openScript() {
  answerWith({});
  // Sections are drawn where there is room for them.
  for (const size of ["offsetHeight", "offsetWidth", "clientHeight"] as const)
    vi.spyOn(HTMLElement.prototype, size, "get").mockReturnValue(900);
  const first = sampleNode({ id: "node_first", text: "Halt!", speaker_label: "Marrow" });
  const tab = openTab({ ...smallContent(), nodes: new Map([[first.id, first]]) });
  render(
    tab.shown(
      <ProblemsContext value={{ store: createProblemStore(), goTo: () => undefined }}>
        <ScriptView />
      </ProblemsContext>,
    ),
  );
  await screen.findByRole("region", { name: "Halt!" });
  const user = userEvent.setup();
  await user.click(screen.getByText("Halt!", { selector: "p" }));
  const words = () => document.activeElement as HTMLTextAreaElement;
  await waitFor(() => expect(words().value).toBe("Halt!"));
  const { store } = tab.session;
  const said = () =>
    [...store.getState().nodes.values()].map(({ text, speaker_label, branches }) => ({
      text,
      by: speaker_label,
      ways: branches.map(
        ({ choice_text, target_node_id }) =>
          `${choice_text}→${target_node_id === null ? "" : store.getState().nodes.get(target_node_id)?.text}`,
      ),
    }));
  return { ...tab, user, words, said };
}

/** Waits until another, empty field has the caret. */
const atNew = (label: string) =>
  waitFor(() => {
    const field = document.activeElement as HTMLTextAreaElement;
    expect([field.getAttribute("aria-label"), field.value]).toEqual([label, ""]);
  });

test("Enter goes on with a line, a name and a colon say who speaks, Shift and Enter stay in the text", async () => {
  const { user, said } = await openScript();
  await user.keyboard("{Shift>}{Enter}{/Shift}Now.{Enter}");
  await atNew("Words");
  await user.keyboard("Tilde: Who asks?{Enter}");
  await atNew("Words");
  await user.keyboard("I do.");
  expect(said()).toEqual([
    { text: "Halt!\nNow.", by: "Marrow", ways: ["→Who asks?"] },
    { text: "Who asks?", by: "Tilde", ways: ["→I do."] },
    { text: "I do.", by: "Marrow", ways: [] },
  ]);
});

test("Tab offers a choice and a direction, and an answer goes on from its choice", async () => {
  const { user, said } = await openScript();
  expect(screen.getByText("Enter: the next line.")).toBeTruthy();
  await user.keyboard("{Tab}");
  expect(screen.getByText("Enter: a choice.")).toBeTruthy();
  await user.keyboard("{Enter}");
  await atNew("Words of the choice");
  await user.keyboard("Run.{Enter}");
  await atNew("Words of the choice");
  await user.keyboard("Stay.{Tab}{Enter}");
  await atNew("Words");
  await user.keyboard("They stay.");
  expect(said()).toEqual([
    { text: "Halt!", by: "Marrow", ways: ["Run.→", "Stay.→They stay."] },
    { text: "They stay.", by: null, ways: [] },
  ]);
});

test("Backspace takes back what is empty, the arrows go over the borders, and one undo is one step", async () => {
  const { user, words, said, session } = await openScript();
  await user.keyboard("{Enter}");
  await atNew("Words");
  await user.keyboard("{Backspace}");
  await waitFor(() => expect(words().value).toBe("Halt!"));
  expect(said()).toHaveLength(1);
  await user.keyboard("{Tab}{Enter}");
  await atNew("Words of the choice");
  await user.keyboard("{Backspace}");
  await waitFor(() => expect(words().value).toBe("Halt!"));
  expect(said()).toEqual([{ text: "Halt!", by: "Marrow", ways: [] }]);
  await user.keyboard("{Enter}");
  await atNew("Words");
  await user.keyboard("Who goes?");
  await user.keyboard("{ArrowUp}{ArrowUp}");
  await waitFor(() => expect(words().value).toBe("Halt!"));
  await user.keyboard("{ArrowDown}");
  await waitFor(() => expect(words().value).toBe("Who goes?"));
  act(() => {
    session.undo();
    session.undo();
  });
  expect(said()).toHaveLength(1);
});
