"use client";

import { isWrittenAsName, spokenName } from "#domain/dialogue/spoken-name.ts";
import { useCharacters } from "../../frame/project/project-queries.ts";
import { showToast } from "../../ui/toast.ts";
import { isSpoken } from "../gestures/node-kinds.ts";
import { useDialogue } from "../session/dialogue-context.ts";
import { undoGesture } from "../session/undo-gesture.ts";
import { characterCalled, useSpeakerLabels } from "./find-speaker.ts";

/** Speaker that is typed before the words of a line: `Marrow: Halt!` */
export interface TypedSpeaker {
  /** Takes the name of somebody who is known, or speaks here already, as soon as its colon is typed; answers whether it did. */
  readonly type: (element: HTMLInputElement | HTMLTextAreaElement) => boolean;
  /** Takes any other name as a label once the words are left. */
  readonly leave: () => void;
}

const gestureOf = (name: string): string => `${name} speaks`;

/** Returns the taking of speakers from the words of a node. */
export function useTypedSpeaker(nodeId: string): TypedSpeaker {
  const session = useDialogue();
  const characters = useCharacters();
  const labels = useSpeakerLabels();
  const nodeNow = () => {
    const node = session.store.getState().nodes.get(nodeId);
    return node !== undefined && isSpoken(node) ? node : null;
  };
  const speak = (name: string, speaker: { speaker_id: string | null; speaker_label: string | null }, text: string) => {
    session.settle();
    return session.dispatch(gestureOf(name), [{ op: "node.update", id: nodeId, patch: { ...speaker, text } }]);
  };
  return {
    type: (element) => {
      const { value, selectionStart } = element;
      const node = nodeNow();
      const typed = spokenName(value);
      if (node === null || typed === null || spokenName(node.text)?.name === typed.name) return false;
      const character = characterCalled(typed.name, characters.values());
      const label = labels.find((each) => each.toLowerCase() === typed.name.toLowerCase());
      if (character === undefined && label === undefined) return false;
      const speaker =
        character === undefined
          ? { speaker_id: null, speaker_label: label ?? typed.name }
          : { speaker_id: character.id, speaker_label: null };
      if (!speak(character?.name ?? typed.name, speaker, value.slice(typed.from))) return false;
      const at = Math.max(0, (selectionStart ?? value.length) - typed.from);
      requestAnimationFrame(() => element.setSelectionRange(at, at));
      return true;
    },
    leave: () => {
      const node = nodeNow();
      const typed = node === null ? null : spokenName(node.text);
      if (node === null || typed === null || node.speaker_id !== null || node.speaker_label !== null) return;
      const words = node.text.slice(typed.from);
      if (words.trim() === "" || !isWrittenAsName(typed.name)) return;
      if (!speak(typed.name, { speaker_id: null, speaker_label: typed.name }, words)) return;
      const asTyped = { speaker_id: null, speaker_label: null, text: node.text };
      const undo = () => {
        const now = nodeNow();
        const isLast = session.history.getState().undoLabel === gestureOf(typed.name);
        // Whoever left the words by Enter has begun the next line already, which must not be taken back instead.
        if (isLast || now?.text !== words || now.speaker_label !== typed.name)
          undoGesture(session, gestureOf(typed.name));
        else session.dispatch("Keep the name in the words", [{ op: "node.update", id: nodeId, patch: asTyped }]);
      };
      showToast({ text: `${typed.name} speaks this line.`, undo });
    },
  };
}
