"use client";

import { type FormEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from "react";
import type { Json, JsonObject } from "#domain/json.ts";
import type { ControlLook } from "./controls.tsx";
import {
  type Draft,
  type DraftIssue,
  draftOf,
  isSameDraft,
  isSingleLine,
  readChanges,
  readDraft,
  readField,
} from "./draft.ts";
import { type FormErrors, formErrors, NO_ERRORS, reportFault } from "./form-errors.ts";
import { type ObjectShape, type Shape, type ShapeField, type ShapeOption, shapeOf } from "./shape.ts";

/** Properties of a control that a screen draws itself. */
export interface OwnControl<Value> {
  readonly id: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly errors: readonly string[] | undefined;
  readonly readOnly: boolean;
}

/** A field of a form: its words, and what its schema does not say. */
export interface FieldSpec<Values, Value> extends ControlLook {
  readonly label: string;
  readonly help?: ReactNode | ((values: Values) => ReactNode);
  /** Rules of a value that the form's schema does not have, or not as it is asked for here. */
  readonly schema?: JsonObject | undefined;
  /** Options, in the order and the words of the screen. */
  readonly options?: readonly ShapeOption[] | undefined;
  /** Whether an option is offered now; all are when absent. */
  readonly offers?: ((values: Values, option: string) => boolean) | undefined;
  /** A secret that whoever writes it has to read. */
  readonly isReadable?: boolean | undefined;
  /** Whether text is sent exactly as typed, blanks at its ends included: a password. */
  readonly isExact?: boolean | undefined;
  /** Whether it is asked for; what is not keeps its value. */
  readonly when?: ((values: Values) => boolean) | undefined;
  /** Returns the other values that change with it. */
  readonly also?: ((values: Values) => Partial<Values>) | undefined;
  /** Draws a control that no shape describes; its value goes through the form as it is. */
  readonly draw?: ((control: OwnControl<Value>, values: Values) => ReactNode) | undefined;
}

export type FieldSpecs<Values> = { readonly [Name in keyof Values]?: FieldSpec<Values, Values[Name]> };

interface Ways<Values, Sent> {
  /** JSON schema of the body of the operation that the form feeds. */
  readonly schema?: JsonObject | undefined;
  /** The fields, in the order in which they are drawn. */
  readonly fields: FieldSpecs<Values>;
  /** Sends what was read. What it throws is said at the fields that it is about, else above them. */
  readonly send: (sent: Sent) => Promise<unknown>;
  /** Above the form, when something is wrong: "The key was not changed". */
  readonly failed: string;
  /** The field that a refusal with a code is about: `{ name_taken: "name" }`. */
  readonly codes?: Readonly<Record<string, string>> | undefined;
  /** Reason why the form is read-only; null while it can be changed. */
  readonly disabledReason?: string | null | undefined;
}

export type FormOptions<Values, Sent> = Ways<Values, Sent> &
  (
    | {
        /** Start values of a new resource, all of which are sent. */
        readonly start: Values;
        readonly loaded?: undefined;
        /** State of the form after sending: it closes, is emptied, or keeps its content. */
        readonly after?: "leaves" | "empties" | "stays" | undefined;
        /** Absent: a form that makes something begins anew each time. */
        readonly keptAs?: undefined;
      }
    | {
        /** Current values, of which a merge patch of the edited ones is sent. They may change while somebody writes. */
        readonly loaded: Values;
        readonly start?: undefined;
        readonly after?: undefined;
        /** Keeps what was typed under this name while the page stays: looking elsewhere loses no word. */
        readonly keptAs?: string | undefined;
      }
  );

/** A form, whatever it asks for. */
export interface AnyForm {
  readonly id: string;
  readonly element: RefObject<HTMLFormElement | null>;
  readonly shape: ObjectShape;
  readonly errors: FormErrors;
  readonly failed: string;
  readonly isSending: boolean;
  readonly isEdited: boolean;
  /** Whether the form changes something, so that there is nothing to send before an edit. */
  readonly isChange: boolean;
  readonly disabledReason: string | null;
  readonly submit: (event: FormEvent<HTMLFormElement>) => void;
}

export interface Form<Values extends object> extends AnyForm {
  readonly specs: FieldSpecs<Values>;
  /** Values of the form; where a field cannot be read, its start value. */
  readonly values: Values;
  readonly draft: Readonly<Record<string, Draft>>;
  /** Values that another person wrote into fields under edit, by field. */
  readonly theirs: Readonly<Record<string, Draft>>;
  readonly write: (name: string, draft: Draft) => void;
  /** Reads one field that was left, and says what is wrong with it. */
  readonly check: (name: string) => void;
  readonly settle: (name: string, keeps: "mine" | "theirs") => void;
  readonly discard: () => void;
}

interface Edit {
  readonly draft: Draft;
  /** Value of the field at the beginning of the edit. */
  readonly before: Draft;
}
type Edits = Readonly<Record<string, Edit>>;
type Specs<Values> = Readonly<Record<string, FieldSpec<Values, never> | undefined>>;

const kept = new Map<string, Edits>();

/**
 * The state of a form. It holds edits, not a copy: what nobody edited shows what is there now, and is never sent. The rules are
 * those of the operation's schema; the server alone knows the others, and its refusals stand at the fields.
 */
export function useForm<Values extends object, Sent = Values>(options: FormOptions<Values, Sent>): Form<Values> {
  const { fields, loaded, send, failed, codes = {}, disabledReason = null, keptAs } = options;
  const id = useId();
  const element = useRef<HTMLFormElement>(null);
  const [edits, setEdits] = useState<Edits>(() => (keptAs === undefined ? {} : (kept.get(keptAs) ?? {})));
  const [errors, setErrors] = useState<FormErrors>(NO_ERRORS);
  const [isSending, setSending] = useState(false);
  const [mistakes, setMistakes] = useState(0);

  const specs = fields as Specs<Values>;
  const shape = objectShape(specs, options.schema);
  const before = (loaded ?? options.start) as JsonObject;
  const untouched = draftOf(shape, before) as Readonly<Record<string, Draft>>;
  const draftsOf = (from: Edits) => ({
    ...untouched,
    ...Object.fromEntries(Object.entries(from).map(([name, edit]) => [name, edit.draft])),
  });
  const draft = draftsOf(edits);
  const values = valuesOf<Values>(shape, before, draft);
  const isEdited = Object.keys(edits).length > 0;

  useEffect(() => {
    if (keptAs === undefined) return;
    if (isEdited) kept.set(keptAs, edits);
    else kept.delete(keptAs);
  }, [keptAs, edits, isEdited]);

  // A page that is left takes what was typed with it.
  useEffect(() => {
    if (!isEdited || isSending) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isEdited, isSending]);

  useEffect(() => {
    if (mistakes > 0) focusWithin(element.current?.querySelector(MISTAKEN) ?? null);
  }, [mistakes]);

  function put(from: Edits, name: string, next: Draft): Edits {
    const field = fieldOf(shape, name);
    const { [name]: own, ...others } = from;
    const was = untouched[name] ?? null;
    return isSameDraft(field.shape, next, was)
      ? others
      : { ...others, [name]: { draft: next, before: own?.before ?? was } };
  }

  function write(name: string, next: Draft): void {
    setEdits((from) => {
      let written = put(from, name, next);
      const also = specs[name]?.also?.(valuesOf<Values>(shape, before, draftsOf(written))) ?? {};
      for (const [other, value] of Object.entries(also)) {
        written = put(written, other, draftOf(fieldOf(shape, other).shape, value as Json));
      }
      return written;
    });
    setErrors(({ fields: at, ...rest }) => ({ ...rest, fields: withoutField(at, name) }));
  }

  function fail(next: FormErrors): void {
    setErrors(next);
    setMistakes((count) => count + 1);
  }

  async function sendRead(): Promise<void> {
    const secrets = shape.fields
      .filter(({ shape: own }) => own.kind === "secret")
      .map(({ name }) => element.current?.elements.namedItem(name))
      .filter((control) => control instanceof HTMLInputElement);
    const tidied = (name: string, typed: string) => (specs[name]?.isExact === true ? typed : typed.trim());
    const tidy = { ...draft, ...Object.fromEntries(secrets.map(({ name, value }) => [name, tidied(name, value)])) };
    for (const name of Object.keys(edits)) {
      const typed = tidy[name];
      if (typeof typed === "string" && isSingleLine(fieldOf(shape, name).shape)) tidy[name] = tidied(name, typed);
    }
    const read = loaded === undefined ? readDraft(shape, tidy) : readChanges(shape, before, tidy);
    const shown = shownFields(shape, specs, values);
    if (!("value" in read)) return fail(issueErrors(read.issues, shown));
    setSending(true);
    try {
      await send(read.value as Sent);
      // The form may be gone by now, and what it kept with it.
      if (keptAs !== undefined) kept.delete(keptAs);
      setErrors(NO_ERRORS);
      for (const control of secrets) control.value = "";
      // A form that is done with stays as it is until it is gone, so that nothing is sent twice.
      const after = loaded === undefined ? (options.after ?? "leaves") : "empties";
      if (after === "empties") setEdits({});
      if (after !== "leaves") setSending(false);
    } catch (error) {
      reportFault(error);
      fail(formErrors(error, { fields: shown, codes }));
      setSending(false);
    }
  }

  return {
    id,
    element,
    shape,
    specs: fields,
    values,
    draft,
    errors,
    failed,
    isSending,
    isEdited,
    isChange: loaded !== undefined,
    disabledReason,
    theirs: Object.fromEntries(
      Object.entries(edits).flatMap(([name, edit]) => {
        const now = untouched[name] ?? null;
        return isSameDraft(fieldOf(shape, name).shape, now, edit.before) ? [] : [[name, now]];
      }),
    ),
    write,
    check: (name) => {
      if (edits[name] === undefined) return;
      const issues: DraftIssue[] = [];
      readField(fieldOf(shape, name), draft[name] ?? null, [name], issues);
      const { fields: at } = issueErrors(issues, shownFields(shape, specs, values));
      setErrors((now) => ({ ...now, fields: { ...withoutField(now.fields, name), ...at } }));
    },
    settle: (name, keeps) => {
      setEdits(({ [name]: own, ...others }) =>
        own === undefined || keeps === "theirs"
          ? others
          : { ...others, [name]: { ...own, before: untouched[name] ?? null } },
      );
    },
    discard: () => {
      setEdits({});
      setErrors(NO_ERRORS);
    },
    submit: (event) => {
      event.preventDefault();
      // A popup's form lies inside another one's React tree.
      event.stopPropagation();
      if (disabledReason === null && !isSending && (loaded === undefined || isEdited)) void sendRead();
    },
  };
}

const MISTAKEN = "[aria-invalid=true], [data-invalid]";

/** Takes the focus to a control, or to the first one of a group. */
export function focusWithin(element: Element | null): void {
  const control = element?.matches("fieldset") === true ? element.querySelector("input, select, textarea") : element;
  if (control instanceof HTMLElement) control.focus();
}

function objectShape<Values>(specs: Specs<Values>, schema: JsonObject = {}): ObjectShape {
  const whole = shapeOf(schema);
  const ruled = whole.kind === "object" ? whole.fields : [];
  return {
    kind: "object",
    fields: Object.entries(specs).map(([name, spec]): ShapeField => {
      const rules = ruled.find((field) => field.name === name);
      const own = spec?.schema === undefined ? rules?.shape : shapeOf(spec.schema);
      return {
        name,
        label: spec?.label ?? name,
        hint: undefined,
        isRequired: rules?.isRequired ?? true,
        isNullable: rules?.isNullable ?? false,
        shape: spec?.draw !== undefined ? { kind: "own" } : asAsked(own, spec),
      };
    }),
  };
}

function asAsked<Values>(shape: Shape = { kind: "json" }, spec: FieldSpec<Values, never> | undefined): Shape {
  const { options, isReadable } = spec ?? {};
  if (shape.kind === "secret" && isReadable === true) return { ...shape, kind: "text" };
  if (options === undefined) return shape;
  return shape.kind === "choices" ? { ...shape, options } : { kind: "choice", options };
}

function fieldOf(shape: ObjectShape, name: string): ShapeField {
  const field = shape.fields.find((each) => each.name === name);
  if (field === undefined) throw new Error(`the form has no field ${name}`);
  return field;
}

function valuesOf<Values>(shape: ObjectShape, before: JsonObject, draft: Readonly<Record<string, Draft>>): Values {
  const values: JsonObject = { ...before };
  for (const field of shape.fields) {
    const own = draft[field.name] ?? null;
    const value = readField(field, own, [], []);
    // What was written or chosen says something even where it cannot be sent.
    if (value !== undefined) values[field.name] = value;
    else if (field.shape.kind === "texts") values[field.name] = [];
    else if (field.shape.kind === "text" || field.shape.kind === "choice") values[field.name] = own;
  }
  return values as Values;
}

function shownFields<Values>(shape: ObjectShape, specs: Specs<Values>, values: Values): readonly string[] {
  const paths = (fields: readonly ShapeField[], above: string): string[] =>
    fields.flatMap(({ name, shape: own }) => [
      above + name,
      ...(own.kind === "object" ? paths(own.fields, `${above}${name}/`) : []),
    ]);
  return paths(
    shape.fields.filter(({ name }) => specs[name]?.when?.(values) ?? true),
    "",
  );
}

/** Returns the mistakes of a draft in the form of a refusal. */
function issueErrors(issues: readonly DraftIssue[], shown: readonly string[]): FormErrors {
  const fields: Record<string, string[]> = {};
  const summary: string[] = [];
  for (const { path, message } of issues) {
    const name = path.join("/");
    if (shown.includes(name)) fields[name] = [...(fields[name] ?? []), message];
    else summary.push(`${path.join(", ")}: ${message}`);
  }
  return { fields, summary, requestId: null };
}

function withoutField(fields: FormErrors["fields"], name: string): FormErrors["fields"] {
  return Object.fromEntries(Object.entries(fields).filter(([at]) => at !== name && !at.startsWith(`${name}/`)));
}
