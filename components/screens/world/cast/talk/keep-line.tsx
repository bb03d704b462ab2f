"use client";

import { useState } from "react";
import { useRefresh } from "../../../../frame/api/use-refresh.ts";
import { useProjectId } from "../../../../frame/project/project-provider.tsx";
import { useDialogueNames } from "../../../../frame/project/project-queries.ts";
import { reasonOf, useCan } from "../../../../frame/session/can.ts";
import { Combobox } from "../../../../ui/combobox.tsx";
import { FormField } from "../../../../ui/form/field.tsx";
import { FormDialog } from "../../../../ui/form/form-dialog.tsx";
import { type OwnControl, useForm } from "../../../../ui/form/use-form.ts";
import { useOpenPage } from "../../../../ui/use-open-page.ts";
import { type LinePlace, useKeepLine } from "./use-keep-line.ts";

interface KeepLineProps {
  text: string;
  speaker: { readonly id: string; readonly name: string };
  onClose: () => void;
}

/** Most letters of a name of a dialogue. */
const MOST_LETTERS = 500;

/** Dialog that makes a card of an answer, with the character as its speaker, and opens the canvas at it. */
export function KeepLine({ text, speaker, onClose }: KeepLineProps) {
  const project_id = useProjectId();
  const keep = useKeepLine(speaker.id);
  const openPage = useOpenPage();
  const refresh = useRefresh((api) => [api.dialogues.pathKey()]);
  const form = useForm<{ place: LinePlace | null; text: string }>({
    start: { place: null, text },
    disabledReason: reasonOf(useCan()("change")),
    fields: {
      place: { label: "Dialogue", draw: (control) => <DialogueField control={control} /> },
      text: { label: "Line", schema: { type: "string", minLength: 1 }, rows: 4, spellCheck: true },
    },
    failed: "The line was not kept",
    send: async ({ place, text: line }) => {
      if (place === null) return;
      const { graph_id, id } = await keep(place, line);
      await refresh();
      openPage(`/projects/${project_id}/dialogues/${graph_id}?card=${id}`);
    },
  });
  return (
    <FormDialog
      form={form}
      title="Keep as a line"
      description={`Becomes a card of its own, spoken by ${speaker.name}. Draw the ways to it and from it on the canvas.`}
      submit="Keep it"
      busy="Keeping…"
      disabledReason={form.values.place === null ? "Choose a dialogue first." : null}
      onClose={onClose}
    />
  );
}

function DialogueField({ control: { id, value, errors, onChange } }: { control: OwnControl<LinePlace | null> }) {
  const dialogues = useDialogueNames();
  const [typed, setTyped] = useState("");
  return (
    <FormField id={id} label="Dialogue" errors={errors}>
      {() => (
        <Combobox
          label="Dialogue"
          isLabelHidden
          placeholder="Choose one, or name a new one"
          options={[...dialogues].map(([graph, name]) => ({ value: graph, label: name }))}
          value={value !== null && "id" in value ? value.id : null}
          text={typed}
          nothing="No dialogue is called so."
          create={{
            label: (name) => `New dialogue “${name}”`,
            onCreate: (name) => {
              setTyped(name.slice(0, MOST_LETTERS));
              onChange({ name: name.slice(0, MOST_LETTERS) });
            },
          }}
          onChoose={(graph) => {
            setTyped("");
            onChange(graph === null ? null : { id: graph });
          }}
        />
      )}
    </FormField>
  );
}
