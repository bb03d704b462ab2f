"use client";

import { useRef, useState } from "react";
import { counted } from "#domain/counted.ts";
import { type Json, jsonEqual } from "#domain/json.ts";
import { tabbedLine } from "#domain/rows/csv.ts";
import { valueOfEntries } from "#domain/templates/property-values.ts";
import { isList, type PropertyDefinition } from "#domain/templates/template.ts";
import { useStudioClient } from "../../../frame/api/api-provider.tsx";
import type { Outputs } from "../../../frame/api/client.ts";
import { useChange } from "../../../frame/api/use-change.ts";
import { useProjectId } from "../../../frame/project/project-provider.tsx";
import { faultSentence } from "../../../ui/form/fault-words.ts";
import { FormMistake, whyNot } from "../../../ui/form/form-errors.ts";
import { late, useLate } from "../../../ui/late.tsx";
import { type CellBlock, type CellEditing, pastedCells, type UnsavedCell } from "../../../ui/list/cells.ts";
import { showToast } from "../../../ui/toast.ts";
import type { Kind } from "../entity/property-edit.ts";
import type { Entity } from "../entity/use-entity.ts";
import { columnValue, fieldOf, fieldValue } from "./cell-fields.ts";
import type { Part } from "./many-change.ts";
import {
  type CellChange,
  type CellField,
  type Definitions,
  partsOfPaste,
  readCell,
  recordsOf,
  textOfCell,
} from "./pasted-block.ts";
import { sayNamed } from "./row-names.tsx";
import { tooMany } from "./use-change-many.ts";
import { useFindEntity } from "./use-find-entity.ts";

export const CellFieldLate = late(() => import("./cell-field.tsx").then((part) => part.CellInput));

/** Value that is to be written into a cell: a text that was typed or pasted, or a value as another cell has it. */
interface AskedCell {
  readonly row: Entity;
  readonly column: string;
  readonly text: string;
  /** Absent where the text has to be read. */
  readonly value?: { readonly exact: Json | undefined };
}

/** Editing of cells that also takes values as they are. */
export interface EntityCells extends CellEditing<Entity> {
  /** Gives a cell a value; `text` says it meanwhile. */
  set(row: Entity, column: string, value: Json | undefined, text: string): void;
  /** Value of a cell, also while it is on its way to the record. */
  valueNow(row: Entity, column: string): Json | undefined;
}

type BatchError = Outputs["entities"]["batch"]["errors"][number];

const keyOf = (row: Entity, column: string): string => `${row.id} ${column}`;

interface Editing {
  readonly rows: readonly Entity[];
  readonly words: { readonly one: string; readonly many: string };
  /** Kinds of values that properties have. */
  readonly kinds: ReadonlyMap<string, Kind>;
  /** Declarations of the properties of the type. */
  readonly definitions: Definitions;
  readonly nameOf: (id: string) => string | undefined;
  readonly disabledReason: string | null;
  /** Reads the rows again. */
  readonly again: () => Promise<void>;
}

/**
 * Edits the cells of a table of the world. What a person does at once is one change: what the record refuses stays in its cell with
 * the reason, and all else is written.
 */
export function useCellEditing({
  rows,
  words,
  kinds,
  definitions,
  nameOf,
  disabledReason,
  again,
}: Editing): EntityCells {
  const project_id = useProjectId();
  const client = useStudioClient();
  const findEntity = useFindEntity();
  const Field = useLate(CellFieldLate, true);
  const [unsaved, setUnsaved] = useState<ReadonlyMap<string, UnsavedCell & Pick<AskedCell, "value">>>(new Map());
  const { mutateAsync } = useChange({
    mutationFn: (entities: readonly Part[]) =>
      client.entities.batch.mutate({ project_id, entities, mode: "independent" } as never),
  });
  // One change after the other: each begins with what the one before left.
  const before = useRef<Promise<void>>(Promise.resolve());
  const written = useRef(new Map<string, Entity>());
  /** Names of entities that were chosen here, by their ids. */
  const chosen = useRef(new Map<string, string>());
  const shown = useRef(rows);
  shown.current = rows;

  const definitionOf = (field: CellField) =>
    field.startsWith("properties.") ? definitions.get(field.slice("properties.".length)) : undefined;

  /** Returns an entity as it was read or written last. */
  function lastOf(row: Entity): Entity {
    const read = shown.current.find(({ id }) => id === row.id) ?? row;
    const own = written.current.get(row.id);
    return own !== undefined && (own.valid_from_seq ?? 0) > (read.valid_from_seq ?? 0) ? own : read;
  }
  const withBase = (part: Part, rowOf: (id: string) => Entity | undefined) => {
    const seq = rowOf(part.id)?.valid_from_seq ?? null;
    return seq === null ? part : { ...part, base_seq: seq };
  };

  function put(cells: readonly AskedCell[], stateOf: (cell: AskedCell) => UnsavedCell | null): void {
    setUnsaved((now) => {
      const next = new Map(now);
      for (const cell of cells) {
        const state = stateOf(cell);
        if (state === null) next.delete(keyOf(cell.row, cell.column));
        else
          next.set(keyOf(cell.row, cell.column), { ...state, ...(cell.value !== undefined && { value: cell.value }) });
      }
      return next;
    });
  }

  /** Reads the value that a cell is to have; a text says why there is none. */
  async function changeOf({ row, column, text, value }: AskedCell): Promise<CellChange | string | null> {
    const field = fieldOf(column);
    if (field === undefined) return "This column cannot be edited.";
    const now = lastOf(row);
    if (field === "name" && now.source_project_id != null) return LINKED;
    let read: { readonly before: Json | undefined; readonly after: Json | undefined };
    if (field === "parent_id") {
      const place =
        value === undefined ? await findEntity(text, "location") : { id: (value.exact ?? null) as string | null };
      if ("problem" in place) return place.problem;
      read = { before: now.parent_id, after: place.id };
    } else if (value !== undefined) {
      read = { before: fieldValue(now, field), after: value.exact };
    } else if (definitionOf(field)?.kind === "reference" && text.trim() !== "") {
      const definition = definitionOf(field) as PropertyDefinition;
      const entries: string[] = [];
      for (const entry of isList(definition) ? text.split(/[,\n]/) : [text]) {
        const found = await findEntity(entry, definition.of_type);
        if ("problem" in found) return found.problem;
        if (found.id !== null) entries.push(found.id);
      }
      read = { before: fieldValue(now, field), after: valueOfEntries(definition, entries) };
    } else {
      const own = readCell(now, field, text, kinds, definitions);
      if ("problem" in own) return own.problem;
      read = own;
    }
    const isSame = jsonEqual(read.before ?? null, read.after ?? null);
    return isSame ? null : { row: now, column: field, ...read };
  }

  async function send(cells: readonly AskedCell[]): Promise<void> {
    const refused = new Map<AskedCell, string>();
    const changes = new Map<AskedCell, CellChange>();
    try {
      for (const cell of cells) {
        const change = await changeOf(cell);
        if (typeof change === "string") refused.set(cell, change);
        else if (change !== null) changes.set(cell, change);
      }
      const { make, undo } = partsOfPaste([...changes.values()]);
      const many = tooMany(make.length);
      if (many !== null) throw new FormMistake(many);
      if (make.length > 0) {
        const based = [...changes.values()].map(({ row }) => row as Entity);
        const answer = await mutateAsync(
          make.map((part) => withBase(part, (id) => based.find((row) => row.id === id))),
        );
        for (const entity of answer.entities) written.current.set(entity.id, entity);
        for (const error of answer.errors) {
          const id = make[error.index]?.id;
          if (id !== undefined) written.current.delete(id);
          for (const [cell] of changes) if (cell.row.id === id) refused.set(cell, wordsOf(error));
        }
        const done = undo.filter((_, at) => !answer.errors.some(({ index }) => index === at));
        const count = [...changes.keys()].filter((cell) => !refused.has(cell)).length;
        if (cells.length > 1 && count > 0)
          showToast({ text: `${counted(count, "cell")} changed.`, undo: () => takeBack(done) });
      }
    } catch (error) {
      for (const cell of cells) if (!refused.has(cell)) refused.set(cell, whyNot(error));
    }
    await again().catch(() => undefined);
    put(cells, (cell) => {
      const problem = refused.get(cell);
      return problem === undefined ? null : { text: cell.text, problem };
    });
  }

  function takeBack(parts: readonly Part[]): void {
    void mutateAsync(parts.map((part) => withBase(part, (id) => written.current.get(id))))
      .then(({ entities, errors }) => {
        for (const entity of entities) written.current.set(entity.id, entity);
        if (errors.length > 0)
          showToast({ text: `${counted(errors.length, words.one, words.many)} stayed: changed again since.` });
      })
      .then(again)
      .catch((error: unknown) => showToast({ text: `Not undone. ${whyNot(error)}` }));
  }

  function ask(cells: readonly AskedCell[]): void {
    if (cells.length === 0) return;
    if (disabledReason !== null) {
      showToast({ text: disabledReason });
      return;
    }
    put(cells, ({ text }) => ({ text, problem: null }));
    before.current = before.current.then(() => send(cells));
  }

  const textOf = (row: Entity, column: string): string => {
    const field = fieldOf(column);
    if (field === undefined) return "";
    if (field === "parent_id") return row.parent_id === null ? "" : (nameOf(row.parent_id) ?? row.parent_id);
    if (definitionOf(field)?.kind === "reference") return sayNamed(fieldValue(row, field), nameOf);
    return textOfCell(row, field, definitions);
  };
  const cellsOf = ({ rows: some, columns }: CellBlock<Entity>, cellOf: (row: Entity, column: string) => AskedCell) =>
    some.flatMap((row) =>
      columns.filter((column) => fieldOf(column) !== undefined).map((column) => cellOf(row, column)),
    );

  return {
    disabledReason,
    canEdit: (column) => fieldOf(column) !== undefined,
    unsaved: (row, column) => {
      const own = unsaved.get(keyOf(row, column));
      return own && { ...own, text: chosen.current.get(own.text) ?? own.text };
    },
    field: (props) => {
      const field = fieldOf(props.column);
      if (Field === null || field === undefined) return null;
      const held = unsaved.get(keyOf(props.row, props.column))?.text;
      const text = held === undefined ? textOf(props.row, props.column) : (chosen.current.get(held) ?? held);
      const onNamed = (id: string, name: string) => void chosen.current.set(id, name);
      return (
        <Field {...props} field={field} kinds={kinds} definition={definitionOf(field)} text={text} onNamed={onNamed} />
      );
    },
    write: (row, column, text) => {
      const isSame = text === textOf(lastOf(row), column);
      if (isSame) put([{ row, column, text }], () => null);
      else ask([{ row, column, text }]);
    },
    toggle: (row, column) => {
      const field = fieldOf(column);
      const now = field === undefined ? undefined : fieldValue(lastOf(row), field);
      if (typeof now !== "boolean") return false;
      ask([{ row, column, text: now ? "No" : "Yes", value: { exact: !now } }]);
      return true;
    },
    clear: (block) => {
      const columns = block.columns.filter((column) => column !== "name" && column !== "id");
      ask(cellsOf({ ...block, columns }, (row, column) => ({ row, column, text: "", value: { exact: undefined } })));
    },
    fill: (from, block) => {
      const source = lastOf(from);
      ask(
        cellsOf(block, (row, column) => {
          const field = fieldOf(column);
          const exact = field === undefined ? undefined : fieldValue(source, field);
          return { row, column, text: textOf(source, column), value: { exact } };
        }),
      );
    },
    copy: ({ rows: some, columns }) =>
      some.map((row) => tabbedLine(columns.map((column) => textOf(lastOf(row), column)))).join("\n"),
    paste: (text, place) => {
      try {
        const block = recordsOf(text.replace(/\r?\n$/, "")).map(({ cells }) => cells.map((cell) => cell ?? ""));
        const { cells, isCut } = pastedCells(block, place);
        if (isCut) showToast({ text: "Some of it was left out: the table ends before it." });
        ask(cells.filter(({ column }) => fieldOf(column) !== undefined));
      } catch (error) {
        showToast({ text: error instanceof Error ? error.message : "The cells could not be read." });
      }
    },
    set: (row, column, value, text) => ask([{ row, column, text, value: { exact: value } }]),
    valueNow: (row, column) => {
      const own = unsaved.get(keyOf(row, column));
      if (own?.problem === null && own.value !== undefined) return own.value.exact;
      return columnValue(row, column);
    },
    discard: (row, column) => {
      const isHeld = unsaved.get(keyOf(row, column))?.problem != null;
      if (isHeld) put([{ row, column, text: "" }], () => null);
      return isHeld;
    },
  };
}

/** Words for a cell whose value came from another project. */
const LINKED = "This comes from another project and is changed there.";

/** Returns the reason why a part of a batch was refused, as it is said at a cell. */
function wordsOf({ code, message, detail }: BatchError): string {
  if (code === "linked") return LINKED;
  if (code === "edit_conflict") return "Somebody else changed this meanwhile. Write it again to keep yours.";
  const said = Array.isArray(detail)
    ? detail.flatMap((item) => {
        const msg = (item as { msg?: unknown } | null)?.msg;
        return typeof msg === "string" ? [faultSentence(msg)] : [];
      })
    : [];
  return said.length > 0 ? said.join(" ") : message;
}
