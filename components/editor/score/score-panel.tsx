"use client";

import { firstWords } from "#domain/first-words.ts";
import { ScoreFeedbackPanel } from "../../frame/score/score-feedback-panel.tsx";
import { useDialogue, useDialogueState } from "../session/dialogue-context.ts";
import { closeSide, useViewStore } from "../store/view-state.ts";

/** Score of the open dialogue, and feedback on the selected card or on all of it. */
export function ScorePanel() {
  const view = useViewStore();
  const dialogue = useDialogue();
  const graphId = useDialogueState((state) => state.graph.id);
  const active = useDialogueState((state) => state.active);
  const hasWords = useDialogueState((state) => [...state.nodes.values()].some(({ text }) => text.trim() !== ""));
  const wordsOf = (id: string | null) => (id === null ? "" : (dialogue.store.getState().nodes.get(id)?.text ?? ""));
  return (
    <ScoreFeedbackPanel
      target={hasWords ? { kind: "dialogue", graph_id: graphId } : null}
      wordsAt={({ node_id, start, end }) => {
        const words = wordsOf(node_id);
        return (end > start ? words.slice(start, end) : firstWords(words)) || "A card";
      }}
      onShow={({ node_id }) => node_id !== null && dialogue.reveal(node_id)}
      subject={active === null ? { id: graphId, what: "this dialogue" } : { id: active, what: "this card" }}
      onClose={() => closeSide(view)}
    />
  );
}
