"use client";

import { type FocusEvent, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from "react";
import { splitPath, valueAt } from "#domain/filter/property-path.ts";
import type { Json } from "#domain/json.ts";
import { isList, type PropertyDefinition } from "#domain/templates/template.ts";
import { EntityField } from "../../../frame/project/entity-field.tsx";
import { Combobox } from "../../../ui/combobox.tsx";
import type { CellFieldProps, CellStep } from "../../../ui/list/cells.ts";
import { type Kind, kindOf } from "../entity/property-edit.ts";
import type { Entity } from "../entity/use-entity.ts";
import { columnValue } from "./cell-fields.ts";
import { type CellField, headOf } from "./pasted-block.ts";

interface CellInputProps extends CellFieldProps<Entity> {
  field: CellField;
  kinds: ReadonlyMap<string, Kind>;
  /** Declaration of the property; undefined where no template has it. */
  definition: PropertyDefinition | undefined;
  /** Told the name of an entity that was chosen. */
  onNamed: (id: string, name: string) => void;
  /** Text that the cell holds, or that was refused in it. */
  text: string;
}

const MAX_LENGTH: Partial<Record<CellField, number>> = { name: 500, external_id: 255 };
const YES_NO = [
  { value: "yes", label: "Yes" },
  { value: "no", label: "No" },
];

/** Field in which a cell is edited, over the cell: Enter, Tab and leaving keep what was written, Escape does not. */
export function CellInput({ row, field, kinds, definition, typed, text, onNamed, onDone }: CellInputProps) {
  const label = `${definition?.label ?? headOf(field)} of ${row.name}`;
  const asked = controlOf(row, field, kinds, definition);
  if (asked === "entity") {
    const isPlace = field === "parent_id";
    const own = isPlace ? row.parent_id : columnValue(row, field);
    const value = typeof own === "string" ? { id: own, name: text } : null;
    const type = isPlace ? "location" : (definition?.of_type ?? null);
    return (
      <Chosen onDone={onDone}>
        {(choose, leave) => (
          <EntityField
            label={label}
            isLabelHidden
            {...(type !== null && { type })}
            placeholder={isPlace ? "Nowhere" : "Nobody, nothing"}
            value={value}
            except={[row.id]}
            takesFocus
            opensWith={{ typed }}
            onChoose={(chosen) => {
              if (chosen !== null) onNamed(chosen.id, chosen.name);
              choose(chosen?.id ?? "");
            }}
            onLeave={leave}
          />
        )}
      </Chosen>
    );
  }
  if (asked !== "text") {
    const value = asked.find((option) => option.value.toLowerCase() === text.toLowerCase())?.value ?? null;
    return (
      <Chosen onDone={onDone}>
        {(choose, leave) => (
          <Combobox
            label={label}
            isLabelHidden
            takesFocus
            opensWith={{ typed }}
            options={asked}
            value={value}
            text={text}
            onChoose={(next) => choose(next ?? "")}
            onText={choose}
            onLeave={leave}
          />
        )}
      </Chosen>
    );
  }
  return (
    <Written
      label={label}
      text={typed ?? text}
      maxLength={MAX_LENGTH[field]}
      isSelected={typed === null}
      onDone={onDone}
    />
  );
}

/** Returns the control of a cell: a search for an entity, the options of a choice, or a text. */
function controlOf(
  row: Entity,
  field: CellField,
  kinds: ReadonlyMap<string, Kind>,
  definition: PropertyDefinition | undefined,
): "entity" | "text" | readonly { readonly value: string; readonly label: string }[] {
  if (field === "parent_id") return "entity";
  if (definition === undefined) return kindIn(row, field, kinds) === "flag" ? YES_NO : "text";
  if (definition.kind === "reference") return isList(definition) ? "text" : "entity";
  if (definition.kind === "boolean") return YES_NO;
  if (definition.kind !== "choice") return "text";
  return definition.options.map((value) => ({ value, label: value }));
}

/** Returns the kind as which a cell is edited: that of its value, else the one that its property has elsewhere. */
function kindIn({ properties }: Entity, field: CellField, kinds: ReadonlyMap<string, Kind>): Kind {
  if (!field.startsWith("properties.")) return "text";
  const path = field.slice("properties.".length);
  const value = valueAt(properties as Json, splitPath(path));
  return value === undefined ? (kinds.get(path) ?? "text") : kindOf(value);
}

interface WrittenProps {
  label: string;
  text: string;
  maxLength: number | undefined;
  /** Whether all of it is marked at first; else the caret is at its end. */
  isSelected: boolean;
  onDone: CellFieldProps<Entity>["onDone"];
}

const BOX =
  "absolute top-0 start-0 z-20 min-w-full rounded-control border border-accent bg-panel text-13 text-ink shadow-raise";

/** A text in as many lines as it has. */
function Written({ label, text, maxLength, isSelected, onDone }: WrittenProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const isDone = useRef(false);
  useLayoutEffect(() => {
    const { current } = area;
    if (current === null) return;
    current.focus({ preventScroll: true });
    if (isSelected) current.select();
    else current.setSelectionRange(text.length, text.length);
  }, [isSelected, text]);
  function done(value: string | null, step: CellStep): void {
    if (isDone.current) return;
    isDone.current = true;
    onDone(value, step);
  }
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (event.nativeEvent.isComposing) return;
    const { value } = event.currentTarget;
    const step = stepOf(event);
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    done(event.key === "Escape" ? null : value, step);
  }
  return (
    <textarea
      ref={area}
      aria-label={label}
      defaultValue={text}
      maxLength={maxLength}
      dir="auto"
      rows={1}
      onKeyDown={onKeyDown}
      onBlur={({ target }) => done(target.value, "left")}
      className={`${BOX} field-sizing-content max-h-60 w-full resize-none px-1.5 py-1`}
    />
  );
}

/** Cell that a key in a field goes on to; undefined for keys that stay in it. */
function stepOf({ key, shiftKey }: KeyboardEvent): CellStep | undefined {
  if (key === "Escape") return null;
  if (key === "Tab") return shiftKey ? "previous" : "next";
  return key === "Enter" && !shiftKey ? "down" : undefined;
}

interface ChosenProps {
  onDone: CellFieldProps<Entity>["onDone"];
  children: (choose: (text: string) => void, leave: (isDone: boolean) => void) => ReactNode;
}

/** A choice over a cell: it is kept when it is made, and when the field is left by Tab. */
function Chosen({ onDone, children }: ChosenProps) {
  const box = useRef<HTMLFieldSetElement>(null);
  const chosen = useRef<string | null>(null);
  const isDone = useRef(false);
  function done(step: CellStep): void {
    if (isDone.current) return;
    isDone.current = true;
    onDone(chosen.current, step);
  }
  /** Goes on once the field has taken what was typed in it. */
  const leaveTo = (step: CellStep) => void setTimeout(() => done(step));
  function onKeyDownCapture(event: KeyboardEvent<HTMLFieldSetElement>): void {
    if (event.key !== "Tab" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (event.target instanceof HTMLElement) event.target.blur();
    leaveTo(event.shiftKey ? "previous" : "next");
  }
  function onBlur({ relatedTarget }: FocusEvent): void {
    if (relatedTarget instanceof Node && box.current?.contains(relatedTarget) === true) return;
    leaveTo("left");
  }
  return (
    <fieldset ref={box} className={`${BOX} w-full min-w-44`} onKeyDownCapture={onKeyDownCapture} onBlur={onBlur}>
      {children(
        (text) => {
          chosen.current = text;
        },
        (isKept) => {
          if (!isKept) chosen.current = null;
          done(isKept ? "down" : null);
        },
      )}
    </fieldset>
  );
}
