"use client";

import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { counted } from "#domain/counted.ts";
import { useApi } from "../../../frame/api/api-provider.tsx";
import { useMoment } from "../../../frame/moment/moment-provider.tsx";
import { EntityField } from "../../../frame/project/entity-field.tsx";
import { useProjectId } from "../../../frame/project/project-provider.tsx";
import { AlertLine } from "../../../ui/alert-line.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Combobox } from "../../../ui/combobox.tsx";
import { DialogChoice } from "../../../ui/dialog-choice.tsx";
import { DialogPopup } from "../../../ui/dialog-popup.tsx";
import { Controls } from "../../../ui/form/controls.tsx";
import type { Draft } from "../../../ui/form/draft.ts";
import { Select } from "../../../ui/select.tsx";
import { KIND_WORDS, KINDS, type Kind, readValue, shapeOfKind } from "../entity/property-edit.ts";
import { TypeField } from "../entity/type-field.tsx";
import type { Entity } from "../entity/use-entity.ts";
import { type ManyChange, partsOf } from "./many-change.ts";
import { tooMany, useChangeMany } from "./use-change-many.ts";

interface EditManyProps {
  rows: readonly Entity[];
  words: { readonly one: string; readonly many: string };
  onClose: () => void;
  onDone: () => Promise<void>;
}

const OFFERED = 200;

const WHAT = [
  { value: "property", label: "A property" },
  { value: "parent_id", label: "The place" },
  { value: "type", label: "The type" },
];

/** Dialog that changes many entities at once, all of them or none; Undo restores the value of each. */
export function EditMany({ rows, words, onClose, onDone }: EditManyProps) {
  const id = useId();
  const project_id = useProjectId();
  const { reading } = useMoment();
  const [what, setWhat] = useState("property");
  const [path, setPath] = useState("");
  const [kind, setKind] = useState<Kind>("text");
  const [draft, setDraft] = useState<Draft>("");
  const [isRemoved, setRemoved] = useState(false);
  const [type, setType] = useState("");
  const [place, setPlace] = useState<{ id: string; name: string } | null>(null);
  const { change, isBusy, problem } = useChangeMany({ words, onClose, onDone });
  const input = { project_id, type: rows[0]?.type ?? "", limit: OFFERED, ...reading };
  const { data: used } = useQuery(useApi().entities.properties.queryOptions(input, { enabled: what === "property" }));

  /** Returns the change that was asked for, or the reason why it cannot be made. */
  function wanted(): ManyChange | string {
    if (what === "type") return type === "" ? "Choose a type." : { field: "type", value: type };
    if (what === "parent_id") return { field: "parent_id", value: place?.id ?? null };
    if (path === "") return "Choose a property.";
    if (isRemoved) return { field: "property", path, value: undefined };
    const read = readValue(kind, draft);
    return "problem" in read ? read.problem : { field: "property", path, value: read.value };
  }
  const asked = wanted();
  const { make, undo } = typeof asked === "string" ? { make: [], undo: [] } : partsOf(rows, asked);

  return (
    <DialogPopup
      size="sm"
      title={`Edit ${counted(rows.length, words.one, words.many)}`}
      onClose={onClose}
      footer={
        <DialogChoice
          onCancel={onClose}
          disabled={isBusy}
          disabledReason={tooMany(rows.length)}
          onClick={() => void change(typeof asked === "string" ? asked : { make, undo })}
        >
          {isBusy ? "Changing…" : `Change ${make.length === 0 ? rows.length : make.length}`}
        </DialogChoice>
      }
    >
      <div className="space-y-4">
        <Select label="What" options={WHAT} value={what} onChange={({ target }) => setWhat(target.value)} />
        {what === "type" && <TypeField value={type} onChange={setType} />}
        {what === "parent_id" && (
          <EntityField label="Place" type="location" placeholder="Nowhere" value={place} onChoose={setPlace} />
        )}
        {what === "property" && (
          <>
            <Combobox
              label="Property"
              placeholder="mood, age"
              options={(used?.properties ?? []).map((each) => ({ value: each.path, label: each.path }))}
              value={null}
              text={path}
              onChoose={(chosen) => setPath(chosen ?? "")}
              onText={setPath}
            />
            <Checkbox
              label="Remove the property"
              checked={isRemoved}
              onChange={({ target }) => setRemoved(target.checked)}
            />
            {!isRemoved && (
              <>
                <Select
                  label="Kind of value"
                  options={KINDS.map((value) => ({ value, label: KIND_WORDS[value] }))}
                  value={kind}
                  onChange={({ target }) => {
                    setKind(target.value as Kind);
                    setDraft(target.value === "flag" ? true : "");
                  }}
                />
                <Controls
                  id={id}
                  path="value"
                  shape={shapeOfKind(kind)}
                  draft={draft}
                  onChange={setDraft}
                  errors={{}}
                  label="Value"
                  readOnly={isBusy}
                />
              </>
            )}
          </>
        )}
        {typeof asked !== "string" && (
          <p role="status" className="text-12 text-ink-2">
            {make.length === 0
              ? "All already have this value."
              : `${counted(make.length, words.one, words.many)} will change${make.length < rows.length ? `; ${rows.length - make.length} unchanged` : ""}.`}
          </p>
        )}
        <AlertLine>{problem}</AlertLine>
      </div>
    </DialogPopup>
  );
}
