import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { answerWith, Studio } from "../../studio.fixture.tsx";
import type { Node } from "../model/model.ts";
import { sampleNode } from "../model/sample-content.ts";
import { VoiceSection } from "./voice-section.tsx";

const GATE = sampleNode({ id: "node_gate", text: "The old gate creaks." });
const LINE = { id: "vln_1", file: "ab", text: GATE.text, voice: "alloy", is_speech: true };

/** The section of a card, and what is asked to be spoken. */
function show(voice_lines: object[], standings: object[] = [], node: Node = GATE) {
  const asked: object[] = [];
  answerWith({
    "audio.list": () => ({ voice_lines, total: voice_lines.length, has_more: false }),
    "audio.generate": (input: object) => {
      asked.push({ ...input, project_id: undefined });
      return { session_id: "ses_1" };
    },
    "files.get": () => ({ sha256: "ab", url: "http://fabula.example/files/prj_1/ab/ab.mp3?until=1&signature=x" }),
    "sessions.standing": () => {
      const [failed] = standings.splice(0, 1);
      if (failed === undefined) voice_lines.push(LINE);
      return failed ?? { status: "completed" };
    },
  });
  render(
    <Studio>
      <VoiceSection node={node} />
    </Studio>,
  );
  return asked;
}

const listen = () => userEvent.click(screen.getByRole("button", { name: "Listen" }));

test("words are spoken when somebody wants to listen; a failure is told, and one can try again", async () => {
  const failed = { status: "error", error: { message: "The model would not answer." } };
  const asked = show([], [failed]);
  await listen();
  await userEvent.click(await screen.findByRole("button", { name: "Speak it" }));
  await screen.findByText("The model would not answer.");
  expect(asked).toEqual([{ node_id: "node_gate" }]);
  await userEvent.click(screen.getByRole("button", { name: "Speak it" }));
  const sound = await screen.findByLabelText("The words of the card");
  await waitFor(() => expect(sound.getAttribute("src")).toBe("/files/prj_1/ab/ab.mp3?until=1&signature=x"));
  screen.getByText("Voice: alloy.");
  expect(screen.queryByRole("button", { name: "Speak it" })).toBeNull();
});

test("a placeholder is called one, and older words are told", async () => {
  show([{ ...LINE, text: "The gate creaks.", is_speech: false }]);
  await listen();
  await screen.findByText(/^This is a placeholder, not speech\..*The words have changed since\.$/);
  screen.getByRole("button", { name: "Speak the new words" });
});

test("a card without words has nothing to listen to", () => {
  show([], [], { ...GATE, text: "…" });
  expect(screen.queryByRole("button", { name: "Listen" })).toBeNull();
});
