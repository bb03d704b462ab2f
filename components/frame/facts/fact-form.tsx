"use client";

import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { WAYS_TO_KNOW } from "#domain/expression-functions.ts";
import { AlertLine } from "../../ui/alert-line.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { EditorFrame } from "../../ui/form/editor-frame.tsx";
import { CONTROL, FormField } from "../../ui/form/field.tsx";
import { FormMistake } from "../../ui/form/form-errors.ts";
import { SegmentedControl } from "../../ui/segmented-control.tsx";
import { Select } from "../../ui/select.tsx";
import { useApi } from "../api/api-provider.tsx";
import { useAttempt } from "../api/use-attempt.ts";
import { useMoment } from "../moment/moment-provider.tsx";
import { EntityField } from "../project/entity-field.tsx";
import { useProjectId } from "../project/project-provider.tsx";
import { useSubjectNames } from "../project/project-queries.ts";
import { EntitiesField } from "./entities-field.tsx";
import { useFactConflicts } from "./fact-conflicts.tsx";
import { FactPane } from "./fact-pane.tsx";
import { type Fact, WAYS_IN_WORDS, type WayToKnow } from "./fact-words.ts";
import { draftOf, type FactDraft, type FactSource, FRESH_DRAFT, useFactChanges } from "./use-fact-changes.ts";

const MAX_TEXT = 10_000;
const MAX_PREDICATE = 100;
const MAX_REASON = 2_000;

interface NewFactProps {
  /** Parts of the fact that follow from where it is written. */
  begins?: Partial<FactDraft>;
  source?: FactSource;
  /** Done before it is sent; what it throws is shown. */
  before?: () => Promise<void>;
  onClose: () => void;
}

/** Form that writes a fact: what is known, about whom, who knows it, how, and from whom. */
export function NewFact({ begins, source, before, onClose }: NewFactProps) {
  const { create } = useFactChanges();
  const [draft, setDraft] = useState<FactDraft>({ ...FRESH_DRAFT, ...begins });
  const { problem, isBusy, attempt } = useAttempt();
  const { settle, conflicts } = useFactConflicts(onClose);
  if (conflicts !== false) return conflicts;
  return (
    <FactPane name="New fact">
      <EditorFrame
        isLong
        isSending={isBusy}
        onClose={onClose}
        onSave={() =>
          void attempt(async () => {
            const written = withText(draft);
            await before?.();
            settle(await create(written, source));
          })
        }
      >
        <FactFields draft={draft} onChange={setDraft} asksHow />
        <AlertLine>{problem}</AlertLine>
      </EditorFrame>
    </FactPane>
  );
}

/** Form that changes a fact as the author wrote it. */
export function ChangeFact({ fact, onClose }: { fact: Fact; onClose: () => void }) {
  const { change } = useFactChanges();
  const [draft, setDraft] = useState(() => draftOf(fact));
  const { problem, isBusy, attempt } = useAttempt();
  const { settle, conflicts } = useFactConflicts(onClose);
  if (conflicts !== false) return conflicts;
  return (
    <FactPane name="Change the fact">
      <EditorFrame
        isLong
        isSending={isBusy}
        onClose={onClose}
        onSave={() =>
          void attempt(async () => {
            settle(await change(fact, withText(draft)));
          })
        }
      >
        {fact.brought !== null && (
          <p className="text-13 text-ink-2">
            What it says comes from another project and is changed there. Who knows it is yours to say.
          </p>
        )}
        <FactFields draft={draft} onChange={setDraft} isFollowed={fact.brought !== null} />
        <AlertLine>{problem}</AlertLine>
      </EditorFrame>
    </FactPane>
  );
}

const MODES = [
  { value: "from", label: "It is different from now on" },
  { value: "retcon", label: "It was never true" },
] as const;

/** Form that puts another fact in the place of one, with the reason. */
export function SupersedeFact({ fact, onClose }: { fact: Fact; onClose: () => void }) {
  const { supersede } = useFactChanges();
  const [draft, setDraft] = useState<FactDraft>(() => ({ ...draftOf(fact), text: "" }));
  const [reason, setReason] = useState("");
  const [mode, setMode] = useState<(typeof MODES)[number]["value"]>("from");
  const { problem, isBusy, attempt } = useAttempt();
  const { settle, conflicts } = useFactConflicts(onClose);
  if (conflicts !== false) return conflicts;
  return (
    <FactPane name="Put another fact in its place">
      <EditorFrame
        isLong
        isSending={isBusy}
        onClose={onClose}
        onSave={() =>
          void attempt(async () => {
            const next = withText(draft);
            if (reason.trim() === "") throw new FormMistake("Say why.");
            settle(await supersede(fact, next, reason.trim(), mode));
          })
        }
      >
        <div className="flex flex-wrap items-center gap-2">
          <SegmentedControl label="What became of the old one" options={MODES} value={mode} onChange={setMode} />
          <p className="text-12 text-ink-2">
            {mode === "from"
              ? "Whoever does not learn the new fact goes on believing the old one."
              : "Nobody believes the old one any more."}
          </p>
        </div>
        <FactFields draft={draft} onChange={setDraft} label="What holds instead" />
        <FormField label="Why">
          {(control) => (
            <input
              {...control}
              className={CONTROL}
              dir="auto"
              maxLength={MAX_REASON}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </FormField>
        <AlertLine>{problem}</AlertLine>
      </EditorFrame>
    </FactPane>
  );
}

/** Form that lets more people know a fact: who, how, and from whom. */
export function TellFact({ fact, onClose }: { fact: Fact; onClose: () => void }) {
  const { tell } = useFactChanges();
  const [to, setTo] = useState<readonly string[]>([]);
  const [how, setHow] = useState<WayToKnow | null>("told");
  const [from, setFrom] = useState<string | null>(null);
  const { problem, isBusy, attempt } = useAttempt();
  return (
    <FactPane name="Tell somebody">
      <EditorFrame
        isSending={isBusy}
        onClose={onClose}
        onSave={() =>
          void attempt(async () => {
            if (to.length === 0) throw new FormMistake("Choose who learns it.");
            await tell(fact, to, how ?? "told", from);
            onClose();
          })
        }
      >
        <EntitiesField label="Who learns it" ids={to} onChange={setTo} />
        <LearningFields how={how} from={from} onHow={setHow} onFrom={setFrom} />
        <AlertLine>{problem}</AlertLine>
      </EditorFrame>
    </FactPane>
  );
}

function withText(draft: FactDraft): FactDraft {
  if (draft.text.trim() === "") throw new FormMistake("Write what is known.");
  return draft;
}

const AUDIENCES = [
  { value: "all", label: "Everyone" },
  { value: "some", label: "Only some" },
] as const;

interface FactFieldsProps {
  draft: FactDraft;
  onChange: (draft: FactDraft) => void;
  label?: string;
  /** Whether it asks how those who know it came to know it. */
  asksHow?: boolean;
  /** Whether what it says is changed in another project. */
  isFollowed?: boolean;
}

/** The fields of a fact. */
function FactFields({
  draft,
  onChange,
  label = "What is known",
  asksHow = false,
  isFollowed = false,
}: FactFieldsProps) {
  const put = (patch: Partial<FactDraft>) => onChange({ ...draft, ...patch });
  return (
    <div className="space-y-3">
      {isFollowed ? (
        <p className="font-reading text-15" dir="auto">
          {draft.text}
        </p>
      ) : (
        <SayingFields draft={draft} onChange={put} label={label} />
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium text-12 text-ink-2">Who knows it</span>
        <SegmentedControl
          label="Who knows it"
          options={AUDIENCES}
          value={draft.isPublic ? "all" : "some"}
          onChange={(chosen) => put({ isPublic: chosen === "all" })}
        />
      </div>
      {!draft.isPublic && (
        <>
          <EntitiesField
            label="Those who know it"
            placeholder="Nobody yet"
            ids={draft.knowers}
            onChange={(knowers) => put({ knowers })}
          />
          {asksHow && draft.knowers.length > 0 && (
            <LearningFields
              isOpen
              how={draft.how}
              from={draft.from}
              onHow={(how) => put({ how })}
              onFrom={(from) => put({ from })}
            />
          )}
          <Checkbox
            label="Secret: whoever does not know it finds no hint of it"
            checked={draft.isSecret}
            onChange={({ target }) => put({ isSecret: target.checked })}
          />
        </>
      )}
    </div>
  );
}

/** Fields for what a fact says, and of whom. */
function SayingFields({ draft, onChange, label }: PredicateFieldsProps & { label: string }) {
  return (
    <>
      <FormField label={label}>
        {(control) => (
          <textarea
            {...control}
            className={`${CONTROL} font-reading text-15`}
            dir="auto"
            spellCheck
            rows={2}
            maxLength={MAX_TEXT}
            value={draft.text}
            onChange={(event) => onChange({ text: event.target.value })}
          />
        )}
      </FormField>
      <EntitiesField
        label="About"
        placeholder="Anybody or anything"
        ids={draft.about}
        onChange={(about) => onChange({ about })}
      />
      <PredicateFields draft={draft} onChange={onChange} />
    </>
  );
}

/** Predicates that a form offers. */
const OFFERED = 500;

interface PredicateFieldsProps {
  draft: FactDraft;
  onChange: (patch: Partial<FactDraft>) => void;
}

/** Fields for what a fact says in short, and of whom: by these it is found to contradict others. */
function PredicateFields({ draft: { predicate, object }, onChange }: PredicateFieldsProps) {
  const offered = useId();
  const project_id = useProjectId();
  const { data } = useQuery(
    useApi().predicates.list.queryOptions({ project_id, limit: OFFERED, ...useMoment().reading }),
  );
  const nameOf = useSubjectNames(object ?? "");
  return (
    <div className="flex flex-wrap items-end gap-2">
      <FormField label="In short">
        {(control) => (
          <input
            {...control}
            className={`${CONTROL} w-44`}
            dir="auto"
            list={offered}
            maxLength={MAX_PREDICATE}
            placeholder="such as: lives in"
            value={predicate}
            onChange={(event) => onChange({ predicate: event.target.value })}
          />
        )}
      </FormField>
      <datalist id={offered}>
        {(data?.predicates ?? []).map(({ id, name }) => (
          <option key={id} value={name} />
        ))}
      </datalist>
      {predicate.trim() !== "" && (
        <EntityField
          label="Whom or what"
          placeholder="Nobody and nothing"
          className="w-52"
          value={object === null ? null : { id: object, name: nameOf(object) ?? "…" }}
          onChoose={(chosen) => onChange({ object: chosen?.id ?? null })}
        />
      )}
    </div>
  );
}

const HOW = WAYS_TO_KNOW.map((value) => ({ value, label: WAYS_IN_WORDS[value] }));
const UNSAID = { value: "", label: "not said" };

interface LearningFieldsProps {
  how: WayToKnow | null;
  from: string | null;
  onHow: (how: WayToKnow | null) => void;
  onFrom: (from: string | null) => void;
  /** Whether it may stay unsaid. */
  isOpen?: boolean;
}

/** Fields for how a fact is learnt, and from whom. */
function LearningFields({ how, from, onHow, onFrom, isOpen = false }: LearningFieldsProps) {
  const nameOf = useSubjectNames(from ?? "");
  return (
    <div className="flex flex-wrap items-end gap-2">
      <Select
        label="How they learnt it"
        className="w-44"
        options={isOpen ? [UNSAID, ...HOW] : HOW}
        value={how ?? ""}
        onChange={(event) => onHow(event.target.value === "" ? null : (event.target.value as WayToKnow))}
      />
      {how !== null && (
        <EntityField
          label="From whom"
          placeholder="Nobody"
          className="w-52"
          value={from === null ? null : { id: from, name: nameOf(from) ?? "…" }}
          onChoose={(chosen) => onFrom(chosen?.id ?? null)}
        />
      )}
    </div>
  );
}
