"use client";

import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { VARIABLE_TYPES, type VariableType } from "#domain/dialogue/wire.ts";
import { useApi, useStudioClient } from "../../frame/api/api-provider.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { CONTROL, FormField } from "../../ui/form-field.tsx";
import { Select } from "../../ui/select.tsx";
import { showToast } from "../../ui/toast.ts";
import { TYPE_WORDS } from "../logic/value-text.ts";
import type { ShownGroup } from "../store/problem-store.ts";
import { refusalCode, refusalText } from "./refusal-text.ts";

const TYPES = VARIABLE_TYPES.map((type) => ({ value: type, label: TYPE_WORDS[type] }));

/** Declares the variable that logic names but nobody declared; one that was deleted comes back as it was. */
export function DeclareVariableDialog({ group, onClose }: { group: ShownGroup; onClose: () => void }) {
  const client = useStudioClient();
  const api = useApi();
  const queries = useQueryClient();
  const project_id = useProjectId();
  const form = useId();
  const [name, setName] = useState(group.problems[0]?.data.name ?? "");
  const [type, setType] = useState<VariableType>("boolean");
  const [values, setValues] = useState("");
  const [error, setError] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);

  async function declare(): Promise<string> {
    const listed = values.split(",").flatMap((value) => value.trim() || []);
    try {
      const enum_values = type === "enum" ? { enum_values: [...new Set(listed)] } : {};
      await client.variables.create.mutate({ project_id, id: group.cause, name: name.trim(), type, ...enum_values });
      return `‘${name.trim()}’ is declared.`;
    } catch (refused) {
      if (refusalCode(refused) !== "id_taken") throw refused;
      await client.record.restore.mutate({ project_id, subject_id: group.cause });
      return "The variable had been deleted. It is back as it was.";
    }
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (name.trim() === "") return setError("Give it a name.");
    setSending(true);
    try {
      showToast({ text: await declare() });
      await queries.invalidateQueries({ queryKey: api.variables.pathKey() });
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
      title="Declare the variable"
      onClose={onClose}
      footer={
        <>
          <Button size="sm" onClick={onClose}>
            Cancel
          </Button>
          <Button size="sm" variant="primary" type="submit" form={form} disabled={isSending}>
            Declare
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="space-y-3">
        <FormField label="Name" errors={error === null ? [] : [error]}>
          {(control) => (
            <input
              {...control}
              maxLength={100}
              required
              autoComplete="off"
              spellCheck={false}
              dir="auto"
              className={CONTROL}
              value={name}
              onChange={(event) => {
                setName(event.target.value);
                setError(null);
              }}
            />
          )}
        </FormField>
        <Select
          label="Type"
          options={TYPES}
          value={type}
          onChange={(event) => setType(VARIABLE_TYPES.find((each) => each === event.target.value) ?? "boolean")}
        />
        {type === "enum" && (
          <FormField label="Values" hint="Separated by commas; the first is what it starts with.">
            {(control) => (
              <input
                {...control}
                required
                dir="auto"
                className={CONTROL}
                value={values}
                onChange={(event) => setValues(event.target.value)}
              />
            )}
          </FormField>
        )}
      </form>
    </Dialog>
  );
}
