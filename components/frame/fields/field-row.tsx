"use client";

import { type ReactNode, useId, useState } from "react";
import { canonicalJson } from "#domain/canonical-json.ts";
import type { Json } from "#domain/json.ts";
import { type FindNamed, valueFaults } from "#domain/templates/check-properties.ts";
import { entriesOf, isEmptyValue } from "#domain/templates/property-values.ts";
import type { PropertyDefinition, ValidationMode } from "#domain/templates/template.ts";
import { AlertLine } from "../../ui/alert-line.tsx";
import { EditorFrame } from "../../ui/form/editor-frame.tsx";
import { faultSentence } from "../../ui/form/fault-words.ts";
import { FormMistake, formErrors } from "../../ui/form/form-errors.ts";
import { sayValue } from "../../ui/list/property-columns.tsx";
import { useAttempt } from "../api/use-attempt.ts";
import { FieldControl } from "./field-control.tsx";
import { FieldValue } from "./field-value.tsx";
import { type NamedEntities, useNamed } from "./use-named.ts";

interface FieldRowProps {
  definition: PropertyDefinition;
  /** Treatment of values that do not fit, as the template says. */
  validate: ValidationMode;
  value: Json | undefined;
  disabledReason: string | null;
  /** Keeps a value, or takes it away; what it throws is said below it. */
  onSave: (value: Json | undefined) => Promise<unknown>;
  /** Last author and time. */
  meta?: ReactNode;
}

/** A field of a template with its value, which is edited where it stands. A choice is kept as soon as it is made. */
export function FieldRow({ definition, validate, value, disabledReason, onSave, meta }: FieldRowProps) {
  const { key, label, kind, description } = definition;
  const id = useId();
  const [isEditing, setEditing] = useState(false);
  const { attempt, isBusy, error } = useAttempt();
  const named = useNamed(kind === "reference" ? entriesOf(value).map(String) : []);
  const told = validate === "off" || value === undefined ? [] : faultsOf(definition, value, named);
  const refused = error === null ? [] : refusalsOf(error, key);
  const isLive = kind === "choice" || kind === "boolean";
  const save = (next: Json | undefined) =>
    attempt(async () => {
      const [fault] = validate === "refuse" && next !== undefined ? faultsOf(definition, next, named) : [];
      if (fault !== undefined) throw new FormMistake(fault);
      if (canonicalJson(next ?? null) !== canonicalJson(value ?? null)) await onSave(next);
    });
  const isLong = kind === "long_text" || kind === "choices" || kind === "picture";
  return (
    <div
      className={`grid grid-cols-[minmax(6rem,10rem)_minmax(0,1fr)] items-start gap-x-4 border-line border-b py-1 max-sm:grid-cols-1 ${kind === "long_text" ? "lg:col-span-2" : ""}`}
    >
      <dt
        id={`${id}-name`}
        className="min-w-0 break-words py-1 text-13 text-ink-2"
        dir="auto"
        data-tip={description || undefined}
      >
        {label}
      </dt>
      <dd className="min-w-0">
        {isLive ? (
          <FieldControl
            definition={definition}
            label={label}
            value={value}
            readOnly={isBusy || disabledReason !== null}
            isQuiet
            onChange={(next) => void save(next)}
            isInvalid={refused.length > 0}
          />
        ) : isEditing ? (
          <Editor
            definition={definition}
            value={value}
            isBusy={isBusy}
            isLong={isLong}
            onClose={() => setEditing(false)}
            onSave={async (next) => {
              if (await save(next)) setEditing(false);
            }}
          />
        ) : (
          <Shown
            definition={definition}
            value={value}
            named={named}
            disabledReason={disabledReason}
            onEdit={() => setEditing(true)}
          />
        )}
        {refused.map((message) => (
          <AlertLine key={message}>{message}</AlertLine>
        ))}
        {refused.length === 0 &&
          !isEditing &&
          told.map((message) => (
            <p key={message} className="text-12 text-warn">
              {message}
            </p>
          ))}
        {meta}
      </dd>
    </div>
  );
}

interface ShownProps {
  definition: PropertyDefinition;
  value: Json | undefined;
  named: NamedEntities;
  disabledReason: string | null;
  onEdit: () => void;
}

const BUTTON =
  "-mx-1.5 min-h-7 cursor-text whitespace-pre-wrap break-words rounded-control px-1.5 py-0.5 text-start text-14 text-ink not-aria-disabled:hover:bg-hover aria-disabled:cursor-default";

function Shown({ definition, value, named, disabledReason, onEdit }: ShownProps) {
  const { kind, label } = definition;
  const isEmpty = isEmptyValue(value);
  const button = {
    type: "button" as const,
    "aria-disabled": disabledReason !== null,
    "data-tip": disabledReason ?? undefined,
    onClick: () => disabledReason === null && onEdit(),
  };
  // A link within a button cannot be followed: the way to change it stands beside it.
  if (!isEmpty && (kind === "reference" || kind === "picture")) {
    return (
      <span className="flex flex-wrap items-center gap-x-2 py-0.5 text-14">
        <FieldValue definition={definition} value={value} named={named} />
        <button
          {...button}
          aria-label={`Change ${label}`}
          className={`${BUTTON} mx-0 cursor-pointer text-12 text-ink-2`}
        >
          Change
        </button>
      </span>
    );
  }
  const said = kind === "reference" ? "" : sayValue(value);
  return (
    <button {...button} aria-label={`${label}: ${said || "empty"}`} className={`${BUTTON} w-full`}>
      {isEmpty ? (
        <span className="text-ink-3">Not filled in</span>
      ) : (
        <FieldValue definition={definition} value={value} named={named} />
      )}
    </button>
  );
}

interface EditorProps {
  definition: PropertyDefinition;
  value: Json | undefined;
  isBusy: boolean;
  isLong: boolean;
  onSave: (value: Json | undefined) => Promise<void>;
  onClose: () => void;
}

function Editor({ definition, value, isBusy, isLong, onSave, onClose }: EditorProps) {
  const [before, setBefore] = useState(value);
  const [draft, setDraft] = useState(value);
  const isSame = canonicalJson(before ?? null) === canonicalJson(value ?? null);
  return (
    <EditorFrame
      isSending={isBusy}
      isLong={isLong}
      theirs={isSame ? null : { text: sayValue(value), onKeepMine: () => setBefore(value) }}
      onSave={() => void onSave(draft)}
      onClose={onClose}
    >
      <FieldControl
        definition={definition}
        label={definition.label}
        value={draft}
        onChange={setDraft}
        readOnly={isBusy}
      />
    </EditorFrame>
  );
}

/** Returns what is wrong with a value, in sentences. Entities that are not read yet are not judged. */
function faultsOf(definition: PropertyDefinition, value: Json, named: NamedEntities): string[] {
  const find: FindNamed = (kind, text) => (kind === "reference" ? named.get(text) : undefined);
  return [...new Set(valueFaults(definition, value, find).map(({ message }) => faultSentence(message)))];
}

/** Returns why the server refused a value of a property, in sentences. */
function refusalsOf(error: Error, key: string): readonly string[] {
  const field = `properties/${key}`;
  const { fields, summary } = formErrors(error, { fields: [field] });
  return [...(fields[field] ?? []), ...summary];
}
