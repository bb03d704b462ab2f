"use client";

import { type ChangeEvent, type KeyboardEvent, useState } from "react";
import type { BranchKind } from "#domain/dialogue/wire.ts";
import { MARK_NAMES } from "#domain/text-marks/describe-marks.ts";
import type { SetKind, TextMark } from "#domain/text-marks/text-mark.ts";
import { toggledMark } from "#domain/text-marks/toggled-mark.ts";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { fieldOperation, fieldValue, marksPointer } from "../model/field.ts";
import type { Model } from "../model/model.ts";
import { useDialogue, useDialogueState } from "../session/dialogue-context.ts";
import { conflictAt, type FieldConflict, fieldKey, type RemoteChange } from "../store/dialogue-state.ts";
import { markOfPress } from "./mark-keys.ts";

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
  /** Marks on the words. */
  readonly marks: readonly TextMark[];
  /** Message about the mark that was put on words or taken off them last. */
  readonly said: string;
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
  const conflict = useDialogueState((state) => conflictAt(state.conflicts.get(subjectId), pointer)) ?? null;
  const value = typeof stored === "string" ? stored : "";
  const marksAt = marksPointer(pointer);
  const marks = useDialogueState((state) => marksOf(state, subjectId, marksAt));
  const [said, setSaid] = useState("");

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
  /** Puts a mark on the chosen words, or takes it off them. */
  const toggle = (kind: SetKind, { value: text, selectionStart, selectionEnd }: Field) => {
    const state = session.store.getState();
    const known = marksOf(state, subjectId, marksAt) ?? NO_MARKS;
    const range = { from: selectionStart ?? 0, to: selectionEnd ?? 0 };
    const toggled = toggledMark({ text, marks: known }, kind, range);
    if (toggled === null || marksAt === null) return setSaid("Choose words to mark first.");
    const operation = fieldOperation(state, subjectId, marksAt, toggled.marks);
    if (operation === null) return;
    const name = MARK_NAMES[kind];
    session.settle();
    if (session.dispatch(`${label}: ${toggled.isOn ? name : `no longer ${name}`}`, [operation]))
      setSaid(`The words are ${toggled.isOn ? "" : "no longer "}${name}.`);
  };
  const onKeyDown = (event: KeyboardEvent<Field>) => {
    if (event.nativeEvent.isComposing || event.defaultPrevented) return;
    const kind = marks === undefined ? null : markOfPress(event.nativeEvent);
    if (kind !== null) {
      event.preventDefault();
      if (edit.allowed) toggle(kind, event.currentTarget);
      return;
    }
    const isSettling = event.key === "Enter" && (event.metaKey || event.ctrlKey);
    if (isSettling) session.settle();
    if (isSingleLine && event.key === "Enter") event.preventDefault();
  };
  return {
    value,
    marks: marks ?? NO_MARKS,
    said,
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

const NO_MARKS: readonly TextMark[] = [];

/** The marks at a pointer; undefined where there is no such field. */
function marksOf(model: Model, subjectId: string, pointer: string | null): readonly TextMark[] | undefined {
  const value = pointer === null ? undefined : fieldValue(model, subjectId, pointer);
  return Array.isArray(value) ? (value as readonly TextMark[]) : undefined;
}

/** The browser's own undo knows one field only; there is one history, and it is the dialogue's. */
export function historyInput(event: Event, session: { undo(): unknown; redo(): unknown }): void {
  const { inputType } = event as InputEvent;
  if (inputType !== "historyUndo" && inputType !== "historyRedo") return;
  event.preventDefault();
  if (inputType === "historyUndo") session.undo();
  else session.redo();
}
