"use client";

import SCHEMAS from "../../../frame/api/form-schemas.json";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { useForm } from "../../../ui/form/use-form.ts";

interface ViewNameProps {
  /** Name of the view that is renamed; null for a new one. */
  before: string | null;
  onClose: () => void;
  onSave: (name: string) => Promise<unknown>;
}

/** Asks for the name of a view. */
export function ViewName({ before, onClose, onSave }: ViewNameProps) {
  const form = useForm({
    schema: SCHEMAS["views.create"],
    start: { name: before ?? "" },
    fields: { name: { label: "Name", placeholder: "Cast by faction", spellCheck: true } },
    failed: before === null ? "It was not saved" : "It was not renamed",
    send: ({ name }) => onSave(name),
  });
  const [title, submit] = before === null ? ["Save view", "Save"] : ["Rename the view", "Rename"];
  return (
    <FormDialog
      form={form}
      title={title}
      description={before === null ? "Everybody in the project finds it above this list." : undefined}
      submit={submit}
      busy="Saving…"
      onClose={onClose}
    />
  );
}
