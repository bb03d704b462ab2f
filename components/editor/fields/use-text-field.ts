"use client";

import type { ChangeEvent, KeyboardEvent } from "react";
import type { BranchKind } from "#domain/dialogue/wire.ts";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { fieldOperation, fieldValue } from "../model/field.ts";
import { useDialogue, useDialogueState } from "../session/dialogue-context.ts";
import { type FieldConflict, fieldKey, type RemoteChange } from "../store/dialogue-state.ts";

type Field = HTMLInputElement | HTMLTextAreaElement;

export interface TextFieldOptions {
  /** The node, group, note or dialogue whose field it is. */
  readonly subjectId: string;
  /** JSON pointer into it: `/text`, `/branches/br_…/choice_text`. */
  readonly pointer: string;
  /** Label of the change in the undo list: "Write in ‘Greets’". */
  readonly label: string;
  /** No line breaks. */
  readonly isSingleLine?: boolean;
  /** Recorded value of an empty field: most texts are empty, names are absent. */
  readonly emptyAs?: "" | null;
  /** The kind that a branch with these words is, where they decide it. */
  readonly kindFor?: ((words: string) => BranchKind) | undefined;
}

/** Binding of a field: its value, the attributes of its element, and other people's changes to it. */
export interface TextFieldBinding {
  readonly value: string;
  /** Reason why the field is read-only; null when it can be edited. */
  readonly reason: string | null;
  readonly waiting: RemoteChange | null;
  readonly conflict: FieldConflict | null;
  readonly bind: {
    /** Key of the field, by which the caret is restored. */
    readonly "data-field": string;
    readonly value: string;
    readonly readOnly: boolean;
    readonly dir: "auto";
    readonly spellCheck: true;
    readonly onChange: (event: ChangeEvent<Field>) => void;
    readonly onFocus: () => void;
    readonly onBlur: () => void;
    readonly onKeyDown: (event: KeyboardEvent<Field>) => void;
  };
}

/**
 * Field binds a text to the open dialogue. A keystroke becomes an operation that `DialogueSession.dispatch` applies and puts
 * in the outbox at once; a pause of 1.5 s sends it. Changes of others wait while the field has the caret, and its undo is the
 * dialogue's.
 */
export function useTextField({
  subjectId,
  pointer,
  label,
  isSingleLine = false,
  emptyAs = "",
  kindFor,
}: TextFieldOptions): TextFieldBinding {
  const session = useDialogue();
  const edit = useCan()("edit");
  const key = fieldKey(subjectId, pointer);
  const stored = useDialogueState((state) => fieldValue(state, subjectId, pointer));
  const waiting = useDialogueState((state) => state.waiting.get(key)) ?? null;
  const conflict =
    useDialogueState((state) => state.conflicts.get(subjectId)?.find(({ field }) => field === pointer)) ?? null;
  const value = typeof stored === "string" ? stored : "";

  const onChange = ({ target }: ChangeEvent<Field>) => {
    const written = isSingleLine ? target.value.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ") : target.value;
    const state = session.store.getState();
    const operation = fieldOperation(state, subjectId, pointer, written === "" ? emptyAs : written);
    if (operation === null) return;
    const ofKind = pointer.replace(/choice_text$/, "kind");
    const kind = kindFor?.(written);
    const answers = kind !== undefined && fieldValue(state, subjectId, ofKind) !== kind;
    const also = answers ? fieldOperation(state, subjectId, ofKind, kind) : null;
    session.dispatch(label, also === null ? [operation] : [operation, also], { coalesce: key });
  };
  const onKeyDown = (event: KeyboardEvent<Field>) => {
    if (event.nativeEvent.isComposing || event.defaultPrevented) return;
    const isSettling = event.key === "Enter" && (event.metaKey || event.ctrlKey);
    if (isSettling) session.settle();
    if (isSingleLine && event.key === "Enter") event.preventDefault();
  };
  return {
    value,
    reason: reasonOf(edit),
    waiting,
    conflict,
    bind: {
      "data-field": key,
      value,
      readOnly: !edit.allowed,
      dir: "auto",
      spellCheck: true,
      onChange,
      onFocus: () => session.focusField(key),
      onBlur: () => {
        session.focusField(null);
        session.settle();
      },
      onKeyDown,
    },
  };
}

/** The browser's own undo knows one field only; there is one history, and it is the dialogue's. */
export function historyInput(event: Event, session: { undo(): void; redo(): void }): void {
  const { inputType } = event as InputEvent;
  if (inputType !== "historyUndo" && inputType !== "historyRedo") return;
  event.preventDefault();
  if (inputType === "historyUndo") session.undo();
  else session.redo();
}
