"use client";

import { useState } from "react";
import { counted } from "#domain/counted.ts";
import { AlertLine } from "../../ui/alert-line.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { DialogChoice } from "../../ui/dialog-choice.tsx";
import { DialogPopup } from "../../ui/dialog-popup.tsx";
import { CONTROL, FormField, FormGroup } from "../../ui/form/field.tsx";
import { FormMistake, formErrors, whyNot } from "../../ui/form/form-errors.ts";
import { Notice } from "../../ui/notice.tsx";
import { LoadingRows } from "../../ui/skeleton.tsx";
import { TitledSection } from "../../ui/titled-section.tsx";
import { LONG_TOAST_MS, showToast } from "../../ui/toast.ts";
import { useSettled } from "../../ui/use-settled.ts";
import { useStudioClient } from "../api/api-provider.tsx";
import { failureOf } from "../api/failure.ts";
import { useAttempt } from "../api/use-attempt.ts";
import { useRefresh } from "../api/use-refresh.ts";
import { useProjectId } from "../project/project-provider.tsx";
import { reasonOf, useCan } from "../session/can.ts";
import { HitRow } from "./hit-row.tsx";
import {
  byDialogue,
  commitOf,
  type Hit,
  keyOf,
  NO_WORDS,
  PLACES,
  type ReplaceResult,
  type ReplaceWords,
  saidOf,
  stayingOf,
  undoneOf,
} from "./replace-request.ts";
import { useReplacePreview } from "./use-replace-preview.ts";

export interface ReplaceDialogProps {
  onClose: () => void;
  /** Sees to it that what is still being typed is looked through, too; what it throws is shown. */
  beforehand?: (() => Promise<void>) | undefined;
}

/** Pause in typing before the search runs. */
const SETTLE_MS = 300;

/** Finds words in all dialogues, shows each place as it becomes, and replaces those that were not spared as one change. */
export function ReplaceDialog({ onClose, beforehand }: ReplaceDialogProps) {
  const project_id = useProjectId();
  const client = useStudioClient();
  const readAgain = useRefresh((api) => [api.dialogues.pathKey(), api.record.pathKey()]);
  const [words, setWords] = useState<ReplaceWords>(NO_WORDS);
  const [spared, setSpared] = useState<ReadonlyMap<string, Hit>>(new Map());
  const { problem, isBusy, attempt, forget } = useAttempt();
  const change = reasonOf(useCan()("change"));
  const settled = useSettled(words, SETTLE_MS);
  const isAsked = settled.find !== "" && settled.in.length > 0 && change === null;
  const tried = useReplacePreview(isAsked ? settled : null, beforehand);
  const { found, hits } = tried;
  const isCurrent = settled === words && !tried.isPending;
  const taken = found === undefined ? 0 : found.total - found.refused - spared.size;

  const write = (patch: Partial<ReplaceWords>) => {
    setWords({ ...words, ...patch });
    setSpared(new Map());
    forget();
  };
  const take = (some: readonly Hit[], isTaken: boolean) => {
    const next = new Map(spared);
    for (const hit of some) {
      if (isTaken || hit.refused !== null) next.delete(keyOf(hit));
      else next.set(keyOf(hit), hit);
    }
    setSpared(next);
  };
  const undo = async (seq: number) => {
    try {
      const undone = await client.dialogues.undoReplace.mutate({ project_id, seq });
      showToast({ text: undoneOf(undone), lines: stayingOf(undone) });
      await readAgain();
    } catch (error) {
      showToast({ text: `Nothing was taken back. ${whyNot(error)}`, undo: () => void undo(seq) });
    }
  };
  const replace = async () => {
    if (found === undefined || isBusy) return;
    const isDone = await attempt(async () => {
      await beforehand?.();
      const request = commitOf(project_id, words, found, [...spared.values()]);
      const done = await client.dialogues.replace.mutate(request).catch((error: unknown) => {
        if (failureOf(error).code !== "edit_conflict") throw error;
        tried.again();
        throw new FormMistake("Someone changed some of this text. Nothing was replaced. Check the results again.");
      });
      showToast({ text: saidOf(done), undo: () => void undo(done.seq), stays: LONG_TOAST_MS });
      void readAgain();
    });
    if (isDone) onClose();
  };

  return (
    <DialogPopup
      size="lg"
      title="Replace in all dialogues"
      description="You see every place before anything changes. The replacement is one change that you can undo."
      onClose={onClose}
      footer={
        <DialogChoice
          onCancel={onClose}
          disabled={isBusy}
          disabledReason={
            change ??
            (words.find === ""
              ? "Enter text to find."
              : taken === 0 || !isCurrent
                ? "Nothing is selected to replace."
                : null)
          }
          onClick={() => void replace()}
        >
          {isBusy ? "Replacing…" : taken > 0 && isCurrent ? `Replace in ${counted(taken, "place")}` : "Replace"}
        </DialogChoice>
      }
    >
      <div className="space-y-4">
        <Words words={words} error={tried.error} reason={change} onWrite={write} />
        {problem !== null && (
          <Notice tone="error" title="Nothing was replaced" announce>
            <p>{problem}</p>
          </Notice>
        )}
        {change !== null && <p className="text-13 text-ink-2">{change}</p>}
        {tried.isPending && <LoadingRows what="what would change" rows={4} className="h-10" />}
        {found !== undefined && (
          <p role="status" className="text-13 text-ink-2">
            {told(found)}
          </p>
        )}
        {byDialogue(hits).map((group) => (
          <Group key={group.id} {...group} spared={spared} disabled={isBusy} onTake={take} />
        ))}
        {tried.hasMore && (
          <Button disabled={tried.isReadingMore} onClick={tried.readMore}>
            {tried.isReadingMore ? "Loading…" : `Show more of the ${found?.total} places`}
          </Button>
        )}
      </div>
    </DialogPopup>
  );
}

function told({ total, refused, changed }: ReplaceResult): string {
  if (total === 0) return "No results.";
  const where = `${counted(total, "place")} in ${counted(changed.dialogues, "dialogue")}`;
  return refused === 0 ? `Found in ${where}.` : `Found in ${where}; ${refused} cannot be replaced.`;
}

interface WordsProps {
  words: ReplaceWords;
  /** Error of the search; null for none. */
  error: unknown;
  reason: string | null;
  onWrite: (patch: Partial<ReplaceWords>) => void;
}

/** Fields for the words to replace and the places to search. */
function Words({ words, error, reason, onWrite }: WordsProps) {
  const { fields, summary } =
    error === null
      ? { fields: {} as Record<string, string[]>, summary: [] }
      : formErrors(error, { fields: ["find", "replace", "in"] });
  const isClosed = reason !== null;
  return (
    <div className="space-y-3">
      <div className="grid gap-3 sm:grid-cols-2">
        <FormField label="Find" errors={fields.find}>
          {(control) => (
            <input
              {...control}
              value={words.find}
              readOnly={isClosed}
              maxLength={500}
              autoComplete="off"
              onChange={({ target }) => onWrite({ find: target.value })}
              className={CONTROL}
            />
          )}
        </FormField>
        <FormField label="Replace with" errors={fields.replace}>
          {(control) => (
            <input
              {...control}
              value={words.replace}
              readOnly={isClosed}
              maxLength={5_000}
              autoComplete="off"
              onChange={({ target }) => onWrite({ replace: target.value })}
              className={CONTROL}
            />
          )}
        </FormField>
      </div>
      {summary.map((sentence) => (
        <AlertLine key={sentence} className="text-13">
          {sentence}
        </AlertLine>
      ))}
      <div className="flex flex-wrap gap-x-5 gap-y-1">
        <Checkbox
          label="Match case"
          checked={words.match_case}
          disabled={isClosed}
          onChange={({ target }) => onWrite({ match_case: target.checked })}
        />
        <Checkbox
          label="Whole words"
          checked={words.whole_word}
          disabled={isClosed}
          onChange={({ target }) => onWrite({ whole_word: target.checked })}
        />
        <Checkbox
          label="Regular expression"
          checked={words.regex}
          disabled={isClosed}
          onChange={({ target }) => onWrite({ regex: target.checked })}
        />
      </div>
      <FormGroup legend="Look in" errors={words.in.length === 0 ? ["Choose at least one."] : fields.in}>
        <div className="flex flex-wrap gap-x-5 gap-y-1">
          {PLACES.map(({ value, label }) => (
            <Checkbox
              key={value}
              label={label}
              checked={words.in.includes(value)}
              disabled={isClosed}
              onChange={({ target }) =>
                onWrite({ in: target.checked ? [...words.in, value] : words.in.filter((each) => each !== value) })
              }
            />
          ))}
        </div>
      </FormGroup>
    </div>
  );
}

interface GroupProps {
  name: string;
  hits: readonly Hit[];
  spared: ReadonlyMap<string, Hit>;
  disabled: boolean;
  onTake: (hits: readonly Hit[], isTaken: boolean) => void;
}

/** The places in one dialogue, which are taken or spared together or one by one. */
function Group({ name, hits, spared, disabled, onTake }: GroupProps) {
  const possible = hits.filter(({ refused }) => refused === null);
  const taken = possible.filter((hit) => !spared.has(keyOf(hit))).length;
  return (
    <TitledSection title={name} level={3} heading="sr-only">
      <div className="flex items-center gap-2 border-line border-b pb-1">
        <Checkbox
          label={name}
          className="font-medium"
          checked={taken > 0 && taken === possible.length}
          indeterminate={taken > 0 && taken < possible.length}
          disabled={disabled || possible.length === 0}
          onChange={({ target }) => onTake(possible, target.checked)}
        />
        <span className="numerals ms-auto text-12 text-ink-3">
          {taken} of {counted(hits.length, "place")}
        </span>
      </div>
      <ul className="divide-y divide-line">
        {hits.map((hit) => (
          <HitRow
            key={keyOf(hit)}
            hit={hit}
            isTaken={!spared.has(keyOf(hit))}
            disabled={disabled}
            onTake={(isTaken) => onTake([hit], isTaken)}
          />
        ))}
      </ul>
    </TitledSection>
  );
}
