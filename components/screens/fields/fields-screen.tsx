"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { KIND_NAMES } from "#domain/dialogue/names.ts";
import { NODE_KINDS, type NodeKind } from "#domain/dialogue/wire.ts";
import { useApi } from "../../frame/api/api-provider.tsx";
import { useTemplatesInput } from "../../frame/fields/use-templates.ts";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { ErrorState } from "../../frame/session/error-state.tsx";
import { Shell } from "../../frame/shell/shell.tsx";
import { Button } from "../../ui/button.tsx";
import { CONTROL } from "../../ui/form/field.tsx";
import { inWords } from "../../ui/form/shape.ts";
import { Select } from "../../ui/select.tsx";
import { LoadingRows } from "../../ui/skeleton.tsx";
import { useNarrow } from "../../ui/use-narrow.ts";
import { type FieldsOwner, TemplateEditor } from "./template-editor.tsx";

/** Types that every project can have fields for, before anything of them is there. */
const USUAL_TYPES = ["character", "location", "faction", "item"];
/** Kinds of cards that people write; others are offered once they have fields. */
const USUAL_KINDS: readonly NodeKind[] = ["line", "choice", "hub", "condition", "end"];
const MOST_TYPES = 200;

const nameOf = ({ subject, type }: Pick<FieldsOwner, "subject" | "type">) => `${subject} ${type}`;

/** Fields that types of the world and kinds of cards have. */
export function FieldsScreen() {
  return (
    <Shell title="Fields">
      <Fields />
    </Shell>
  );
}

function Fields() {
  const api = useApi();
  const project_id = useProjectId();
  const { reading } = useMoment();
  const asked = useSearchParams().get("of");
  const templates = useQuery(api.templates.list.queryOptions(useTemplatesInput()));
  const types = useQuery(api.entities.types.queryOptions({ project_id, limit: MOST_TYPES, ...reading }));
  const isNarrow = useNarrow();
  const [name, setName] = useState(asked === null ? null : nameOf({ subject: "entity", type: asked }));
  const [more, setMore] = useState<readonly string[]>(asked === null ? [] : [asked]);
  const error = templates.error ?? types.error;
  if (error !== null && (templates.data === undefined || types.data === undefined)) {
    return (
      <ErrorState
        what="The fields"
        error={error}
        onRetry={() => void Promise.all([templates.refetch(), types.refetch()])}
      />
    );
  }
  if (templates.data === undefined || types.data === undefined)
    return <LoadingRows what="the fields" rows={6} className="h-8" />;

  const known = templates.data.templates;
  const used = types.data.types.map(({ type }) => type);
  const declared = known.filter(({ applies_to }) => applies_to === "entity").map(({ type }) => type);
  const all = [...new Set([...USUAL_TYPES, ...declared, ...used, ...more])];
  const kinds = NODE_KINDS.filter(
    (kind) =>
      USUAL_KINDS.includes(kind) || known.some(({ applies_to, type }) => applies_to === "card" && type === kind),
  );
  const find = (subject: FieldsOwner["subject"], type: string) =>
    known.find((template) => template.applies_to === subject && template.type === type);
  const rows: FieldsOwner[] = [
    ...all.map(
      (type): FieldsOwner => ({ subject: "entity", type, label: find("entity", type)?.label ?? inWords(type) }),
    ),
    ...kinds.map((kind): FieldsOwner => ({ subject: "card", type: kind, label: KIND_NAMES[kind] })),
  ];
  const chosen = rows.find((row) => nameOf(row) === name) ?? rows[0];
  const groupOf = (subject: FieldsOwner["subject"], title: string) => (
    <TypeList
      title={title}
      rows={rows.filter((row) => row.subject === subject)}
      chosen={chosen === undefined ? null : nameOf(chosen)}
      countOf={({ type }) => find(subject, type)?.properties.length ?? 0}
      onChoose={(row) => setName(nameOf(row))}
    />
  );
  return (
    <div className="flex min-h-0 grow max-md:flex-col">
      <nav
        aria-label="Types"
        className="w-60 shrink-0 space-y-4 overflow-y-auto border-line border-e p-3 max-md:w-full max-md:space-y-2 max-md:border-e-0 max-md:border-b"
      >
        {isNarrow && (
          <Select
            label="Type"
            options={rows.map((row) => ({
              value: nameOf(row),
              label: row.subject === "card" ? `Card: ${row.label}` : row.label,
            }))}
            value={chosen === undefined ? "" : nameOf(chosen)}
            onChange={({ target }) => setName(target.value)}
          />
        )}
        {!isNarrow && groupOf("entity", "World")}
        <AddType
          onAdd={(type) => {
            setMore([...more, type]);
            setName(nameOf({ subject: "entity", type }));
          }}
        />
        {!isNarrow && groupOf("card", "Cards")}
      </nav>
      <div className="min-w-0 grow overflow-y-auto px-5 py-4">
        {chosen !== undefined && (
          <TemplateEditor
            key={nameOf(chosen)}
            chosen={chosen}
            template={find(chosen.subject, chosen.type)}
            types={all}
          />
        )}
      </div>
    </div>
  );
}

interface TypeListProps {
  title: string;
  rows: readonly FieldsOwner[];
  /** Name of the chosen row. */
  chosen: string | null;
  /** Returns the number of fields that a type has. */
  countOf: (row: FieldsOwner) => number;
  onChoose: (row: FieldsOwner) => void;
}

function TypeList({ title, rows, chosen, countOf, onChoose }: TypeListProps) {
  return (
    <section aria-label={title}>
      <h2 className="mb-1 px-2 font-medium text-12 text-ink-3">{title}</h2>
      <ul>
        {rows.map((row) => {
          const count = countOf(row);
          return (
            <li key={nameOf(row)}>
              <button
                type="button"
                aria-current={nameOf(row) === chosen || undefined}
                onClick={() => onChoose(row)}
                className="flex min-h-8 w-full cursor-pointer items-center justify-between gap-2 rounded-control px-2 text-start text-13 hover:bg-hover aria-current:bg-accent-soft aria-current:text-accent-strong"
              >
                <span className="min-w-0 truncate" dir="auto">
                  {row.label}
                </span>
                {count > 0 && <span className="text-12 text-ink-3">{count}</span>}
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Adds a type that nothing of the world has yet. */
function AddType({ onAdd }: { onAdd: (type: string) => void }) {
  const [isOpen, setOpen] = useState(false);
  const reason = reasonOf(useCan()("change"));
  if (!isOpen) {
    return (
      <Button
        size="sm"
        variant="bare"
        icon={<Plus aria-hidden="true" size={14} />}
        disabledReason={reason}
        onClick={() => setOpen(true)}
      >
        Add a type
      </Button>
    );
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const type = String(new FormData(event.currentTarget).get("type") ?? "").trim();
        if (type !== "") onAdd(type);
        setOpen(false);
      }}
      className="flex gap-1"
    >
      <input
        name="type"
        aria-label="Name of the type"
        placeholder="ship, spell, letter"
        maxLength={100}
        autoComplete="off"
        // biome-ignore lint/a11y/noAutofocus: the field appears because the person asked for it.
        autoFocus
        onKeyDown={(event) => event.key === "Escape" && setOpen(false)}
        className={CONTROL}
      />
      <Button size="sm" type="submit">
        Add
      </Button>
    </form>
  );
}
