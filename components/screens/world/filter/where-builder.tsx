"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Plus, X } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import type { FilterOperator } from "#domain/filter/property-filter.ts";
import { useApi, useStudioClient } from "../../../frame/api/api-provider.tsx";
import type { Inputs } from "../../../frame/api/client.ts";
import { failureWords } from "../../../frame/api/failure.ts";
import { Button } from "../../../ui/button.tsx";
import { Combobox } from "../../../ui/combobox.tsx";
import { CONTROL } from "../../../ui/form/field.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Select } from "../../../ui/select.tsx";
import { useSettled } from "../../../ui/use-settled.ts";
import { KIND_WORDS } from "../entity/property-edit.ts";
import {
  changedRow,
  EMPTY_ROW,
  isEmptyRow,
  KINDS_OF,
  OPERATORS,
  type RowProblem,
  readRows,
  type UsedProperty,
  usualKind,
  type WhereRow,
  whereText,
} from "./where-filter.ts";
import { operatorWords, whereWords } from "./where-words.ts";

export interface WhereBuilderProps {
  id: string;
  rows: readonly WhereRow[];
  onRows: (rows: readonly WhereRow[]) => void;
  /** Whether rows that are not filled in are reported, because the person has asked for the result. */
  isAsked: boolean;
  onAsked: () => void;
  /** Query of the list without conditions. */
  input: Inputs["entities"]["list"];
  words: { readonly one: string; readonly many: string };
  /** Undefined while they are read. */
  used: readonly UsedProperty[] | undefined;
  onShow: (where: string) => void;
  onClose: () => void;
}

const SETTLE_MS = 250;
/** Values of a property that are offered. */
const OFFERED = 50;
/** The longest text that values are looked for by. */
const LONGEST = 200;

/**
 * Edits the conditions of a table, with their problems, the number of matches, and the same filter as a public request.
 */
export function WhereBuilder(props: WhereBuilderProps) {
  const { rows, onRows, isAsked, input, words } = props;
  const box = useRef<HTMLFormElement>(null);
  const { filter, problems } = readRows(rows);
  const told = [...problems].filter(([, { isUnfilled }]) => isAsked || !isUnfilled);
  const where = whereText(filter);
  const isWrong = [...problems.values()].some(({ isUnfilled }) => !isUnfilled);
  const count = useCount(input, where, !isWrong);
  const put = (at: number, row: WhereRow) => onRows(rows.map((each, place) => (place === at ? row : each)));
  const focusRow = (at: number) =>
    requestAnimationFrame(() =>
      box.current?.querySelector<HTMLElement>(at < 0 ? "[data-add]" : `[data-condition="${at}"] input`)?.focus(),
    );
  // What opens takes the focus: its button stands beside it.
  useEffect(() => {
    box.current?.querySelector("input")?.focus();
  }, []);

  function submit(): void {
    if (problems.size === 0) props.onShow(where);
    else {
      props.onAsked();
      const [first] = problems.keys();
      focusRow(first ?? 0);
    }
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== "Escape" || event.defaultPrevented || event.nativeEvent.isComposing) return;
    event.preventDefault();
    props.onClose();
  }
  const cannot = isWrong ? "Complete the conditions above." : null;
  return (
    <form
      ref={box}
      id={props.id}
      aria-label={`Which ${words.many}`}
      noValidate
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      className="max-h-[50vh] shrink-0 space-y-3 overflow-y-auto border-line border-y bg-canvas px-4 py-3 print:hidden"
    >
      <ol className="space-y-3">
        {rows.map((row, at) => (
          <Condition
            // biome-ignore lint/suspicious/noArrayIndexKey: a row has no name of its own, and its controls keep nothing.
            key={at}
            at={at}
            row={row}
            problem={told.find(([place]) => place === at)?.[1]}
            used={props.used}
            input={input}
            onChange={(next) => put(at, next)}
            onRemove={() => {
              onRows(rows.length === 1 ? [EMPTY_ROW] : rows.filter((_, place) => place !== at));
              focusRow(rows.length === 1 ? 0 : -1);
            }}
          />
        ))}
      </ol>
      <p className="break-words text-13 text-ink-2" dir="auto">
        {isWrong ? cannot : firstUp(whereWords(filter, words.many))}
      </p>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button type="submit" size="sm" variant="primary" disabledReason={cannot}>
          Show matches
        </Button>
        <p role="status" className="numerals text-12 text-ink-2">
          {isWrong ? "" : countWords(count, words)}
        </p>
        <div className="ms-auto flex flex-wrap items-center gap-2">
          <Button
            data-add
            size="sm"
            icon={<Plus aria-hidden="true" size={14} />}
            onClick={() => {
              onRows([...rows, EMPTY_ROW]);
              focusRow(rows.length);
            }}
          >
            Add a condition
          </Button>
          <Button
            size="sm"
            disabledReason={rows.every(isEmptyRow) ? "There are no conditions." : null}
            onClick={() => {
              onRows([EMPTY_ROW]);
              focusRow(0);
            }}
          >
            Clear
          </Button>
        </div>
      </div>
    </form>
  );
}

/** Reads the number of matches; a count that is no longer needed is cancelled. */
function useCount(input: WhereBuilderProps["input"], where: string, enabled: boolean) {
  const client = useStudioClient();
  const api = useApi();
  const settled = useSettled(where, SETTLE_MS);
  const asked = { ...input, ...(settled !== "" && { property_filter: settled }), limit: 1 };
  const query = useQuery({
    queryKey: [...api.entities.list.queryKey(asked), "count"],
    // Sent alone: a batch is cancelled only with all that travels in it.
    queryFn: ({ signal }) => client.entities.list.query(asked, { signal, context: { alone: true } }),
    enabled,
    placeholderData: keepPreviousData,
  });
  return { total: query.data?.total, error: query.error, isOld: settled !== where || query.isPlaceholderData };
}

function countWords({ total, error, isOld }: ReturnType<typeof useCount>, words: WhereBuilderProps["words"]): string {
  if (error !== null && !isOld) return `Not counted. ${failureWords(error)}`;
  if (isOld || total == null) return "Counting…";
  return `${total.toLocaleString("en")} ${total === 1 ? `${words.one} matches` : `${words.many} match`}`;
}

const firstUp = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

interface ConditionProps {
  at: number;
  row: WhereRow;
  problem: RowProblem | undefined;
  used: readonly UsedProperty[] | undefined;
  input: WhereBuilderProps["input"];
  onChange: (row: WhereRow) => void;
  onRemove: () => void;
}

/** A condition: a property, an operator, a value, and what is wrong with them. */
function Condition({ at, row, problem, used: read, input, onChange, onRemove }: ConditionProps) {
  const id = useId();
  const used = read ?? [];
  const property = used.find(({ path }) => path === row.path);
  const usual = usualKind(property);
  const change = (part: Partial<WhereRow>) => {
    const known = part.path === undefined ? usual : usualKind(used.find(({ path }) => path === part.path));
    onChange(changedRow(row, part, known));
  };
  // The kind follows from the property; it is asked for only where nothing tells, or where it was chosen to be another.
  const asksKind =
    row.path !== null &&
    read !== undefined &&
    (usual === null || usual !== row.kind || Object.keys(property?.kinds ?? {}).length > 1);
  return (
    <li data-condition={at}>
      <fieldset aria-label={`Condition ${at + 1}`} className="flex min-w-0 flex-wrap items-start gap-2">
        <span className="w-12 pt-1.5 text-12 text-ink-3">{at === 0 ? "Where" : "and"}</span>
        <Combobox
          label="Property"
          isLabelHidden
          placeholder="country, age"
          options={used.filter(({ path }) => path !== "").map(({ path }) => ({ value: path, label: path }))}
          value={null}
          text={row.path ?? ""}
          onChoose={(path) => change({ path })}
          onText={(path) => change({ path })}
          className="w-44"
        />
        <Select
          label="Comparison"
          isLabelHidden
          options={OPERATORS.map((value) => ({ value, label: operatorWords(value, row.kind === "text") }))}
          value={row.operator}
          onChange={({ target }) => change({ operator: target.value as FilterOperator })}
          className="w-36"
        />
        {asksKind && (
          <Select
            label="Kind of value"
            isLabelHidden
            options={KINDS_OF[row.operator].map((value) => ({ value, label: KIND_WORDS[value] }))}
            value={row.kind}
            onChange={({ target }) => change({ kind: target.value as WhereRow["kind"] })}
            className="w-44"
          />
        )}
        <div className="min-w-40 max-w-96 grow">
          <Value
            row={row}
            describedBy={problem === undefined ? undefined : id}
            input={input}
            onChange={(draft) => change({ draft })}
          />
          {problem !== undefined && (
            <p id={id} role="alert" className="mt-1 text-12 text-error">
              {problem.message}
            </p>
          )}
        </div>
        <IconButton label={`Remove condition ${at + 1}`} icon={<X aria-hidden="true" size={16} />} onClick={onRemove} />
      </fieldset>
    </li>
  );
}

interface ValueProps {
  row: WhereRow;
  describedBy: string | undefined;
  input: WhereBuilderProps["input"];
  onChange: (draft: string) => void;
}

const YES_OR_NO = [
  { value: "", label: "Choose…" },
  { value: "yes", label: "Yes" },
  { value: "no", label: "No" },
];

/** The values in use of a row's property that have what is typed, as they are typed. */
function useValues({ project_id, type, at_seq }: WhereBuilderProps["input"], { path, kind }: WhereRow, typed: string) {
  const q = useSettled(typed.trim(), SETTLE_MS);
  const asked = {
    project_id,
    // A property may itself be called “properties”.
    path: `properties.${path ?? ""}`,
    limit: OFFERED,
    ...(type !== undefined && { type }),
    ...(q !== "" && q.length <= LONGEST && { q }),
    ...(at_seq !== undefined && { at_seq }),
  };
  const enabled = path !== null && path !== "" && (kind === "text" || kind === "texts" || kind === "number");
  const options = { enabled, placeholderData: keepPreviousData };
  const { data } = useQuery(useApi().entities.values.queryOptions(asked, options));
  const wanted = kind === "number" ? "number" : "string";
  const values = enabled ? (data?.values ?? []) : [];
  return values.filter(({ value }) => typeof value === wanted).map(({ value }) => String(value));
}

/** The control of a value: a line that offers the values in use, several lines to which they are added, or yes and no. */
function Value({ row, describedBy, input, onChange }: ValueProps) {
  const { operator, kind, draft } = row;
  const id = useId();
  const [looked, setLooked] = useState("");
  const isLines = operator === "$in" ? kind !== "json" : kind === "texts";
  const offered = useValues(input, row, isLines ? looked : draft);
  const shared = {
    "aria-label": isLines ? "Values, one per line" : "Value",
    "aria-describedby": describedBy,
    "aria-invalid": describedBy === undefined ? undefined : true,
    value: draft,
    spellCheck: false,
    dir: kind === "json" ? "ltr" : "auto",
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  } as const;
  if (kind === "flag") {
    return (
      <Select
        label="Value"
        isLabelHidden
        options={YES_OR_NO}
        value={draft === "yes" || draft === "no" ? draft : ""}
        aria-describedby={describedBy}
        onChange={shared.onChange}
      />
    );
  }
  if (isLines || kind === "json") {
    const add = (value: string | null) =>
      value !== null && onChange([...draft.split("\n").filter((line) => line.trim() !== ""), value].join("\n"));
    return (
      <div className="space-y-1">
        {isLines && (
          <Combobox
            label="Add a value"
            isLabelHidden
            placeholder="Add a value"
            options={offered.map((value) => ({ value, label: value }))}
            value={null}
            onChoose={add}
            onText={add}
            onQuery={setLooked}
          />
        )}
        <textarea
          {...shared}
          rows={Math.min(8, Math.max(2, draft.split("\n").length))}
          className={`${CONTROL} ${kind === "json" ? "font-code text-12" : ""}`}
        />
      </div>
    );
  }
  return (
    <>
      <input
        {...shared}
        type="text"
        list={id}
        inputMode={kind === "number" ? "decimal" : undefined}
        className={CONTROL}
      />
      <datalist id={id}>
        {offered.map((value) => (
          <option key={value} value={value} />
        ))}
      </datalist>
    </>
  );
}
