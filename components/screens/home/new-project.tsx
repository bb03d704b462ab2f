"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type FormEvent, useId, useState } from "react";
import { useApi, useStudioClient } from "../../frame/api/api-provider.tsx";
import { Button } from "../../ui/button.tsx";
import { DialogPopup } from "../../ui/dialog-popup.tsx";
import { type FormErrors, formErrors, NO_ERRORS } from "../../ui/form-errors.ts";
import { CONTROL, FormField } from "../../ui/form-field.tsx";
import { FormSummary } from "../../ui/form-summary.tsx";

const FIELDS = ["name", "description"];

export interface NewProjectProps {
  onClose: () => void;
}

/** Asks what a new project is called, makes it, and goes there. */
export function NewProject({ onClose }: NewProjectProps) {
  const form = useId();
  const client = useStudioClient();
  const queries = useQueryClient();
  const api = useApi();
  const router = useRouter();
  const [errors, setErrors] = useState<FormErrors>(NO_ERRORS);
  const [isSending, setSending] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const entries = new FormData(event.currentTarget);
    setSending(true);
    try {
      const made = await client.projects.create.mutate({
        name: String(entries.get("name") ?? ""),
        description: String(entries.get("description") ?? ""),
      });
      await queries.invalidateQueries({ queryKey: api.projects.list.pathKey() });
      router.push(`/projects/${made.id}/dialogues`);
    } catch (error) {
      setErrors(formErrors(error, { fields: FIELDS }));
      setSending(false);
    }
  }

  return (
    <DialogPopup
      size="sm"
      title="New project"
      description="A project holds one story world: its dialogues, its variables, its people and places."
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" disabled={isSending}>
            {isSending ? "Creating…" : "Create project"}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="space-y-4">
        <FormSummary title="The project was not created" errors={errors} />
        <FormField label="Name" errors={errors.fields.name}>
          {(control) => (
            <input {...control} name="name" dir="auto" spellCheck autoComplete="off" required className={CONTROL} />
          )}
        </FormField>
        <FormField
          label="Description"
          hint="What the story is about, for those who join you."
          errors={errors.fields.description}
        >
          {(control) => <textarea {...control} name="description" dir="auto" spellCheck rows={3} className={CONTROL} />}
        </FormField>
      </form>
    </DialogPopup>
  );
}
