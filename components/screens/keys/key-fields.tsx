"use client";

import { Checkbox } from "../../ui/checkbox.tsx";
import { ChoiceCards } from "../../ui/choice-cards.tsx";
import type { FormErrors } from "../../ui/form-errors.ts";
import { CONTROL, FormField } from "../../ui/form-field.tsx";
import { FormGroup } from "../../ui/form-group.tsx";
import { LocalTime } from "../../ui/local-time.tsx";
import { type KeyDraft, type Lifetime, withKind, withMode, withPurpose, withScope } from "./key-draft.ts";
import type { ApiKey, KeyKind, Mode } from "./key-queries.ts";
import { KIND_WORDS, MODE_WORDS, PRESETS, SCOPE_WORDS } from "./key-words.ts";

interface KeyFieldsProps {
  draft: KeyDraft;
  onChange: (draft: KeyDraft) => void;
  errors: FormErrors["fields"];
}

/** What a new key is for, of which mode it is, and what it is called. */
export function PurposeFields({ draft, onChange, errors }: KeyFieldsProps) {
  const modes = (["test", "live"] as const).map((value: Mode) => ({ value, ...MODE_WORDS[value] }));
  const kinds = (["secret", "publishable"] as const).map((value: KeyKind) => ({ value, ...KIND_WORDS[value] }));
  return (
    <>
      <FormGroup legend="What is it for?">
        <ChoiceCards
          value={draft.purpose}
          onChange={(purpose) => onChange(withPurpose(draft, purpose))}
          options={[
            ...PRESETS.map(({ id, name, allows }) => ({ value: id, name, means: allows })),
            { value: "own", name: "Something else", means: "Choose what it may do yourself." } as const,
          ]}
        />
      </FormGroup>
      {draft.purpose === "own" && (
        <>
          <FormGroup legend="Where will it be?" errors={errors.kind}>
            <ChoiceCards
              isWide
              value={draft.kind}
              onChange={(kind) => onChange(withKind(draft, kind))}
              options={kinds}
            />
          </FormGroup>
          <ScopeFields draft={draft} onChange={onChange} errors={errors} />
        </>
      )}
      <NameField draft={draft} onChange={onChange} errors={errors} />
      <FormGroup legend="Which data does it see?" errors={errors.mode}>
        <ChoiceCards isWide value={draft.mode} onChange={(mode) => onChange(withMode(draft, mode))} options={modes} />
      </FormGroup>
    </>
  );
}

/** What a key is called. */
export function NameField({ draft, onChange, errors }: KeyFieldsProps) {
  return (
    <FormField label="Name" hint="How you tell it from others, and what history calls it." errors={errors.name}>
      {(control) => (
        <input
          {...control}
          name="name"
          dir="auto"
          autoComplete="off"
          required
          maxLength={100}
          value={draft.name}
          onChange={({ target }) => onChange({ ...draft, name: target.value })}
          className={CONTROL}
        />
      )}
    </FormField>
  );
}

/** What a key may do, scope by scope. */
export function ScopeFields({ draft, onChange, errors }: KeyFieldsProps) {
  return (
    <FormGroup
      legend="What may it do?"
      hint={draft.kind === "publishable" ? "A publishable key only ever reads." : undefined}
      errors={errors.scopes}
    >
      <ul className="space-y-1.5">
        {SCOPE_WORDS.filter(({ scope }) => draft.kind === "secret" || scope === "read").map(
          ({ scope, name, allows }) => (
            <li key={scope}>
              <Checkbox
                label={name}
                checked={draft.scopes.includes(scope)}
                aria-describedby={`scope-${scope}`}
                onChange={({ target }) => onChange(withScope(draft, scope, target.checked))}
              />
              <p id={`scope-${scope}`} className="ms-6 text-12 text-ink-3">
                {allows}
              </p>
            </li>
          ),
        )}
      </ul>
    </FormGroup>
  );
}

const LIFETIMES: readonly { readonly value: Exclude<Lifetime, "keep">; readonly label: string }[] = [
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "A year" },
  { value: "day", label: "Until a day…" },
  { value: "never", label: "Until it is revoked" },
];

/** How long a key works; `current` is the end that a key to be changed has. */
export function LifetimeFields({
  draft,
  onChange,
  errors,
  current,
}: KeyFieldsProps & { current?: ApiKey["expires_at"] | undefined }) {
  return (
    <div className="flex flex-wrap items-start gap-3">
      <div className="min-w-48">
        <FormField label="It works for" errors={errors.expires_at}>
          {(control) => (
            <select
              {...control}
              value={draft.lifetime}
              onChange={({ target }) => onChange({ ...draft, lifetime: target.value as Lifetime })}
              className={`${CONTROL} cursor-pointer`}
            >
              {current !== undefined && <option value="keep">As long as it does now</option>}
              {LIFETIMES.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </FormField>
        {current !== undefined && (
          <p className="mt-1 text-12 text-ink-3">
            {current === null ? (
              "Now: until it is revoked."
            ) : (
              <>
                Now: until <LocalTime iso={current} />.
              </>
            )}
          </p>
        )}
      </div>
      {draft.lifetime === "day" && (
        <FormField label="Last day">
          {(control) => (
            <input
              {...control}
              type="date"
              required
              value={draft.day}
              onChange={({ target }) => onChange({ ...draft, day: target.value })}
              className={CONTROL}
            />
          )}
        </FormField>
      )}
    </div>
  );
}
