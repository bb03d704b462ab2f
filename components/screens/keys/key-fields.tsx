"use client";

import type { Lifetime } from "../../ui/form/lifetime.ts";
import { LifetimeFields } from "../../ui/form/lifetime-fields.tsx";
import type { FieldSpecs } from "../../ui/form/use-form.ts";
import { LocalTime } from "../../ui/local-time.tsx";
import { type KeyDraft, withKind, withMode, withPurpose } from "./key-draft.ts";
import type { ApiKey } from "./key-queries.ts";
import { KIND_WORDS, MODE_WORDS, PRESETS, SCOPE_WORDS } from "./key-words.ts";
import { ProjectFields } from "./project-fields.tsx";

const isOwn = ({ purpose }: KeyDraft) => purpose === "own";
const optionsOf = (words: Readonly<Record<string, { name: string; means: string }>>) =>
  Object.entries(words).map(([value, { name, means }]) => ({ value, label: name, means }));

/** Returns the fields that every key's form has. */
function commonFields(current: ApiKey["expires_at"] | undefined) {
  return {
    name: { label: "Name", help: "Shown in the list and in the history." },
    scopes: {
      label: "Permissions",
      help: ({ kind }) => (kind === "publishable" ? "A publishable key can only read." : null),
      options: SCOPE_WORDS.map(({ scope, name, allows }) => ({ value: scope, label: name, means: allows })),
      offers: ({ kind }, scope) => kind === "secret" || scope === "read",
      when: isOwn,
    },
    project_ids: {
      label: "Which projects?",
      draw: (control, { mode, kind }) => <ProjectFields control={control} mode={mode} kind={kind} />,
    },
    expires_at: {
      label: "It works for",
      draw: (control) => (
        <LifetimeFields
          control={control}
          label="It works for"
          choices={current === undefined ? LIFETIMES : [KEEP, ...LIFETIMES]}
          hint={current === undefined ? undefined : <UntilNow end={current} />}
        />
      ),
    },
  } satisfies FieldSpecs<KeyDraft>;
}

/** Returns the fields of the form that changes a key. */
export function changeFields({ expires_at }: ApiKey): FieldSpecs<KeyDraft> {
  return commonFields(expires_at);
}

/** Returns the fields of the form for a new key. */
export function newFields(): FieldSpecs<KeyDraft> {
  const { name, scopes, ...rest } = commonFields(undefined);
  return {
    purpose: {
      label: "What is it for?",
      options: [
        ...PRESETS.map(({ id, name: label, allows: means }) => ({ value: id, label, means })),
        { value: "own", label: "Something else", means: "Choose the permissions yourself." },
      ],
      also: withPurpose,
    },
    kind: {
      label: "Where will it be used?",
      isWide: true,
      options: optionsOf(KIND_WORDS),
      when: isOwn,
      also: withKind,
    },
    scopes,
    name,
    mode: { label: "Which data can it use?", isWide: true, options: optionsOf(MODE_WORDS), also: withMode },
    ...rest,
  };
}

const KEEP = { value: "keep", label: "As long as it does now" } as const;
const LIFETIMES: readonly { readonly value: Lifetime; readonly label: string }[] = [
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "A year" },
  { value: "day", label: "Until a day…" },
  { value: "never", label: "Until it is revoked" },
];

/** The end that a key has. */
function UntilNow({ end }: { end: ApiKey["expires_at"] }) {
  if (end === null) return "Now: until it is revoked.";
  return (
    <>
      Now: until <LocalTime iso={end} />.
    </>
  );
}
