import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { answerWith, openTab } from "../../studio.fixture.tsx";
import { dismissToast, shownToasts } from "../../ui/toast.ts";
import { ToastLayer } from "../../ui/toast-layer.tsx";
import { sampleNode, smallContent } from "../model/sample-content.ts";
import { useNode } from "../session/dialogue-context.ts";
import { SpeakerField } from "./speaker-field.tsx";
import { StoryField } from "./story-field.tsx";

beforeEach(() => {
  for (const { id } of shownToasts()) dismissToast(id);
});

const TILDE = { id: "ent_tilde", name: "Tilde Ferry", properties: { aliases: ["The ferrywoman"] } };

function Line() {
  const node = useNode("node_line");
  return (
    <>
      {node !== undefined && <SpeakerField node={node} />}
      <StoryField nodeId="node_line" />
      <button type="button">Elsewhere</button>
    </>
  );
}

/** A line without words, after one that Marrow speaks, in a project with one character. */
function showLine() {
  const made: string[] = [];
  answerWith({
    "entities.list": () => ({ entities: [TILDE], total: 1, has_more: false }),
    "entities.create": (input) => {
      made.push((input as { name: string }).name);
      return { id: "ent_made" };
    },
    "dialogues.speakers": () => ({ speakers: [] }),
  });
  const before = sampleNode({ id: "node_before", text: "Halt!", speaker_label: "Marrow" });
  const line = sampleNode({ id: "node_line", text: "" });
  const tab = openTab({ ...smallContent(), nodes: new Map([before, line].map((each) => [each.id, each])) });
  render(tab.shown(<Line />));
  const now = () => {
    const { text, speaker_id, speaker_label } = tab.session.store.getState().nodes.get("node_line") ?? line;
    return { text, by: speaker_id ?? speaker_label };
  };
  return { user: userEvent.setup(), words: screen.getByLabelText("Words"), now, made, session: tab.session };
}

test.each([
  ["tilde ferry: Wait.", { text: "Wait.", by: "ent_tilde" }],
  ["Tilde: Wait.", { text: "Wait.", by: "ent_tilde" }],
  ["The ferrywoman: Wait.", { text: "Wait.", by: "ent_tilde" }],
  ["marrow: Wait.", { text: "Wait.", by: "Marrow" }],
  ["One thing: wait.", { text: "One thing: wait.", by: null }],
])("a name and a colon at the start of %j say who speaks", async (typed, expected) => {
  const { user, words, now } = showLine();
  await waitFor(() => expect(screen.getByRole("combobox", { name: "Speaker" })).toBeTruthy());
  await user.click(words);
  await user.keyboard(typed);
  expect(now()).toEqual(expected);
});

test("a name that nobody has becomes a label once the line is left, and Undo brings the words back", async () => {
  const { user, words, now, session } = showLine();
  await user.click(words);
  await user.keyboard("Old Brine: Go home.");
  expect(now()).toEqual({ text: "Old Brine: Go home.", by: null });
  await user.click(screen.getByRole("button", { name: "Elsewhere" }));
  expect(now()).toEqual({ text: "Go home.", by: "Old Brine" });
  act(() => session.undo());
  expect(now()).toEqual({ text: "Old Brine: Go home.", by: null });
});

test("the Undo of that message takes back the name alone, whatever was written since", async () => {
  const { user, words, now, session } = showLine();
  render(<ToastLayer />);
  await user.click(words);
  await user.keyboard("Old Brine: Go home.");
  await user.click(screen.getByRole("button", { name: "Elsewhere" }));
  act(() => void session.dispatch("Write", [{ op: "node.update", id: "node_before", patch: { text: "Halt, you!" } }]));
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  expect(now()).toEqual({ text: "Old Brine: Go home.", by: null });
  expect(session.store.getState().nodes.get("node_before")?.text).toBe("Halt, you!");
});

test("Enter takes the single offer, labels of the dialogue are among them, and signs alone stay a label", async () => {
  const { user, now, made } = showLine();
  const speaker = screen.getByRole("combobox", { name: "Speaker" });
  await user.type(speaker, "Salt Warden");
  await screen.findByRole("option", { name: "Create character “Salt Warden”" });
  await user.keyboard("{Enter}");
  await waitFor(() => expect(now().by).toBe("ent_made"));
  expect(made).toEqual(["Salt Warden"]);
  await user.clear(speaker);
  await user.type(speaker, "Marr");
  await user.click(await screen.findByRole("option", { name: /^Marrow/ }));
  expect(now().by).toBe("Marrow");
  await user.clear(speaker);
  await user.type(speaker, "???{Enter}");
  expect(now().by).toBe("???");
});
