"use client";

import { type KeyboardEvent, useState } from "react";
import { useCan } from "../../frame/session/can.ts";
import { showToast } from "../../ui/toast.ts";
import { deleteBranch } from "../gestures/connect.ts";
import type { Gesture } from "../gestures/gesture.ts";
import { onRecord } from "../gestures/place.ts";
import { removeBlank } from "../gestures/remove-line.ts";
import { useDialogue } from "../session/dialogue-context.ts";
import { ELEMENTS, type ElementKind, nextElement, type ScriptPlace } from "./elements.ts";
import { fieldBeside, goToPlace, goToSection, placeOf, putCaret } from "./written-place.ts";

/** Typing in an open section as in a screenplay. */
export interface ScriptTyping {
  /** Kind of the element that Enter goes on with; null while no field of the text has the caret. */
  readonly next: ElementKind | null;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onFocus: (target: EventTarget) => void;
}

interface ScriptTypingOptions {
  readonly nodeId: string;
  /** Ids of the sections before and after this one; null for none. */
  readonly beside: { readonly before: string | null; readonly after: string | null };
  readonly onEdit: (id: string) => void;
}

/** Returns the kind that follows by itself: after a choice another one, else a line. */
const usual = (place: ScriptPlace): ElementKind => (place.branchId === null ? "line" : "choice");

/**
 * Enter goes on with the next element, Tab chooses its kind, Backspace takes back an element in which nothing is written, and the arrows
 * go over the borders of fields and sections.
 */
export function useScriptTyping({ nodeId, beside, onEdit }: ScriptTypingOptions): ScriptTyping {
  const session = useDialogue();
  const mayEdit = useCan()("edit").allowed;
  const [place, setPlace] = useState<ScriptPlace | null>(null);
  const [chosen, choose] = useState<ElementKind | null>(null);
  const model = () => onRecord(session.store.getState());
  const run = ({ label, operations, select }: Gesture): boolean =>
    session.dispatch(label, operations, select === undefined ? {} : { select });

  function goTo(id: string, at: "start" | "end"): void {
    session.reveal(id);
    onEdit(id);
    goToSection(id, at);
  }
  function step(field: HTMLTextAreaElement, by: 1 | -1): void {
    const other = fieldBeside(field, by);
    const section = by === 1 ? beside.after : beside.before;
    if (other !== null) putCaret(other, by === 1 ? "start" : "end");
    else if (section !== null) goTo(section, by === 1 ? "start" : "end");
  }
  function goOn(field: HTMLTextAreaElement, from: ScriptPlace): void {
    if (field.value.trim() === "") return;
    // Leaving the words takes a name before a colon, and follows an arrow.
    field.blur();
    session.settle();
    const next = nextElement(model(), from, chosen ?? usual(from));
    if (next.gesture === null) {
      showToast({ text: next.reason });
      putCaret(field, "end");
    } else if (run(next.gesture)) {
      if (next.at.nodeId !== nodeId) {
        session.reveal(next.at.nodeId);
        onEdit(next.at.nodeId);
      }
      goToPlace(next.at, "end");
    }
  }
  /** Takes back an empty element; answers whether there was one to take back. */
  function takeBack(field: HTMLTextAreaElement, { branchId }: ScriptPlace): boolean {
    if (field.value !== "") return false;
    session.settle();
    if (branchId !== null) {
      const gesture = deleteBranch(model(), nodeId, branchId);
      const other = fieldBeside(field, -1);
      if (gesture === null || !run(gesture)) return false;
      if (other !== null) putCaret(other, "end");
      return true;
    }
    const gesture = removeBlank(model(), nodeId);
    if (gesture === null || !run(gesture)) return false;
    goTo(beside.before ?? gesture.nodeId, "end");
    return true;
  }

  function onKeyDown(event: KeyboardEvent): void {
    const { key, target, nativeEvent } = event;
    const from = placeOf(nodeId, target);
    if (from === null || !mayEdit || event.defaultPrevented || nativeEvent.isComposing) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const field = target as HTMLTextAreaElement;
    if (key === "Enter") goOn(field, from);
    else if (key === "Tab") choose(ELEMENTS[(ELEMENTS.indexOf(chosen ?? usual(from)) + 1) % ELEMENTS.length] ?? null);
    else if (key === "Backspace" && takeBack(field, from)) event.stopPropagation();
    else {
      if (key === "ArrowDown" || key === "ArrowUp") overBorder(field, () => step(field, key === "ArrowDown" ? 1 : -1));
      return;
    }
    event.preventDefault();
  }
  return {
    next: place === null ? null : (chosen ?? usual(place)),
    onKeyDown,
    onFocus: (target) => {
      setPlace(placeOf(nodeId, target));
      choose(null);
    },
  };
}

/** Goes over the border of a field once the caret has nowhere further to go in it. */
function overBorder(field: HTMLTextAreaElement, go: () => void): void {
  const { selectionStart, selectionEnd } = field;
  if (selectionStart !== selectionEnd) return;
  requestAnimationFrame(() => {
    if (document.activeElement === field && field.selectionStart === selectionStart) go();
  });
}
