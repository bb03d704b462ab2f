"use client";

import { type FormEvent, useEffect, useRef, useState } from "react";
import type { ProjectVariable } from "../../frame/project/project-queries.ts";
import { useVariableWrites, type VariableFields } from "../../frame/project/variable-queries.ts";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { Button } from "../../ui/button.tsx";
import { formErrors, NO_ERRORS } from "../../ui/form-errors.ts";
import { FormSummary } from "../../ui/form-summary.tsx";
import {
  draftOf,
  fieldsOf,
  newDraft,
  VARIABLE_FORM,
  type VariableDraft,
  VariableFieldset,
} from "./variable-fields.tsx";

/** What was typed and not saved, by variable: looking at another one, or closing the panel, loses no word. */
const unsaved = new Map<string, VariableDraft>();

interface VariableFormProps {
  /** The variable that is changed; null for a new one. */
  variable: ProjectVariable | null;
  /** The name a new one starts with. */
  name?: string;
  brief?: boolean;
  onDone: (variable: ProjectVariable) => void;
  onCancel: () => void;
}

/** Makes a variable, or changes one. What the server refuses is said at the field it is about; nothing typed is lost. */
export function VariableForm({ variable, name, brief = false, onDone, onCancel }: VariableFormProps) {
  const { create, update } = useVariableWrites();
  const change = useCan()("change");
  const before = variable === null ? newDraft(name) : draftOf(variable);
  const place = brief ? null : (variable?.id ?? "new");
  const [draft, setShown] = useState(() => (place === null ? undefined : unsaved.get(place)) ?? before);
  const [errors, setErrors] = useState(NO_ERRORS);
  const [isSending, setSending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const isNew = variable === null;
  const isChanged = JSON.stringify(draft) !== JSON.stringify(before);

  useEffect(() => {
    if (!isNew) return;
    const first = requestAnimationFrame(() => form.current?.querySelector("input")?.focus());
    return () => cancelAnimationFrame(first);
  }, [isNew]);

  function setDraft(next: VariableDraft): void {
    setShown(next);
    if (place !== null) unsaved.set(place, next);
  }
  function forget(): void {
    if (place !== null) unsaved.delete(place);
    setErrors(NO_ERRORS);
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // A popup's form lives inside another one's React tree.
    event.stopPropagation();
    if (!change.allowed || isSending) return;
    setSending(true);
    try {
      const fields = fieldsOf(draft);
      const done = variable === null ? await create(fields) : await update(variable, changedOf(variable, fields));
      setShown(draftOf(done));
      forget();
      onDone(done);
    } catch (error) {
      const next = formErrors(error, VARIABLE_FORM);
      setErrors(next);
      const first = VARIABLE_FORM.fields.find((field) => next.fields[field] !== undefined);
      const control = first === undefined ? null : form.current?.elements.namedItem(first);
      if (control instanceof HTMLElement) control.focus();
    } finally {
      setSending(false);
    }
  }

  const what = isNew ? "This variable was not created" : "The changes were not saved";
  return (
    <form ref={form} onSubmit={submit} className="space-y-4" noValidate>
      <FormSummary title={what} errors={errors} />
      <VariableFieldset
        draft={draft}
        errors={errors}
        readOnly={!change.allowed || isSending}
        onChange={setDraft}
        brief={brief}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button
          type="submit"
          variant="primary"
          size="sm"
          disabled={isSending || (!isNew && !isChanged)}
          disabledReason={reasonOf(change)}
        >
          {isSending ? "Saving…" : isNew ? "Create variable" : "Save changes"}
        </Button>
        {(isNew || isChanged) && (
          <Button
            size="sm"
            variant="bare"
            onClick={() => {
              setShown(before);
              forget();
              onCancel();
            }}
          >
            {isNew ? "Cancel" : "Discard changes"}
          </Button>
        )}
      </div>
    </form>
  );
}

/** The fields that differ from what the variable is: only they are sent, so that others' changes of the rest stand. */
function changedOf(variable: ProjectVariable, fields: VariableFields): Partial<VariableFields> {
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(variable[name as keyof VariableFields]),
    ),
  );
}
