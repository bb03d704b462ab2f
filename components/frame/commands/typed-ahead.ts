"use client";

import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { flushSync } from "react-dom";
import { commandsFor, type KeyPlace } from "./dispatch-keys.ts";
import { isMacPlatform } from "./platform.ts";
import { SHORTCUTS } from "./shortcuts.ts";

/** What was pressed for something before it was there. */
export interface TypedAhead {
  /** The words. */
  readonly text: string;
  /** The presses that are no text, in their order: arrows, Enter, the keys of commands. */
  readonly presses: readonly KeyboardEvent[];
}

const NOTHING: TypedAhead = { text: "", presses: [] };
/** Where it would have been pressed: in the field of a dialog over the page. */
const FIELD: KeyPlace = { scope: null, isEditable: true, isControl: false, isOverlay: true, isRepeat: false };
/** What a list under the field takes. */
const OF_LISTS = /^(Enter|Arrow(Up|Down)|Page(Up|Down))$/;
/** What a field takes for itself: where its caret is does not matter yet. */
const OF_FIELDS = /^(Backspace|Delete|Tab|Arrow(Left|Right)|Home|End)$/;

const isBare = ({ ctrlKey, metaKey, altKey }: KeyboardEvent) => !ctrlKey && !metaKey && !altKey;

/** What is held after one more press; null for a press that is nobody's here, which the browser keeps. */
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
 * What is pressed while something that was opened is on its way, so that none of it is done by the page below; nothing once it was
 * closed. Escape calls `onCancel`: whoever waits may think better of it.
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
