"use client";

import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { Condition, Effect } from "#domain/expression.ts";
import { checkCondition, checkEffect, type ExpressionFinding } from "#domain/expression-type.ts";
import { type AskedVariable, askedVariable } from "#domain/logic-text/asked-variable.ts";
import { completeLogic } from "#domain/logic-text/complete-logic.ts";
import type { NameIndex } from "#domain/logic-text/name-index.ts";
import { printChanges, printConditions } from "#domain/logic-text/print-logic.ts";
import { readChanges, readConditions, type Spans, UnknownName } from "#domain/logic-text/read-logic.ts";
import { LogicTextError } from "#domain/logic-text/tokens.ts";
import { useAttempt } from "../../frame/api/use-attempt.ts";
import { useVariables } from "../../frame/project/project-queries.ts";
import { useVariableWrites } from "../../frame/project/variable-queries.ts";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { AlertLine } from "../../ui/alert-line.tsx";
import { Button } from "../../ui/button.tsx";
import { POPUP, POPUP_ITEM } from "../../ui/popup-style.ts";
import { conditionsWithIds, effectsWithIds } from "./keep-ids.ts";
import { keepLogicDraft, logicDraft } from "./kept-drafts.ts";
import { spanOf } from "./span-of.ts";
import { useLogicIndex } from "./use-logic-index.ts";
import { TYPE_WORDS } from "./value-text.ts";

interface LogicFieldProps {
  label: string;
  /** Key under which text that cannot be read yet is kept while the field is not shown. */
  draftKey: string;
  disabledReason: string | null;
  /** Has the caret when it appears. */
  takesFocus?: boolean;
  /** Enter, once what is written is kept. */
  onDone?: (isGoingOn: boolean) => void;
  /** Escape: what is written was kept, or stays begun. */
  onLeave?: () => void;
  /** The focus went elsewhere; what is written was kept, or cannot be read yet. */
  onBlurred?: (isKept: boolean) => void;
}

interface Told {
  readonly from: number;
  readonly to: number;
  readonly message: string;
  readonly isError: boolean;
  /** The variable that is named and not declared. */
  readonly undeclared?: string;
}

/** Result of reading a text: its value, or the reason why it cannot be read; and its warnings. */
interface Reading<T> {
  readonly value: T | null;
  readonly told: Told | null;
}

/** Conditions as text: all of a list, joined by `and`. */
export function ConditionsField({
  conditions,
  onChange,
  ...rest
}: LogicFieldProps & { conditions: readonly Condition[]; onChange: (conditions: Condition[]) => void }) {
  const names = useLogicIndex();
  const variables = useVariables();
  return (
    <LogicText
      {...rest}
      form="conditions"
      names={names}
      placeholder="purse >= 6 and not visited(gate)"
      text={printConditions(conditions, names)}
      read={(text) =>
        reading(() => {
          const { conditions: read, spans } = readConditions(text, names);
          const findings = read.flatMap((each) =>
            placed(
              each,
              checkCondition(each, (id) => variables.get(id)),
              spans,
            ),
          );
          return { value: conditionsWithIds(conditions, read), told: findings[0] ?? null };
        })
      }
      onKeep={onChange}
    />
  );
}

/** Effects as text, each on its line. */
export function ChangesField({
  effects,
  onChange,
  ...rest
}: LogicFieldProps & { effects: readonly Effect[]; onChange: (effects: Effect[]) => void }) {
  const names = useLogicIndex();
  const variables = useVariables();
  return (
    <LogicText
      {...rest}
      form="changes"
      names={names}
      placeholder="purse -= 6 if toll_paid"
      text={printChanges(effects, names)}
      read={(text) =>
        reading(() => {
          const { changes, places } = readChanges(text, names);
          const findings = changes.flatMap((each, at): Told[] =>
            checkEffect(each, (id) => variables.get(id)).map(({ message }) => ({
              from: places[at]?.from ?? 0,
              to: places[at]?.to ?? text.length,
              message,
              isError: false,
            })),
          );
          return { value: effectsWithIds(effects, changes), told: findings[0] ?? null };
        })
      }
      onKeep={onChange}
    />
  );
}

function reading<T>(read: () => Reading<T>): Reading<T> {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof LogicTextError)) throw error;
    const { from, to, message } = error;
    const isVariable = error instanceof UnknownName && error.kind === "variable";
    return { value: null, told: { from, to, message, isError: true, ...(isVariable && { undeclared: error.named }) } };
  }
}

function placed(condition: Condition | object, findings: readonly ExpressionFinding[], spans: Spans): Told[] {
  return findings.map(({ path, message }) => ({
    ...spanOf(condition as Condition, path, spans),
    message,
    isError: false,
  }));
}

interface LogicTextProps<T> extends LogicFieldProps {
  form: "conditions" | "changes";
  names: NameIndex;
  placeholder: string;
  /** Recorded value, as text. */
  text: string;
  read: (text: string) => Reading<T>;
  onKeep: (value: T) => void;
}

/**
 * Field writes logic as text, with completions under the caret and mistakes marked where they are. What can be read is kept with Enter
 * or when the field is left; what is the same is not written again.
 */
function LogicText<T>(props: LogicTextProps<T>) {
  const { label, draftKey, disabledReason, takesFocus = false, onDone, onLeave, onBlurred } = props;
  const { form, names, placeholder, read } = props;
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [draft, setDraftState] = useState<string | null>(() => logicDraft(draftKey));
  const [caret, setCaret] = useState(0);
  const [isFocused, setFocused] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const [dismissed, setDismissed] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const shown = draft ?? props.text;
  const { value, told } = draft === null ? { value: null, told: null } : read(draft);
  const setDraft = (next: string | null) => {
    keepLogicDraft(draftKey, next);
    setDraftState(next);
  };

  useLayoutEffect(() => {
    if (!takesFocus) return;
    const element = field.current;
    element?.focus({ preventScroll: true });
    element?.setSelectionRange(element.value.length, element.value.length);
  }, [takesFocus]);

  const completions = completeLogic(shown, caret, form, names);
  const begun = shown.slice(completions.from, caret);
  const isOpen =
    isFocused &&
    disabledReason === null &&
    dismissed !== shown &&
    (draft !== null || isAsked) &&
    (begun !== "" || completions.isPointed || isAsked) &&
    completions.options.length > 0;
  const options = isOpen ? completions.options : [];
  const at = Math.min(active, Math.max(0, options.length - 1));
  const chosen = options[at];
  const moved = useRef<number | null>(null);
  useEffect(() => {
    if (moved.current === null) return;
    field.current?.setSelectionRange(moved.current, moved.current);
    moved.current = null;
  });

  const take = (insert: string) => {
    const to = completions.from + insert.length;
    setDraft(`${shown.slice(0, completions.from)}${insert}${shown.slice(caret)}`);
    setCaret(to);
    setAsked(false);
    moved.current = to;
  };
  /** Keeps what is written; false where it cannot be read. */
  const keep = (): boolean => {
    if (draft === null) return true;
    if (value === null) return false;
    setDraft(null);
    if (draft !== props.text) props.onKeep(value);
    return true;
  };

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.nativeEvent.isComposing) return;
    const mod = event.metaKey || event.ctrlKey;
    const isList = chosen !== undefined;
    // What is written out already is not taken from the list: Enter keeps it.
    const takes = isList && chosen.insert !== begun && (begun !== "" || completions.isPointed || isAsked);
    if (isList && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      setActive((at + (event.key === "ArrowDown" ? 1 : -1) + options.length) % options.length);
    } else if (takes && !mod && event.key === "Enter") take(chosen.insert);
    else if (takes && !mod && !event.shiftKey && event.key === "Tab" && begun !== "") take(chosen.insert);
    else if (mod && event.key === " ") setAsked(true);
    else if (isList && event.key === "Escape") {
      setDismissed(shown);
      setAsked(false);
    } else if (event.key === "Escape" && onLeave !== undefined) {
      // What can be read is kept, and what cannot stays begun.
      keep();
      onLeave();
    } else if (event.key === "Escape" && draft !== null) setDraft(null);
    else if (event.key === "Enter" && !event.shiftKey) {
      if (keep()) onDone?.(mod);
      else focusMistake();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  const asked = useMemo(
    () =>
      draft === null || told?.undeclared === undefined ? null : askedVariable(draft, form, names, told.undeclared),
    [draft, form, names, told?.undeclared],
  );
  // What names a variable that was just declared is kept once it can be read, and the caret comes back then: not to a field that cannot go on.
  const [declared, setDeclared] = useState<string | null>(null);
  useLayoutEffect(() => {
    if (declared === null || (value === null && told?.undeclared === declared)) return;
    setDeclared(null);
    if (value !== null) keep();
    field.current?.focus();
  });

  function focusMistake(): void {
    if (told !== null) field.current?.setSelectionRange(told.from, told.to);
  }

  const isWrong = told?.isError === true && (!isOpen || told.to < caret);
  return (
    <div className="relative">
      <div className="relative rounded-control border border-line bg-code focus-within:border-accent">
        <Mirror text={shown} told={isWrong || told?.isError === false ? told : null} />
        <textarea
          ref={field}
          rows={1}
          aria-label={label}
          aria-invalid={isWrong || undefined}
          aria-describedby={`${id}-told`}
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-controls={isOpen ? `${id}-list` : undefined}
          aria-activedescendant={chosen === undefined ? undefined : `${id}-${at}`}
          className={`relative field-sizing-content block min-h-8 w-full resize-none bg-transparent text-ink outline-none placeholder:text-ink-3 ${TEXT_BOX}`}
          value={shown}
          readOnly={disabledReason !== null}
          title={disabledReason ?? undefined}
          placeholder={placeholder}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          dir="ltr"
          onChange={({ target }) => {
            setDraft(target.value);
            setCaret(target.selectionStart);
            setAsked(false);
            setActive(0);
          }}
          onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
          onFocus={() => setFocused(true)}
          onKeyDown={onKeyDown}
          onBlur={() => {
            setFocused(false);
            setAsked(false);
            onBlurred?.(keep());
          }}
        />
      </div>
      {isOpen && (
        <div
          role="listbox"
          id={`${id}-list`}
          aria-label="Suggestions"
          className={`${POPUP} absolute inset-x-0 top-full z-30 mt-1 max-h-60 min-w-56 overflow-y-auto p-1`}
        >
          {options.map((option, index) => (
            // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the focus and the keys stay in the field.
            <div
              key={option.insert}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === at}
              data-highlighted={index === at || undefined}
              className={POPUP_ITEM}
              onPointerDown={(event) => event.preventDefault()}
              onPointerMove={() => setActive(index)}
              onClick={() => take(option.insert)}
            >
              <span className="min-w-0 grow truncate font-code text-12" dir="auto">
                {option.label}
              </span>
              <span className="shrink-0 text-12 text-ink-3">{option.hint}</span>
            </div>
          ))}
        </div>
      )}
      <p
        id={`${id}-told`}
        role="status"
        className={`break-words text-12 ${told?.isError === true ? "text-error" : "text-on-warn-soft"}`}
      >
        {isWrong && `Character ${told.from + 1}: ${told.message}`}
        {told?.isError === false && `Note: ${told.message}`}
        {isWrong && !isFocused && " It is not saved until this is fixed."}
      </p>
      {isWrong && asked !== null && disabledReason === null && (
        <CreateVariable asked={asked} onCreated={() => setDeclared(told?.undeclared ?? null)} />
      )}
    </div>
  );
}

/** Declares the variable that is named here, of the type that is asked for. */
function CreateVariable({ asked, onCreated }: { asked: AskedVariable; onCreated: () => void }) {
  const { create } = useVariableWrites();
  const { attempt, isBusy, problem } = useAttempt();
  const change = useCan()("change");
  const { name, type, enum_values } = asked;
  const declare = async () => {
    const fields = { name, type, ...(enum_values.length > 0 && { enum_values: [...enum_values] }) };
    if (await attempt(() => create(fields))) onCreated();
  };
  return (
    <div className="flex flex-wrap items-center gap-2 py-1 text-12" onPointerDown={(event) => event.preventDefault()}>
      <Button size="sm" disabled={isBusy} disabledReason={reasonOf(change)} onClick={() => void declare()}>
        Create {name}
      </Button>
      <span className="text-ink-3">{TYPE_WORDS[type].toLowerCase()}</span>
      <AlertLine>{problem}</AlertLine>
    </div>
  );
}

/** The box of the words, the same for the field and for what lies under it. */
const TEXT_BOX = "whitespace-pre-wrap break-words px-2 py-1.5 font-code text-12 leading-5";

/** The same words under the field, with the mistake underlined. */
function Mirror({ text, told }: { text: string; told: Told | null }) {
  if (told === null) return null;
  const { from, to, isError } = told;
  const end = Math.max(to, from);
  return (
    <div
      aria-hidden="true"
      className={`pointer-events-none absolute inset-0 overflow-hidden text-transparent ${TEXT_BOX}`}
    >
      {text.slice(0, from)}
      <span
        className={`underline decoration-2 decoration-wavy underline-offset-2 ${isError ? "decoration-error" : "decoration-warn"}`}
      >
        {end === from ? "\u00a0\u00a0" : text.slice(from, end)}
      </span>
      {text.slice(end)}
    </div>
  );
}
