"use client";

import { useState } from "react";
import { counted } from "#domain/counted.ts";
import type { Json, JsonObject } from "#domain/json.ts";
import type { ResourceScreenData } from "#server/operation/resource-screen.ts";
import { Fields } from "../../ui/form/form.tsx";
import { FormDialog } from "../../ui/form/form-dialog.tsx";
import { FormMistake } from "../../ui/form/form-errors.ts";
import type { ShapeField } from "../../ui/form/shape.ts";
import { Select } from "../../ui/select.tsx";
import { showToast } from "../../ui/toast.ts";
import { askedFields, useBodyForm } from "./resource-form.tsx";
import type { Subject } from "./resource-read.ts";

interface EditManyProps<Row> {
  data: ResourceScreenData;
  rows: readonly Row[];
  change: (row: Row, body: JsonObject) => Promise<unknown>;
  onClose: () => void;
  /** Reads the list again. */
  onDone: () => Promise<void>;
}

/** Returns the value that a form gives a field: what is left empty is nothing, where a field can be that. */
function valueOfField({ isNullable, shape }: ShapeField, sent: Json | undefined): Json {
  const value = sent ?? (shape.kind === "text" && !isNullable ? "" : null);
  if (value === null && !isNullable) throw new FormMistake("Give a value.");
  return value;
}

/** Dialog that gives one field of several subjects the same value; Undo gives each its own again. */
export function EditMany<Row extends Subject>({ data, rows, change, onClose, onDone }: EditManyProps<Row>) {
  const fields = askedFields(data, "update").filter(({ name }) => name !== data.title);
  const [chosen, choose] = useState(fields[0]?.name);
  const field = fields.find(({ name }) => name === chosen);
  const form = useBodyForm({
    data,
    row: null,
    body: "update",
    failed: "Not everything was changed",
    send: async (sent) => {
      if (field === undefined) return;
      const { name } = field;
      const value = valueOfField(field, sent[name]);
      const done: Row[] = [];
      try {
        for (const row of rows) {
          await change(row, { [name]: value });
          done.push(row);
        }
      } finally {
        await onDone();
      }
      const back = async () => {
        for (const row of done) await change(row, { [name]: row[name] as Json });
        await onDone();
      };
      showToast({
        text: `${counted(done.length, data.one, data.many)} changed.`,
        undo: () => void back().catch(() => showToast({ text: "Not undone: someone changed them since." })),
      });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={`Edit ${counted(rows.length, data.one, data.many)}`}
      submit={`Change ${rows.length}`}
      busy="Changing…"
      onClose={onClose}
    >
      <Select
        label="What"
        options={fields.map(({ name, label }) => ({ value: name, label }))}
        value={chosen ?? ""}
        onChange={({ target }) => choose(target.value)}
      />
      {field !== undefined && <Fields form={form} only={[field.name]} />}
    </FormDialog>
  );
}
