"use client";

import SCHEMAS from "../../../frame/api/form-schemas.json";
import { AlertLine } from "../../../ui/alert-line.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { useForm } from "../../../ui/form/use-form.ts";
import { TypeField } from "../entity/type-field.tsx";

export interface NewEntityProps {
  /** Type of the entity; null where the person chooses it. */
  type: string | null;
  onClose: () => void;
  onMake: (name: string, type: string) => Promise<unknown>;
}

/** Dialog that asks for the name of a new entity and, where it is open, for its type. */
export function NewEntity({ type, onClose, onMake }: NewEntityProps) {
  const form = useForm({
    schema: SCHEMAS["entities.create"],
    start: { name: "", type: type ?? "" },
    fields: {
      name: { label: "Name", spellCheck: true },
      type: {
        label: "Type",
        when: () => type === null,
        draw: ({ value, onChange, errors }) => (
          <>
            <TypeField placeholder="item, guild, ship" value={value} onChange={onChange} />
            {errors?.map((error) => (
              <AlertLine key={error} className="mt-1 text-12">
                {error}
              </AlertLine>
            ))}
          </>
        ),
      },
    },
    failed: "It was not created",
    send: ({ name, type: chosen }) => onMake(name, chosen),
  });
  return (
    <FormDialog
      form={form}
      title={type === "character" ? "New character" : type === "location" ? "New place" : "New thing"}
      submit="Create"
      busy="Creating…"
      onClose={onClose}
    />
  );
}
