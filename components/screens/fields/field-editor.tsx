"use client";

import { ArrowDown, ArrowUp, Trash2 } from "lucide-react";
import { type ReactNode, useId } from "react";
import { canHoldSeveral, hasOptions, PROPERTY_KINDS, type PropertyKind } from "#domain/templates/template.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { CONTROL } from "../../ui/form/field.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Select } from "../../ui/select.tsx";
import { type DraftField, KIND_WORDS } from "./draft-field.ts";

interface FieldEditorProps {
  draft: DraftField;
  /** Types of the world that a field can name. */
  types: readonly string[];
  disabledReason: string | null;
  onChange: (changed: DraftField) => void;
  /** Moves it up or down; null where it is the first or the last. */
  onUp: (() => void) | null;
  onDown: (() => void) | null;
  onRemove: () => void;
}

const MAX_NAME = 100;

/** One field of a type while it is edited: its name, its kind, and what that kind needs to know. */
export function FieldEditor({ draft, types, disabledReason, onChange, onUp, onDown, onRemove }: FieldEditorProps) {
  const { label, kind } = draft;
  const name = label.trim() === "" ? "the new field" : label.trim();
  const isReadOnly = disabledReason !== null;
  const write = (more: Partial<DraftField>) => onChange({ ...draft, ...more });
  const edge = (way: string) => `${name} is the ${way} field.`;
  return (
    <li className="rounded-card border border-line bg-panel p-3">
      <div className="flex flex-wrap items-end gap-2">
        <Labelled label="Name" className="min-w-40 grow">
          {(id) => (
            <input
              id={id}
              type="text"
              dir="auto"
              autoComplete="off"
              maxLength={MAX_NAME}
              value={label}
              readOnly={isReadOnly}
              onChange={({ target }) => write({ label: target.value })}
              className={CONTROL}
            />
          )}
        </Labelled>
        <Select
          label="Kind"
          className="w-48"
          disabled={isReadOnly}
          options={PROPERTY_KINDS.map((value) => ({ value, label: KIND_WORDS[value] }))}
          value={kind}
          onChange={({ target }) => write({ kind: target.value as PropertyKind })}
        />
        <span className="flex">
          <IconButton
            label={`Move ${name} up`}
            icon={<ArrowUp aria-hidden="true" size={16} />}
            disabledReason={disabledReason ?? (onUp === null ? edge("first") : null)}
            onClick={() => onUp?.()}
          />
          <IconButton
            label={`Move ${name} down`}
            icon={<ArrowDown aria-hidden="true" size={16} />}
            disabledReason={disabledReason ?? (onDown === null ? edge("last") : null)}
            onClick={() => onDown?.()}
          />
          <IconButton
            label={`Remove ${name}`}
            icon={<Trash2 aria-hidden="true" size={16} />}
            disabledReason={disabledReason}
            onClick={onRemove}
          />
        </span>
      </div>
      <div className="mt-2 flex flex-wrap items-end gap-3">
        {hasOptions(kind) && (
          <Labelled label="Choices, one per line" className="min-w-60 grow">
            {(id) => (
              <textarea
                id={id}
                dir="auto"
                rows={Math.min(10, Math.max(3, draft.options.split("\n").length))}
                value={draft.options}
                readOnly={isReadOnly}
                onChange={({ target }) => write({ options: target.value })}
                className={CONTROL}
              />
            )}
          </Labelled>
        )}
        {kind === "reference" && (
          <Select
            label="Which"
            className="w-48"
            disabled={isReadOnly}
            options={[
              { value: "", label: "Anyone or anything" },
              ...[...new Set([...types, draft.of_type])]
                .filter((type) => type !== "")
                .map((type) => ({ value: type, label: type })),
            ]}
            value={draft.of_type}
            onChange={({ target }) => write({ of_type: target.value })}
          />
        )}
        {kind === "number" &&
          (["min", "max"] as const).map((bound) => (
            <Labelled key={bound} label={bound === "min" ? "At least" : "At most"} className="w-24">
              {(id) => (
                <input
                  id={id}
                  type="text"
                  inputMode="decimal"
                  autoComplete="off"
                  value={draft[bound]}
                  readOnly={isReadOnly}
                  onChange={({ target }) => write({ [bound]: target.value })}
                  className={CONTROL}
                />
              )}
            </Labelled>
          ))}
        {canHoldSeveral(kind) && (
          <Checkbox
            label="Several"
            checked={draft.several}
            disabled={isReadOnly}
            onChange={({ target }) => write({ several: target.checked })}
          />
        )}
        <Labelled label="Hint (optional)" className="min-w-48 grow">
          {(id) => (
            <input
              id={id}
              type="text"
              dir="auto"
              autoComplete="off"
              value={draft.description}
              readOnly={isReadOnly}
              onChange={({ target }) => write({ description: target.value })}
              className={CONTROL}
            />
          )}
        </Labelled>
      </div>
    </li>
  );
}

interface LabelledProps {
  label: string;
  className: string;
  children: (id: string) => ReactNode;
}

function Labelled({ label, className, children }: LabelledProps) {
  const id = useId();
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1 block font-medium text-12 text-ink-2">
        {label}
      </label>
      {children(id)}
    </div>
  );
}
