"use client";

import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { CONTROL, FormField } from "../../../ui/form-field.tsx";
import { operationsOf, type SuggestedPart, withWords, wordsIn } from "./ghosts.ts";

interface EditDialogProps {
  part: SuggestedPart;
  onSave: (operations: readonly object[]) => Promise<void>;
  onClose: () => void;
}

/** Writes a suggested part anew, before it is accepted. */
export function EditDialog({ part, onSave, onClose }: EditDialogProps) {
  const fields = wordsIn(operationsOf(part));
  const [words, setWords] = useState<ReadonlyMap<string, string>>(new Map());
  const [refusal, setRefusal] = useState<string | null>(null);
  const save = () => {
    onSave(withWords(operationsOf(part), words)).then(onClose, (error: unknown) => {
      setRefusal(error instanceof Error ? error.message : "It could not be saved.");
    });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Edit the suggestion"
      description="It stays a suggestion until it is accepted."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            onClick={save}
            disabledReason={fields.length === 0 ? "This part holds no words." : null}
          >
            Save
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {fields.length === 0 && (
          <p className="text-13 text-ink-2">This part holds no words that could be written anew.</p>
        )}
        {fields.map(({ key, label, value, isLong }) => (
          <FormField key={key} label={label}>
            {(props) => {
              const control = {
                ...props,
                dir: "auto",
                className: CONTROL,
                value: words.get(key) ?? value,
                onChange: ({ target }: { target: { value: string } }) =>
                  setWords((before) => new Map(before).set(key, target.value)),
              } as const;
              return isLong ? <textarea rows={5} {...control} /> : <input type="text" {...control} />;
            }}
          </FormField>
        ))}
        {refusal !== null && (
          <p role="alert" className="text-13 text-error">
            {refusal}
          </p>
        )}
      </div>
    </Dialog>
  );
}
