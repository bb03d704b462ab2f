"use client";

import SCHEMAS from "../../../frame/api/form-schemas.json";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { useForm } from "../../../ui/form/use-form.ts";
import type { SavedView } from "./view-tabs.tsx";

interface ViewNameProps {
  /** View that is renamed; null for a new one. */
  view: SavedView | null;
  onClose: () => void;
  onSave: (name: string) => Promise<unknown>;
}

/** Asks for the name of a view. */
export function ViewName({ view, onClose, onSave }: ViewNameProps) {
  const form = useForm({
    schema: SCHEMAS["views.create"],
    start: { name: view?.name ?? "" },
    fields: { name: { label: "Name", placeholder: "Cast by faction", spellCheck: true } },
    failed: view === null ? "It was not saved" : "It was not renamed",
    send: ({ name }) => onSave(name),
  });
  const [title, submit] = view === null ? ["Save view", "Save"] : ["Rename the view", "Rename"];
  return (
    <FormDialog
      form={form}
      title={title}
      description={view === null ? "Everybody in the project finds it above this list." : undefined}
      submit={submit}
      busy="Saving…"
      onClose={onClose}
    />
  );
}
