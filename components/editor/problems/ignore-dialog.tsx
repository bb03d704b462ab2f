"use client";

import { type FormEvent, useId, useState } from "react";
import { describeGroup } from "#domain/problems/problem-text.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { CONTROL, FormField } from "../../ui/form-field.tsx";
import type { ShownGroup } from "../store/problem-store.ts";
import { useSentence } from "./problem-names.ts";
import { refusalText } from "./refusal-text.ts";
import { useIgnoring } from "./use-ignoring.ts";

/** Asks why a problem is to be ignored; without a reason nothing is. */
export function IgnoreDialog({ group, onClose }: { group: ShownGroup; onClose: () => void }) {
  const { ignore } = useIgnoring();
  const form = useId();
  const [reason, setReason] = useState("");
  const [error, setError] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const sentence = useSentence((names) => describeGroup(group, names));

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (reason.trim() === "") return setError("Say why, so that others know.");
    setSending(true);
    try {
      await ignore(group, reason.trim());
      onClose();
    } catch (refused) {
      setError(refusalText(refused));
      setSending(false);
    }
  }

  return (
    <Dialog
      open
      size="sm"
      title="Ignore this problem"
      description={sentence}
      onClose={onClose}
      footer={
        <>
          <Button size="sm" onClick={onClose}>
            Cancel
          </Button>
          <Button size="sm" variant="primary" type="submit" form={form} disabled={isSending}>
            Ignore
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit}>
        <FormField
          label="Reason"
          hint="It stays in the list, struck through, with this reason. Anyone who writes can take it back."
          errors={error === null ? [] : [error]}
        >
          {(control) => (
            <textarea
              {...control}
              rows={3}
              maxLength={2_000}
              required
              dir="auto"
              spellCheck
              className={CONTROL}
              value={reason}
              onChange={(event) => {
                setReason(event.target.value);
                setError(null);
              }}
            />
          )}
        </FormField>
      </form>
    </Dialog>
  );
}
