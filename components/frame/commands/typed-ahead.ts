"use client";

import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { flushSync } from "react-dom";
import { commandsFor, type KeyPlace } from "./dispatch-keys.ts";
import { isMacPlatform } from "./platform.ts";
import { SHORTCUTS } from "./shortcuts.ts";

/** Keys pressed for an element before it was loaded. */
export interface TypedAhead {
  /** The words. */
  readonly text: string;
  /** The presses that are no text, in their order: arrows, Enter, the keys of commands. */
  readonly presses: readonly KeyboardEvent[];
}

const NOTHING: TypedAhead = { text: "", presses: [] };
/** Context of the held keys: the field of a dialog over the page. */
const FIELD: KeyPlace = { scope: null, isEditable: true, isControl: false, isOverlay: true, isRepeat: false };
/** Keys that a list under the field takes. */
const OF_LISTS = /^(Enter|Arrow(Up|Down)|Page(Up|Down))$/;
/** Keys that a field takes itself; the position of its caret does not matter yet. */
const OF_FIELDS = /^(Backspace|Delete|Tab|Arrow(Left|Right)|Home|End)$/;

const isBare = ({ ctrlKey, metaKey, altKey }: KeyboardEvent) => !ctrlKey && !metaKey && !altKey;

/** Adds a key press to the held ones; null for a press that belongs to the browser. */
function withPress({ text, presses }: TypedAhead, press: KeyboardEvent): TypedAhead | null {
  const { key } = press;
  const isText = isBare(press) && [...key].length === 1;
  const isCommand = commandsFor(press, FIELD, SHORTCUTS, { isMac: isMacPlatform(), areLettersOn: true }).length > 0;
  const isPressedAgain = isCommand || (isBare(press) && OF_LISTS.test(key));
  if (!isText && !isPressedAgain && !(isBare(press) && OF_FIELDS.test(key))) return null;
  // Enter decides. What is pressed after it was not meant for this any more, and nothing else is there yet.
  if (presses.some((before) => before.key === "Enter")) return { text, presses };
  if (isText) return { text: text + key, presses };
  if (key === "Backspace") return { text: [...text].slice(0, -1).join(""), presses };
  return isPressedAgain ? { text, presses: [...presses, press] } : { text, presses };
}

/**
 * Holds the keys pressed while an opened element is loading, so that the page below does not act on them; empty once it
 * was closed. Escape calls `onCancel`.
 */
export function useTypedAhead(isOpen: boolean, isHere: boolean, onCancel: () => void): RefObject<TypedAhead> {
  const held = useRef(NOTHING);
  const cancel = useEffectEvent(onCancel);
  useEffect(() => {
    if (!isOpen) held.current = NOTHING;
    if (!isOpen || isHere) return;
    function onKeyDown(event: KeyboardEvent) {
      if (event.isComposing) return;
      if (event.key === "Escape") cancel();
      else {
        const next = withPress(held.current, event);
        if (next === null) return;
        held.current = next;
      }
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    window.addEventListener("keydown", onKeyDown, true);
    return () => window.removeEventListener("keydown", onKeyDown, true);
  }, [isOpen, isHere]);
  return held;
}

/** The `ref` of a field that came: what was pressed for it before is pressed on it, once. */
export function usePressedAgain(field: RefObject<HTMLInputElement | null>, { presses }: TypedAhead) {
  const isDone = useRef(false);
  return (element: HTMLInputElement | null) => {
    field.current = element;
    if (element === null || isDone.current) return;
    isDone.current = true;
    // Each press finds what the one before it has changed, which cannot be drawn while this is being drawn.
    queueMicrotask(() => {
      for (const press of presses) flushSync(() => element.dispatchEvent(new KeyboardEvent(press.type, press)));
    });
  };
}
