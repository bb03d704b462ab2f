"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useId, useRef } from "react";
import { canonicalJson } from "#domain/canonical-json.ts";
import type { Color } from "#domain/dialogue/wire.ts";
import type { TemplateSubject, ValidationMode } from "#domain/templates/template.ts";
import { ColorField } from "../../editor/inspector/color-field.tsx";
import { useApi, useStudioClient } from "../../frame/api/api-provider.tsx";
import { refreshQueries } from "../../frame/api/refresh-queries.ts";
import { useAttempt } from "../../frame/api/use-attempt.ts";
import { SIGNS, type TemplateIcon } from "../../frame/fields/template-sign.tsx";
import type { Template } from "../../frame/fields/use-templates.ts";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { useKept } from "../../frame/session/use-kept.ts";
import { AlertLine } from "../../ui/alert-line.tsx";
import { Button } from "../../ui/button.tsx";
import { FormMistake } from "../../ui/form/form-errors.ts";
import { Select } from "../../ui/select.tsx";
import { TitledSection } from "../../ui/titled-section.tsx";
import { showToast } from "../../ui/toast.ts";
import { type DraftField, definitionsOf, draftOfField, draftOfUse, mistakeIn, newDraft } from "./draft-field.ts";
import { FieldEditor } from "./field-editor.tsx";

/** Type of the world, or kind of cards, whose fields are shown. */
export interface FieldsOwner {
  readonly subject: TemplateSubject;
  readonly type: string;
  readonly label: string;
}

interface TemplateEditorProps {
  chosen: FieldsOwner;
  /** Fields that the type has; undefined while it has none. */
  template: Template | undefined;
  /** Types of the world that fields can name. */
  types: readonly string[];
}

/** Fields that are edited, and the version that they were when that began. */
interface Edited {
  readonly draft: Draft;
  readonly seq: number | null;
}

interface Draft {
  readonly icon: TemplateIcon | null;
  readonly color: Color;
  readonly validate: ValidationMode;
  readonly fields: readonly DraftField[];
}

const MODES: readonly { value: ValidationMode; label: string }[] = [
  { value: "off", label: "Take anything" },
  { value: "warn", label: "Point out what does not fit" },
  { value: "refuse", label: "Refuse what does not fit" },
];

const draftOf = (template: Template | undefined): Draft => ({
  icon: template?.icon ?? null,
  color: template?.color ?? "neutral",
  validate: template?.validate ?? "off",
  fields: (template?.properties ?? []).map(draftOfField),
});

/** The fields of one type: they are added, renamed, put in order and given their kinds, and saved together. */
export function TemplateEditor({ chosen: { subject, type, label }, template, types }: TemplateEditorProps) {
  const project_id = useProjectId();
  const client = useStudioClient();
  const api = useApi();
  const queries = useQueryClient();
  const reason = reasonOf(useCan()("change"));
  const { problem, attempt, isBusy, forget } = useAttempt();
  const before = draftOf(template);
  const typed = `fields of ${project_id} ${subject} ${type} ${useMoment().at}`;
  const { value: edited, put, forget: forgetEdits } = useKept<Edited | null>(typed, null);
  const draft = edited?.draft ?? before;
  const list = useRef<HTMLUListElement>(null);
  const isEdited = edited !== null && canonicalJson(bodyOf(edited.draft)) !== canonicalJson(bodyOf(before));

  const write = (more: Partial<Draft>) => {
    forget();
    put((now) => ({ draft: { ...draft, ...more }, seq: now === null ? (template?.valid_from_seq ?? null) : now.seq }));
  };
  const writeFields = (fields: readonly DraftField[]) => write({ fields });
  function add(field: DraftField): void {
    writeFields([...draft.fields, field]);
    requestAnimationFrame(() => list.current?.querySelector<HTMLInputElement>("li:last-child input")?.focus());
  }
  function move(at: number, by: number): void {
    const fields = [...draft.fields];
    const [field] = fields.splice(at, 1);
    if (field !== undefined) writeFields(fields.toSpliced(at + by, 0, field));
  }
  const save = () =>
    attempt(async () => {
      const mistake = mistakeIn(draft.fields);
      if (mistake !== null) throw new FormMistake(mistake);
      const body = bodyOf(draft);
      // Of the version that was edited: what somebody else saved since is not written over.
      const base_seq = edited?.seq ?? null;
      if (template === undefined || base_seq === null) {
        await client.templates.create.mutate({ project_id, applies_to: subject, type, label, ...body });
      } else {
        await client.templates.update.mutate({ project_id, template_id: template.id, ...body, base_seq });
      }
      await refreshQueries(queries, api.templates.pathKey());
      forgetEdits();
      showToast({ text: `The fields of ${label} are saved.` });
    });

  return (
    <TitledSection title={`Fields of ${label}`} heading="mb-1 font-reading text-20" className="max-w-3xl">
      <p className="mb-4 text-13 text-ink-2">
        {subject === "entity"
          ? "They are shown on each profile of this type and asked for when one is made. What is written already stays."
          : "They are shown beside each card of this kind. What is written already stays."}
      </p>
      {draft.fields.length === 0 && <p className="mb-3 text-13 text-ink-3">No fields yet.</p>}
      <ul ref={list} aria-label={`Fields of ${label}`} className="space-y-2">
        {draft.fields.map((field, at) => (
          <FieldEditor
            key={field.id}
            draft={field}
            types={types}
            disabledReason={reason}
            onChange={(changed) => writeFields(draft.fields.with(at, changed))}
            onUp={at === 0 ? null : () => move(at, -1)}
            onDown={at === draft.fields.length - 1 ? null : () => move(at, 1)}
            onRemove={() => writeFields(draft.fields.toSpliced(at, 1))}
          />
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          icon={<Plus aria-hidden="true" size={14} />}
          disabledReason={reason}
          onClick={() => add(newDraft(`new ${crypto.randomUUID()}`))}
        >
          Add a field
        </Button>
      </div>
      {subject === "entity" && (
        <InUse type={type} has={draft.fields.flatMap(({ key }) => key ?? [])} disabledReason={reason} onAdd={add} />
      )}
      <div className="mt-6 flex flex-wrap items-start gap-6">
        <Select
          label="When something does not fit"
          className="w-64"
          disabled={reason !== null}
          options={MODES}
          value={draft.validate}
          onChange={({ target }) => write({ validate: target.value as ValidationMode })}
        />
        {subject === "entity" && (
          <>
            <SignField icon={draft.icon} disabled={reason !== null} onChange={(icon) => write({ icon })} />
            <ColorField color={draft.color} disabled={reason !== null} onChange={(color) => write({ color })} />
          </>
        )}
      </div>
      <div className="sticky -bottom-4 mt-6 flex flex-wrap items-center gap-2 border-line border-t bg-paper py-4">
        <Button
          variant="primary"
          disabled={isBusy}
          disabledReason={reason ?? (isEdited ? null : "Nothing has changed.")}
          onClick={() => void save()}
        >
          {isBusy ? "Saving…" : "Save fields"}
        </Button>
        {isEdited && (
          <Button
            onClick={() => {
              forget();
              forgetEdits();
            }}
          >
            Discard
          </Button>
        )}
        <AlertLine className="basis-full text-13">{problem}</AlertLine>
      </div>
    </TitledSection>
  );
}

/** Returns what is sent of a draft. */
function bodyOf({ fields, ...others }: Draft) {
  const properties = definitionsOf(fields).map((field) => ({ ...field, options: [...field.options] }));
  return { ...others, properties };
}

/** Properties that are in use without being a field, most of them first. */
const OFFERED = 12;

interface InUseProps {
  type: string;
  has: readonly string[];
  disabledReason: string | null;
  onAdd: (field: DraftField) => void;
}

/** Offers the details that are written on profiles of the type already, to make them fields. */
function InUse({ type, has, disabledReason, onAdd }: InUseProps) {
  const input = { project_id: useProjectId(), type, limit: 100, ...useMoment().reading };
  const { data } = useQuery(useApi().entities.properties.queryOptions(input));
  const offered = (data?.properties ?? [])
    .filter(({ path }) => path !== "" && !path.includes(".") && !has.includes(path))
    .slice(0, OFFERED);
  if (offered.length === 0) return null;
  return (
    <div className="mt-4">
      <p className="mb-1 text-12 text-ink-2">Written on profiles already; make it a field:</p>
      <ul className="flex flex-wrap gap-1.5">
        {offered.map(({ path, kinds }) => {
          const field = draftOfUse(path, kinds);
          return (
            <li key={path}>
              <Button size="sm" disabledReason={disabledReason} onClick={() => onAdd(field)}>
                {field.label}
              </Button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

interface SignFieldProps {
  icon: TemplateIcon | null;
  disabled: boolean;
  onChange: (icon: TemplateIcon | null) => void;
}

/** One of the signs; the chosen one again is none. */
function SignField({ icon, disabled, onChange }: SignFieldProps) {
  const id = useId();
  return (
    <div>
      <p id={id} className="mb-1 font-medium text-12 text-ink-2">
        Sign: <span className="font-normal">{icon === null ? "the usual one" : SIGNS[icon][1].toLowerCase()}</span>
      </p>
      <fieldset aria-labelledby={id} className="flex max-w-72 flex-wrap gap-1">
        {(Object.keys(SIGNS) as TemplateIcon[]).map((each) => {
          const [Sign, word] = SIGNS[each];
          return (
            <button
              key={each}
              type="button"
              aria-label={word}
              aria-pressed={each === icon}
              data-tip={word}
              disabled={disabled}
              onClick={() => onChange(each === icon ? null : each)}
              className="inline-flex size-7 cursor-pointer items-center justify-center rounded-control border border-transparent text-ink-2 hover:border-line-strong disabled:cursor-not-allowed aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-strong"
            >
              <Sign aria-hidden="true" size={16} />
            </button>
          );
        })}
      </fieldset>
    </div>
  );
}
