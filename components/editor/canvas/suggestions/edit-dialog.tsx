"use client";

import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { useForm } from "../../../ui/form/use-form.ts";
import { operationsOf, type SuggestedPart, withWords, wordsIn } from "./suggested-shapes.ts";

interface EditDialogProps {
  part: SuggestedPart;
  onSave: (operations: readonly object[]) => Promise<void>;
  onClose: () => void;
}

const TEXT = { type: "string" };

/** Writes a suggested part anew, before it is accepted. */
export function EditDialog({ part, onSave, onClose }: EditDialogProps) {
  const words = wordsIn(operationsOf(part));
  const form = useForm<Record<string, string>>({
    loaded: Object.fromEntries(words.map(({ key, value }) => [key, value])),
    fields: Object.fromEntries(
      words.map(({ key, label, isLong }) => [
        key,
        isLong ? { label, schema: TEXT, rows: 5 } : { label, schema: TEXT, isLine: true },
      ]),
    ),
    failed: "The suggestion was not saved",
    send: async (edited) => {
      await onSave(withWords(operationsOf(part), new Map(Object.entries(edited))));
      onClose();
    },
  });
  return (
    <FormDialog
      size="md"
      form={form}
      title="Edit the suggestion"
      description="It stays a suggestion until it is accepted."
      submit="Save"
      busy="Saving…"
      disabledReason={words.length === 0 ? "This part has no text." : null}
      onClose={onClose}
    >
      {words.length === 0 ? <p className="text-13 text-ink-2">This part has no text to edit.</p> : undefined}
    </FormDialog>
  );
}
