import type { InputHTMLAttributes, ReactNode } from "react";
import { AlertLine } from "../alert-line.tsx";
import { Checkbox } from "../checkbox.tsx";
import { NumberInput } from "../number-input.tsx";
import { OptionCards } from "../option-cards.tsx";
import { Switch } from "../switch.tsx";
import { type Draft, isSingleLine } from "./draft.ts";
import { CONTROL, FormField, FormGroup } from "./field.tsx";
import type { FormErrors } from "./form-errors.ts";
import type { Shape } from "./shape.ts";

/** Look and help of a control, besides its shape. */
export interface ControlLook
  extends Pick<
    InputHTMLAttributes<HTMLInputElement>,
    "autoComplete" | "autoCapitalize" | "inputMode" | "placeholder" | "spellCheck"
  > {
  /** Input type of a text for the browser. */
  readonly type?: "email" | "url" | undefined;
  /** Lines of a long text. */
  readonly rows?: number | undefined;
  /** A text without line breaks, however long. */
  readonly isLine?: boolean | undefined;
  /** Set as code. */
  readonly isCode?: boolean | undefined;
  /** Unit of a number, shown behind it. */
  readonly unit?: string | undefined;
  /** The label is only its name, not shown. */
  readonly isLabelHidden?: boolean | undefined;
  /** Cards side by side where there is room. */
  readonly isWide?: boolean | undefined;
  /** A flag that is a switch. */
  readonly isSwitch?: boolean | undefined;
  /** A secret that is sent as soon as it is pasted. */
  readonly sendsPasted?: boolean | undefined;
}

interface ControlsProps {
  /** Id of the form; that of a field has its path behind it. */
  id: string;
  /** Names from the outside in, with a slash between. */
  path: string;
  shape: Shape;
  draft: Draft;
  onChange: (draft: Draft) => void;
  /** The control was left. */
  onLeave?: (() => void) | undefined;
  errors: FormErrors["fields"];
  label: ReactNode;
  hint?: ReactNode;
  look?: ControlLook | undefined;
  isRequired?: boolean | undefined;
  readOnly?: boolean | undefined;
}

/** The controls of a value, as its shape asks for it: one field, or a group of them. */
export function Controls({ path, look = {}, ...props }: ControlsProps) {
  const { shape, draft, onChange, onLeave, errors, label, isRequired = true, readOnly = false } = props;
  const id = fieldId(props.id, path);
  const frame = { id, errors: errors[path], hint: props.hint ?? HINTS[shape.kind] };
  const text = typeof draft === "string" ? draft : "";
  const shared = {
    name: path,
    readOnly,
    onBlur: onLeave,
    value: text,
    autoComplete: look.autoComplete ?? "off",
    autoCapitalize: look.autoCapitalize,
    placeholder: look.placeholder,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  };
  switch (shape.kind) {
    case "object": {
      const held = typeof draft === "object" && draft !== null && !Array.isArray(draft) ? draft : {};
      return (
        <fieldset id={id} className="space-y-3">
          <legend className={look.isLabelHidden === true ? "sr-only" : "mb-2 font-semibold text-13"}>{label}</legend>
          {props.hint != null && <p className="text-12 text-ink-3">{props.hint}</p>}
          {errors[path]?.map((message) => (
            <AlertLine key={message}>{message}</AlertLine>
          ))}
          {shape.fields.map((field) => (
            <Controls
              key={field.name}
              {...props}
              look={undefined}
              path={`${path}/${field.name}`}
              shape={field.shape}
              draft={held[field.name] ?? null}
              onChange={(value) => onChange({ ...held, [field.name]: value })}
              label={field.isRequired || field.shape.kind === "flag" ? field.label : `${field.label} (optional)`}
              hint={field.hint}
              isRequired={field.isRequired}
            />
          ))}
        </fieldset>
      );
    }
    case "flag": {
      const Flag = look.isSwitch === true ? Switch : Checkbox;
      return (
        <div>
          <Flag
            label={String(label)}
            checked={draft === true}
            disabled={readOnly}
            onChange={({ target }) => onChange(target.checked)}
          />
          {frame.hint != null && <p className="mt-1 text-12 text-ink-3">{frame.hint}</p>}
        </div>
      );
    }
    case "choices": {
      const chosen = Array.isArray(draft) ? draft : [];
      const choose = (value: string, isChosen: boolean) =>
        onChange([...chosen.filter((each) => each !== value), ...(isChosen ? [value] : [])]);
      return (
        <FormGroup legend={label} {...frame}>
          <ul className="space-y-1.5">
            {shape.options.map(({ value, label: name, means }) => (
              <li key={value}>
                <Checkbox
                  label={name}
                  checked={chosen.includes(value)}
                  disabled={readOnly}
                  aria-describedby={means === undefined ? undefined : `${id}-${value}`}
                  onChange={({ target }) => choose(value, target.checked)}
                />
                {means !== undefined && (
                  <p id={`${id}-${value}`} className="ms-6 text-12 text-ink-3">
                    {means}
                  </p>
                )}
              </li>
            ))}
          </ul>
        </FormGroup>
      );
    }
    case "choice":
      if (shape.options.some(({ means }) => means !== undefined)) {
        return (
          <FormGroup legend={label} {...frame}>
            <OptionCards isWide={look.isWide} value={text} onChange={onChange} options={shape.options} />
          </FormGroup>
        );
      }
      return (
        <FormField label={label} {...frame}>
          {(control) => (
            <select
              {...control}
              name={path}
              disabled={readOnly}
              value={text}
              onChange={shared.onChange}
              className={`${CONTROL} cursor-pointer`}
            >
              {(text === "" || !isRequired) && <option value="">Choose…</option>}
              {text !== "" && shape.options.every(({ value }) => value !== text) && (
                <option value={text}>{text}</option>
              )}
              {shape.options.map((option) => (
                <option key={option.value} value={option.value}>
                  {option.label}
                </option>
              ))}
            </select>
          )}
        </FormField>
      );
    default: {
      const { input, isCode } = writtenAs(shape, look);
      const style = `${CONTROL} ${isCode ? "font-code" : ""} ${shape.kind === "json" ? "text-12" : ""}`;
      const said = { ...shared, spellCheck: look.spellCheck ?? !isCode, className: style };
      return (
        <FormField label={label} {...frame}>
          {(control) =>
            input === null ? (
              <textarea
                {...control}
                {...said}
                dir={shape.kind === "json" ? "ltr" : "auto"}
                rows={look.rows ?? Math.min(12, 3 + text.split("\n").length)}
              />
            ) : (
              <span className="flex items-center gap-2">
                {shape.kind === "number" ? (
                  <NumberInput
                    {...control}
                    {...said}
                    isInteger={shape.isInteger}
                    min={shape.min}
                    max={shape.max}
                    onStep={onChange}
                  />
                ) : (
                  <input
                    {...control}
                    {...said}
                    {...input}
                    dir="auto"
                    onPaste={({ currentTarget }) => {
                      // The control has what was pasted after this event.
                      if (look.sendsPasted === true) setTimeout(() => currentTarget.form?.requestSubmit());
                    }}
                  />
                )}
                {look.unit !== undefined && <span className="shrink-0 text-12 text-ink-3">{look.unit}</span>}
              </span>
            )
          }
        </FormField>
      );
    }
  }
}

/** Returns the properties of the input for a typed value; null for a text of several lines. */
function writtenAs(shape: Shape, look: ControlLook) {
  const isCode = shape.kind === "json" || shape.kind === "secret" || look.isCode === true;
  const input = (more: InputHTMLAttributes<HTMLInputElement>) => ({ isCode, input: more });
  if (shape.kind === "number") return input({});
  if (shape.kind === "day") return input({ type: "date" });
  if (shape.kind === "moment") return input({ type: "datetime-local", step: 1 });
  // Without a value: what is secret is in its control and in no state.
  if (shape.kind === "secret") return input({ type: "password", value: undefined, onChange: undefined });
  const isLine = look.isLine === true || (isSingleLine(shape) && look.rows === undefined);
  return isLine ? input({ type: look.type ?? "text", inputMode: look.inputMode }) : { isCode, input: null };
}

/** Id of the control of a field. */
export function fieldId(form: string, path: string): string {
  return `${form}-${path.replaceAll("/", "-")}`;
}

const HINTS: Readonly<Partial<Record<Shape["kind"], string>>> = {
  texts: "One per line.",
  json: "As JSON.",
};
