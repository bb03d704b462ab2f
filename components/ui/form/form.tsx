"use client";

import { type ReactNode, useEffect } from "react";
import { Button, type ButtonProps } from "../button.tsx";
import { Notice } from "../notice.tsx";
import { Controls, fieldId } from "./controls.tsx";
import { type AnyForm, type FieldSpec, type Form, focusWithin } from "./use-form.ts";

interface FormFrameProps<Values extends object> {
  form: Form<Values>;
  /** Content of the form; its fields when absent. */
  children?: ReactNode;
  /** Takes the focus to its first field. */
  focuses?: boolean | undefined;
  label?: string | undefined;
}

/** The frame of a form: what is wrong above it, then its fields. Ctrl or ⌘ with Enter sends it from every field. */
export function FormFrame<Values extends object>({ form, children, focuses = false, label }: FormFrameProps<Values>) {
  const { element } = form;
  useEffect(() => {
    if (!focuses) return;
    const first = requestAnimationFrame(() => element.current?.querySelector("input")?.focus());
    return () => cancelAnimationFrame(first);
  }, [focuses, element]);
  return (
    <form
      ref={element}
      id={form.id}
      aria-label={label}
      noValidate
      onSubmit={form.submit}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey) || event.nativeEvent.isComposing) return;
        event.preventDefault();
        event.currentTarget.requestSubmit();
      }}
      className="space-y-4"
    >
      <Summary form={form} />
      {children ?? <Fields form={form} />}
    </form>
  );
}

/** Above a form: what is wrong that no field of it shows, and the way to those that do. */
function Summary({ form: { id, errors, failed, shape } }: { form: AnyForm }) {
  const marked = Object.keys(errors.fields);
  if (errors.summary.length === 0 && marked.length === 0) return null;
  const labelOf = (path: string) => {
    let fields = shape.fields;
    let label = path;
    for (const name of path.split("/")) {
      const field = fields.find((each) => each.name === name);
      label = field?.label ?? name;
      fields = field?.shape.kind === "object" ? field.shape.fields : [];
    }
    return label;
  };
  return (
    <Notice tone="error" title={failed} announce>
      {errors.summary.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {marked.length > 0 && (
        <p>
          {marked.length === 1 ? "Check this field: " : `Check these ${marked.length} fields: `}
          {marked.map((path, at) => (
            <span key={path}>
              {at > 0 && ", "}
              <a
                href={`#${fieldId(id, path)}`}
                className="link"
                onClick={(event) => {
                  event.preventDefault();
                  focusWithin(document.getElementById(fieldId(id, path)));
                }}
              >
                {labelOf(path)}
              </a>
            </span>
          ))}
          {/[^?]$/.test(labelOf(marked.at(-1) ?? "")) && "."}
        </p>
      )}
      {errors.requestId !== null && <p className="mt-1 break-all font-code text-11">request {errors.requestId}</p>}
    </Notice>
  );
}

interface FieldsProps<Values extends object> {
  form: Form<Values>;
  /** Names of the fields to draw; all when absent. */
  only?: readonly (keyof Values & string)[] | undefined;
}

/** The fields of a form that are asked for now. */
export function Fields<Values extends object>({ form, only }: FieldsProps<Values>) {
  const { id, shape, values, errors, disabledReason, isSending } = form;
  const specs = form.specs as Readonly<Record<string, FieldSpec<Values, unknown> | undefined>>;
  const readOnly = disabledReason !== null || isSending;
  return shape.fields.map(({ name, shape: whole, label }) => {
    const spec = specs[name];
    const own =
      "options" in whole && spec?.offers !== undefined
        ? { ...whole, options: whole.options.filter(({ value }) => spec.offers?.(values, value)) }
        : whole;
    if (only !== undefined && !(only as readonly string[]).includes(name)) return null;
    if (spec?.when?.(values) === false) return null;
    const control =
      spec?.draw === undefined ? (
        <Controls
          id={id}
          path={name}
          shape={own}
          draft={form.draft[name] ?? null}
          onChange={(draft) => form.write(name, draft)}
          onLeave={() => form.check(name)}
          errors={errors.fields}
          label={label}
          hint={typeof spec?.help === "function" ? spec.help(values) : spec?.help}
          look={spec}
          readOnly={readOnly}
        />
      ) : (
        spec.draw(
          {
            id: fieldId(id, name),
            value: form.draft[name],
            onChange: (value) => form.write(name, value as never),
            errors: errors.fields[name],
            readOnly,
          },
          values,
        )
      );
    const theirs = form.theirs[name];
    return (
      <div key={name}>
        {control}
        {theirs !== undefined && (
          <Theirs
            text={typeof theirs === "string" ? theirs : JSON.stringify(theirs)}
            onSettle={(keeps) => form.settle(name, keeps)}
          />
        )}
      </div>
    );
  });
}

/** Below a field that somebody else changed while it was being edited. */
export function Theirs({ text, onSettle }: { text: string; onSettle: (keeps: "mine" | "theirs") => void }) {
  return (
    <div role="status" className="mt-1 flex flex-wrap items-center gap-2 text-12 text-on-warn-soft">
      <span className="min-w-0 break-words" dir="auto">
        Someone changed this to “{text}”.
      </span>
      <Button size="sm" onClick={() => onSettle("theirs")}>
        Use theirs
      </Button>
      <Button size="sm" onClick={() => onSettle("mine")}>
        Keep mine
      </Button>
    </div>
  );
}

interface SubmitProps extends Omit<ButtonProps, "form"> {
  form: AnyForm;
  /** Words of the button while the request is in flight. */
  busy: string;
}

/** The button that sends a form. */
export function Submit({ form, busy, children, disabledReason, variant = "primary", ...button }: SubmitProps) {
  const unchanged = form.isChange && !form.isEdited ? "Nothing has changed." : null;
  return (
    <Button
      type="submit"
      form={form.id}
      variant={variant}
      disabled={form.isSending}
      disabledReason={form.disabledReason ?? disabledReason ?? unchanged}
      {...button}
    >
      {form.isSending ? busy : children}
    </Button>
  );
}
