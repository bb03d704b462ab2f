"use client";

import { useEffect, useRef } from "react";
import { useCommandHandlers } from "../../../frame/commands/use-command-handlers.ts";
import { useCharacters, useVariables } from "../../../frame/project/project-queries.ts";
import { useCan } from "../../../frame/session/can.ts";
import { showToast } from "../../../ui/toast.ts";
import { clipboardContentOf, clipboardText, namesOfNodes } from "../../gestures/clipboard-content.ts";
import { deleteSelection } from "../../gestures/delete-selection.ts";
import { paste, pasteText } from "../../gestures/paste.ts";
import { readClipboard } from "../../gestures/read-clipboard.ts";
import type { Point } from "../../model/rects.ts";
import { undoGesture } from "../../session/undo-gesture.ts";
import { type ClipboardText, putOn, read, takeFrom, write } from "./clipboard.ts";
import { useDoing } from "./use-doing.ts";
import { useSelectionFacts } from "./use-selection-facts.ts";

const NOT_LET = "The browser blocks access to the clipboard here. Use the keyboard shortcut instead.";

/**
 * Copy, cut and paste. By the keys they are the browser's own: it hands over the clipboard without asking. By a menu the
 * clipboard has to be asked for.
 */
export function useClipboardCommands(): void {
  const { session, handle, model, selection, run, say } = useDoing();
  const { nodes, groups, notes } = useSelectionFacts();
  const characters = useCharacters();
  const variables = useVariables();
  const mayEdit = useCan()("edit").allowed;
  const pointer = useRef<Point | null>(null);
  const nothing = nodes + groups + notes > 0 ? null : "Select something first.";

  function copied(): ClipboardText | null {
    const { projectId } = session.store.getState();
    const names = {
      speaker: (id: string) => characters.get(id)?.name,
      variable: (id: string) => variables.get(id)?.name,
    };
    const content = clipboardContentOf(model(), selection(), projectId, names);
    if (content === null) return null;
    return { content: JSON.stringify(content), text: clipboardText(content, namesOfNodes(model())) };
  }

  function pasted({ content: copied, text }: ClipboardText): void {
    const known = copied === "" ? null : readClipboard(copied);
    const middle = centre(handle.visibleRect());
    const at = pointer.current ?? middle;
    const gesture =
      known === null
        ? pasteText(model(), text, at)
        : paste(model(), known, {
            projectId: session.store.getState().projectId,
            at,
            speakers: new Map([...characters].map(([id, { name }]) => [id, name])),
            variables: new Map([...variables].map(([id, { name }]) => [name, id])),
          });
    if (gesture === null) say("There is nothing to paste.");
    else if (run(gesture) && gesture.left.length > 0)
      showToast({ text: gesture.said, undo: () => undoGesture(session, gesture.label) });
  }

  const cut = () => run(deleteSelection(model(), selection()), { undoToast: true });
  const byMenu = async (isCut: boolean) => {
    const what = copied();
    if (what === null) return;
    if (!(await write(what))) return showToast({ text: NOT_LET });
    if (isCut) cut();
    else say("Copied.");
  };
  useCommandHandlers({
    "edit.copy": { disabled: nothing, run: () => void byMenu(false) },
    "edit.cut": { disabled: nothing, run: () => void byMenu(true) },
    "edit.paste": () => void read().then((what) => (what === null ? showToast({ text: NOT_LET }) : pasted(what))),
  });

  const newest = useRef({ copied, cut, pasted, mayEdit });
  useEffect(() => {
    newest.current = { copied, cut, pasted, mayEdit };
  });
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const isOurs = () => document.activeElement !== null && document.activeElement === handle.host();
    const onCopy = (event: ClipboardEvent) => {
      const what = isOurs() ? newest.current.copied() : null;
      if (what === null || event.clipboardData === null) return;
      event.preventDefault();
      putOn(event.clipboardData, what);
      if (event.type === "cut" && newest.current.mayEdit) newest.current.cut();
      else say("Copied.");
    };
    const onPaste = (event: ClipboardEvent) => {
      if (!isOurs() || event.clipboardData === null || !newest.current.mayEdit) return;
      event.preventDefault();
      newest.current.pasted(takeFrom(event.clipboardData));
    };
    document.addEventListener("copy", onCopy, { signal });
    document.addEventListener("cut", onCopy, { signal });
    document.addEventListener("paste", onPaste, { signal });
    const host = handle.host();
    const forget = () => {
      pointer.current = null;
    };
    host?.addEventListener("keydown", letThrough, { signal });
    host?.addEventListener(
      "pointermove",
      (event) => {
        pointer.current = handle.screenToCanvas({ x: event.clientX, y: event.clientY });
      },
      { signal },
    );
    host?.addEventListener("pointerleave", forget, { signal });
    return () => stop.abort();
  }, [handle, say]);
}

/** Keeps these keys from becoming commands: the browser answers them with an event that carries the clipboard. */
function letThrough(event: KeyboardEvent): void {
  const isClipboard =
    (event.metaKey || event.ctrlKey) && !event.altKey && !event.shiftKey && /^[cxv]$/i.test(event.key);
  if (isClipboard && event.target === event.currentTarget) event.stopPropagation();
}

function centre({ x, y, width, height }: { x: number; y: number; width: number; height: number }): Point {
  return { x: x + width / 2, y: y + height / 2 };
}
