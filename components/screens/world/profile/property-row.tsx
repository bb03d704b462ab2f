"use client";

import { MoreHorizontal } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { canonicalJson } from "#domain/canonical-json.ts";
import type { Json } from "#domain/json.ts";
import { useAttempt } from "../../../frame/api/use-attempt.ts";
import { NamedLink } from "../../../frame/fields/field-value.tsx";
import { mayName, type NamedEntities } from "../../../frame/fields/use-named.ts";
import { Controls } from "../../../ui/form/controls.tsx";
import type { Draft } from "../../../ui/form/draft.ts";
import { EditorFrame } from "../../../ui/form/editor-frame.tsx";
import { FormMistake } from "../../../ui/form/form-errors.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { sayKey, sayValue } from "../../../ui/list/property-columns.tsx";
import { Menu } from "../../../ui/menu.tsx";
import { Select } from "../../../ui/select.tsx";
import { Problem } from "../entity/problem.tsx";
import {
  draftOfValue,
  KIND_WORDS,
  KINDS,
  type Kind,
  kindOf,
  type Property,
  readValue,
  shapeOfKind,
} from "../entity/property-edit.ts";
import { Author } from "./author.tsx";

/** Characters from which a text takes the whole width. */
const LONG = 80;

/** Whether a value is a text that takes the whole width, behind the short ones. */
export function isLong(value: Json): boolean {
  return typeof value === "string" && value.length > LONG;
}

interface PropertyRowProps {
  property: Property;
  /** Entities that values name by their ids. */
  named: NamedEntities;
  /** Whether it was added just now: its value is asked for at once. */
  isNew: boolean;
  author: { readonly actor: string; readonly at: string } | undefined;
  disabledReason: string | null;
  /** Said below the value. */
  meta?: ReactNode;
  /** Keeps a value, or removes the property; what it throws is said below it. */
  onSave: (value: Json | undefined) => Promise<unknown>;
  onRename: (name: string) => Promise<unknown>;
}

/** A property of a profile: its name, its value, who wrote it last. The value is edited where it stands. */
export function PropertyRow(props: PropertyRowProps) {
  const { property, named, isNew, author, disabledReason, meta, onSave, onRename } = props;
  const [editing, setEditing] = useState<"value" | "name" | null>(isNew ? "value" : null);
  const { problem, attempt } = useAttempt();
  const name = sayKey(property.path);
  const close = () => setEditing(null);
  const { value } = property;
  const isNamed = mayName(value) && named.get(value) !== null;
  return (
    <div
      className={`group grid grid-cols-[minmax(6rem,10rem)_minmax(0,1fr)] items-start gap-x-4 border-line border-b py-1 max-sm:grid-cols-1 ${isLong(property.value) ? "lg:col-span-2" : ""}`}
    >
      <dt className="min-w-0 break-words py-1 text-13 text-ink-2" dir="auto">
        {name}
      </dt>
      <dd className="flex min-w-0 items-start gap-x-2">
        <div className="min-w-0 grow">
          {editing === "value" && <ValueEditor property={property} name={name} onSave={onSave} onClose={close} />}
          {editing === "name" && <NameEditor name={property.path.at(-1) ?? ""} onSave={onRename} onClose={close} />}
          {editing === null && isNamed && (
            <span className="inline-flex min-h-7 items-center text-14">
              <NamedLink text={value} named={named} />
            </span>
          )}
          {editing === null && !isNamed && (
            <button
              type="button"
              dir="auto"
              aria-label={`${name}: ${sayValue(property.value) || "empty"}`}
              aria-disabled={disabledReason !== null}
              data-tip={disabledReason ?? undefined}
              onClick={() => disabledReason === null && setEditing("value")}
              className="-mx-1.5 line-clamp-[10] min-h-7 w-full cursor-text whitespace-pre-wrap break-words rounded-control px-1.5 py-0.5 text-start text-14 text-ink not-aria-disabled:hover:bg-hover aria-disabled:cursor-default"
            >
              {sayValue(property.value) || <span className="text-ink-3">Empty</span>}
            </button>
          )}
          <Problem problem={problem} />
          <Author author={author} />
          {meta}
        </div>
        <Menu
          align="end"
          entries={() => [
            { title: "Edit", disabledReason, onSelect: () => setEditing("value") },
            { title: "Rename", disabledReason, onSelect: () => setEditing("name") },
            "separator",
            { title: "Remove", disabledReason, onSelect: () => void attempt(() => onSave(undefined)) },
          ]}
          trigger={(trigger) => (
            <IconButton
              size="sm"
              label={`Actions for ${name}`}
              icon={<MoreHorizontal aria-hidden="true" size={16} />}
              {...trigger}
            />
          )}
        />
      </dd>
    </div>
  );
}

interface EditorProps {
  onClose: () => void;
}

function ValueEditor({
  property,
  name,
  onSave,
  onClose,
}: EditorProps & { property: Property; name: string; onSave: (value: Json) => Promise<unknown> }) {
  const id = useId();
  const [before, setBefore] = useState(property.value);
  const [kind, setKind] = useState<Kind>(() => kindOf(property.value));
  const [draft, setDraft] = useState<Draft>(() => draftOfValue(kindOf(property.value), property.value));
  const { problem, isBusy, attempt, forget } = useAttempt();

  async function save(): Promise<void> {
    const isDone = await attempt(async () => {
      const read = readValue(kind, draft);
      if ("problem" in read) throw new FormMistake(read.problem);
      if (canonicalJson(read.value) !== canonicalJson(property.value)) await onSave(read.value);
    });
    if (isDone) onClose();
  }
  function choose(next: Kind): void {
    const read = readValue(kind, draft);
    setDraft(draftOfValue(next, "value" in read ? read.value : property.value));
    setKind(next);
    forget();
  }
  return (
    <EditorFrame
      onSave={() => void save()}
      onClose={onClose}
      isSending={isBusy}
      isLong={kind === "json" || kind === "texts"}
      theirs={
        canonicalJson(before) === canonicalJson(property.value)
          ? null
          : { text: sayValue(property.value), onKeepMine: () => setBefore(property.value) }
      }
    >
      <Controls
        id={id}
        path="value"
        shape={shapeOfKind(kind)}
        draft={draft}
        onChange={setDraft}
        errors={problem === null ? {} : { value: [problem] }}
        label={name}
        look={{
          isLabelHidden: true,
          ...(kind === "text" && { rows: Math.min(12, Math.ceil(String(draft).length / 60) + 1) }),
        }}
        readOnly={isBusy}
      />
      <Select
        label="Kind of value"
        isLabelHidden
        className="w-44"
        options={KINDS.map((value) => ({ value, label: KIND_WORDS[value] }))}
        value={kind}
        onChange={({ target }) => choose(target.value as Kind)}
      />
    </EditorFrame>
  );
}

function NameEditor({
  name,
  onSave,
  onClose,
}: EditorProps & { name: string; onSave: (name: string) => Promise<unknown> }) {
  const id = useId();
  const [draft, setDraft] = useState<Draft>(name);
  const { problem, isBusy, attempt } = useAttempt();
  async function save(): Promise<void> {
    const next = String(draft).trim();
    const isDone = await attempt(async () => {
      if (next === "") throw new FormMistake("A property needs a name.");
      if (next !== name) await onSave(next);
    });
    if (isDone) onClose();
  }
  return (
    <EditorFrame onSave={() => void save()} onClose={onClose} isSending={isBusy}>
      <Controls
        id={id}
        path="name"
        shape={shapeOfKind("text")}
        draft={draft}
        onChange={setDraft}
        errors={problem === null ? {} : { name: [problem] }}
        label="Name of the property"
        look={{ isLine: true, isLabelHidden: true }}
        readOnly={isBusy}
      />
    </EditorFrame>
  );
}
