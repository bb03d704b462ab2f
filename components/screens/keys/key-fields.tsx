"use client";

import { CONTROL, FormField } from "../../ui/form/field.tsx";
import type { FieldSpecs, OwnControl } from "../../ui/form/use-form.ts";
import { LocalTime } from "../../ui/local-time.tsx";
import { type Expiry, type KeyDraft, type Lifetime, withKind, withMode, withPurpose } from "./key-draft.ts";
import type { ApiKey } from "./key-queries.ts";
import { KIND_WORDS, MODE_WORDS, PRESETS, SCOPE_WORDS } from "./key-words.ts";
import { ProjectFields } from "./project-fields.tsx";

const isOwn = ({ purpose }: KeyDraft) => purpose === "own";
const optionsOf = (words: Readonly<Record<string, { name: string; means: string }>>) =>
  Object.entries(words).map(([value, { name, means }]) => ({ value, label: name, means }));

/** What is asked about every key. */
function commonFields(current: ApiKey["expires_at"] | undefined) {
  return {
    name: { label: "Name", help: "How you tell it from others, and what history calls it." },
    scopes: {
      label: "What may it do?",
      help: ({ kind }) => (kind === "publishable" ? "A publishable key only ever reads." : null),
      options: SCOPE_WORDS.map(({ scope, name, allows }) => ({ value: scope, label: name, means: allows })),
      offers: ({ kind }, scope) => kind === "secret" || scope === "read",
      when: isOwn,
    },
    project_ids: {
      label: "Which projects?",
      draw: (control, { mode }) => <ProjectFields control={control} mode={mode} />,
    },
    expires_at: {
      label: "It works for",
      draw: (control) => <LifetimeFields control={control} current={current} />,
    },
  } satisfies FieldSpecs<KeyDraft>;
}

/** What is asked about a key that is changed. */
export function changeFields({ expires_at }: ApiKey): FieldSpecs<KeyDraft> {
  return commonFields(expires_at);
}

/** What is asked about a new key. */
export function newFields(): FieldSpecs<KeyDraft> {
  const { name, scopes, ...rest } = commonFields(undefined);
  return {
    purpose: {
      label: "What is it for?",
      options: [
        ...PRESETS.map(({ id, name: label, allows: means }) => ({ value: id, label, means })),
        { value: "own", label: "Something else", means: "Choose what it may do yourself." },
      ],
      also: withPurpose,
    },
    kind: { label: "Where will it be?", isWide: true, options: optionsOf(KIND_WORDS), when: isOwn, also: withKind },
    scopes,
    name,
    mode: { label: "Which data does it see?", isWide: true, options: optionsOf(MODE_WORDS), also: withMode },
    ...rest,
  };
}

const LIFETIMES: readonly { readonly value: Exclude<Lifetime, "keep">; readonly label: string }[] = [
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "A year" },
  { value: "day", label: "Until a day…" },
  { value: "never", label: "Until it is revoked" },
];

interface LifetimeFieldsProps {
  control: OwnControl<Expiry>;
  /** The end that a key to be changed has; undefined for a new one. */
  current: ApiKey["expires_at"] | undefined;
}

/** How long a key works. */
function LifetimeFields({ control: { id, value, onChange, errors }, current }: LifetimeFieldsProps) {
  const now =
    current === undefined ? undefined : current === null ? (
      "Now: until it is revoked."
    ) : (
      <>
        Now: until <LocalTime iso={current} />.
      </>
    );
  return (
    <div className="flex flex-wrap items-start gap-3">
      <div className="min-w-48">
        <FormField id={id} label="It works for" hint={now} errors={errors}>
          {(control) => (
            <select
              {...control}
              value={value.lifetime}
              onChange={({ target }) => onChange({ ...value, lifetime: target.value as Lifetime })}
              className={`${CONTROL} cursor-pointer`}
            >
              {current !== undefined && <option value="keep">As long as it does now</option>}
              {LIFETIMES.map((each) => (
                <option key={each.value} value={each.value}>
                  {each.label}
                </option>
              ))}
            </select>
          )}
        </FormField>
      </div>
      {value.lifetime === "day" && (
        <FormField label="Last day">
          {(control) => (
            <input
              {...control}
              type="date"
              value={value.day}
              onChange={({ target }) => onChange({ ...value, day: target.value })}
              className={CONTROL}
            />
          )}
        </FormField>
      )}
    </div>
  );
}
