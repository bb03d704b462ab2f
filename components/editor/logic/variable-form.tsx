"use client";

import SCHEMAS from "../../frame/api/form-schemas.json";
import type { ProjectVariable } from "../../frame/project/project-queries.ts";
import { useVariableWrites, type VariableFields } from "../../frame/project/variable-queries.ts";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { EditForm } from "../../ui/form/edit-form.tsx";
import { type Form, useForm } from "../../ui/form/use-form.ts";
import { draftOf, fieldsOf, newDraft, type VariableDraft, variableFields } from "./variable-fields.tsx";

interface VariableFormProps {
  /** The variable that is changed; null for a new one. */
  variable: ProjectVariable | null;
  /** The name a new one starts with. */
  name?: string;
  /** Whether only the fields that a condition needs are shown, for a small popup. */
  brief?: boolean;
  onDone: (variable: ProjectVariable) => void;
  onCancel: () => void;
}

/** Makes a variable, or changes one. Changes that were typed and not saved are kept while the page stays. */
export function VariableForm({ variable, name, brief = false, onDone, onCancel }: VariableFormProps) {
  const { create, update } = useVariableWrites();
  const change = useCan()("change");
  const isNew = variable === null;
  const form: Form<VariableDraft> = useForm<VariableDraft, Partial<VariableDraft>>({
    ...(isNew
      ? { schema: SCHEMAS["variables.create"], start: newDraft(name), after: "empties" }
      : { schema: SCHEMAS["variables.update"], loaded: draftOf(variable), keptAs: variable.id }),
    disabledReason: reasonOf(change),
    fields: variableFields(brief),
    failed: isNew ? "This variable was not created" : "The changes were not saved",
    codes: { name_taken: "name" },
    send: async (sent) => {
      const fields = fieldsOf(sent, form.values.type);
      onDone(isNew ? await create(fields as VariableFields) : await update(variable, fields));
    },
  });
  return <EditForm form={form} create={isNew ? "Create variable" : null} onCancel={onCancel} />;
}

interface DeclareVariableProps {
  /** The name it starts with; null while nothing is declared. */
  name: string | null;
  onDeclared: (variable: ProjectVariable) => void;
  onClose: () => void;
}

/** Declares a variable without leaving the condition that needs it. */
export function DeclareVariable({ name, onDeclared, onClose }: DeclareVariableProps) {
  return (
    <Dialog open={name !== null} onClose={onClose} title="Declare a variable" size="sm">
      {name !== null && (
        <VariableForm
          variable={null}
          name={name}
          brief
          onDone={(variable) => {
            onClose();
            onDeclared(variable);
          }}
          onCancel={onClose}
        />
      )}
    </Dialog>
  );
}
