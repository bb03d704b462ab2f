import { act, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { answerWith, openTab } from "../../studio.fixture.tsx";
import { BranchRows } from "../fields/branch-rows.tsx";
import { StoryField } from "../fields/story-field.tsx";
import { branch, sampleNode, smallContent } from "../model/sample-content.ts";
import { ScriptBranches } from "./script-branches.tsx";

/** A card with its text and choices, as fields and as they are read. */
function showCard() {
  answerWith({});
  const gate = sampleNode({ id: "node_gate", text: "Take care of it.", branches: [branch("br_go", "Go at once")] });
  const tab = openTab({ ...smallContent(), nodes: new Map([[gate.id, gate]]) });
  render(
    tab.shown(
      <>
        <StoryField nodeId={gate.id} />
        <BranchRows nodeId={gate.id} />
      </>,
    ),
  );
  const text = screen.getByLabelText<HTMLTextAreaElement>("Words");
  const choice = screen.getByLabelText<HTMLTextAreaElement>("Words of the choice");
  return {
    ...tab,
    user: userEvent.setup(),
    text,
    choice,
    /** Puts the selection of a field on words of it. */
    choose: (field: HTMLTextAreaElement, words: string) => {
      act(() => field.focus());
      field.setSelectionRange(field.value.indexOf(words), field.value.indexOf(words) + words.length);
    },
    recorded: async () => {
      await tab.pass(20_000);
      return tab.browser.server.content.nodes.get("node_gate");
    },
  };
}

const strong = (start: number, end: number) => ({ kind: "strong", start, end });

test("words are made strong, emphasised and struck by keys, are read so below the field, and undo takes it back", async () => {
  const { user, text, choose, recorded, session } = showCard();
  choose(text, "care");
  await user.keyboard("{Control>}b{/Control}");
  expect(screen.getByText("care").tagName).toBe("STRONG");
  screen.getByText("The words are strong.");
  choose(text, "Take");
  await user.keyboard("{Control>}i{/Control}");
  choose(text, "it");
  await user.keyboard("{Control>}{Shift>}X{/Shift}{/Control}");
  expect((await recorded())?.text_marks).toEqual([
    { kind: "emphasis", start: 0, end: 4 },
    strong(5, 9),
    { kind: "strike", start: 13, end: 15 },
  ]);
  expect(text.value).toBe("Take care of it.");
  act(() => session.undo());
  act(() => session.undo());
  expect((await recorded())?.text_marks).toEqual([strong(5, 9)]);
  choose(text, "care");
  await user.keyboard("{Control>}b{/Control}");
  expect((await recorded())?.text_marks).toEqual([]);
});

test("words of a choice are marked, and read so where the choice is read", async () => {
  const { user, choice, choose, recorded, session, shown } = showCard();
  choose(choice, "at once");
  await user.keyboard("{Control>}i{/Control}");
  expect((await recorded())?.branches[0]?.text_marks).toEqual([{ kind: "emphasis", start: 3, end: 10 }]);
  const gate = session.store.getState().nodes.get("node_gate");
  const { container } = render(shown(gate && <ScriptBranches node={gate} />));
  expect(within(container).getByText("at once").tagName).toBe("EM");
});

test("typing keeps the marks on other words, here as on the server", async () => {
  const { user, text, choose, recorded, session } = showCard();
  choose(text, "care");
  await user.keyboard("{Control>}b{/Control}");
  choose(text, "Take");
  await user.keyboard("🜁 Please take");
  const shown = session.store.getState().nodes.get("node_gate");
  expect(shown).toMatchObject({ text: "🜁 Please take care of it.", text_marks: [strong(14, 18)] });
  expect(await recorded()).toMatchObject({ text: "🜁 Please take care of it.", text_marks: [strong(14, 18)] });
});

test("without chosen words nothing is marked, which is said", async () => {
  const { user, text, recorded } = showCard();
  act(() => text.focus());
  text.setSelectionRange(2, 2);
  await user.keyboard("{Control>}b{/Control}");
  screen.getByText("Choose words to mark first.");
  expect((await recorded())?.text_marks).toEqual([]);
});
