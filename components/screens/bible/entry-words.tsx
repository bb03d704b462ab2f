"use client";

import { useId, useState } from "react";
import { useAttempt } from "../../frame/api/use-attempt.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { DialogChoice } from "../../ui/dialog-choice.tsx";
import { DialogPopup } from "../../ui/dialog-popup.tsx";
import { CONTROL } from "../../ui/form/field.tsx";
import { useCloseTwice } from "../../ui/form/use-close-twice.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { EntryChange, EntryTarget } from "./use-entry-change.ts";

/** Characters of the words. */
const MOST = 10_000;

export interface EntryWordsProps {
  target: EntryTarget;
  change: (fields: EntryChange) => Promise<unknown>;
  onClose: () => void;
}

/** Dialog for an author's words in place of those of a line, or at the beginning of a section. */
export function EntryWords({ target, change, onClose }: EntryWordsProps) {
  const { text, title, source } = target;
  const begins = text ?? source ?? "";
  const [words, setWords] = useState(begins);
  // The bible does not tell of words that are there for whom they are: until somebody says so, that stays as it is.
  const [isForAll, setForAll] = useState(target.entryId === null ? false : null);
  const { attempt, isBusy, problem } = useAttempt();
  const id = useId();
  const { close, warning } = useCloseTwice(words !== begins, onClose);
  const isLine = source !== undefined;
  const save = async () => {
    await change({
      text: words.trim(),
      ...(isLine && { replaces: source.slice(0, MOST) }),
      ...(isForAll !== null && { shown_to: isForAll ? "everyone" : "authors" }),
    });
    onClose();
  };
  return (
    <DialogPopup
      size="md"
      title={isLine ? "Other words for this line" : `Words for “${title}”`}
      description={
        isLine ? "The record keeps its own; the bible shows yours." : "They stand at the beginning of the section."
      }
      onClose={close}
      footer={
        <DialogChoice
          onCancel={onClose}
          disabled={isBusy}
          disabledReason={words.trim() === "" ? "Write something first." : null}
          onClick={() => void attempt(save)}
        >
          {isBusy ? "Saving…" : "Save"}
        </DialogChoice>
      }
    >
      <div className="space-y-3">
        <label htmlFor={id} className="sr-only">
          Words
        </label>
        <textarea
          id={id}
          dir="auto"
          rows={5}
          maxLength={MOST}
          className={`${CONTROL} w-full font-reading text-16`}
          value={words}
          onChange={({ target: { value } }) => setWords(value)}
        />
        <Checkbox
          label="Also show them to those who see the bible through somebody’s eyes"
          checked={isForAll === true}
          indeterminate={isForAll === null}
          onChange={({ target: { checked } }) => setForAll(checked)}
        />
        {problem !== null && (
          <Notice tone="error" title="It was not saved" announce>
            <p>{problem}</p>
          </Notice>
        )}
        {warning}
      </div>
    </DialogPopup>
  );
}
