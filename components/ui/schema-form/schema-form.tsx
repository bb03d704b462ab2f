import { Checkbox } from "../checkbox.tsx";
import { CONTROL, FormField } from "../form-field.tsx";
import type { Draft, DraftIssue } from "./draft.ts";
import type { Shape } from "./form-shape.ts";

interface SchemaFormProps {
  shape: Shape;
  draft: Draft;
  onChange: (draft: Draft) => void;
  issues: readonly DraftIssue[];
  /** What the whole value is called. */
  label: string;
  hint?: string | undefined;
}

/** A form for a value that a JSON schema describes. */
export function SchemaForm({ shape, draft, onChange, issues, label, hint }: SchemaFormProps) {
  return <Part shape={shape} draft={draft} onChange={onChange} issues={issues} label={label} hint={hint} path={[]} />;
}

function Part({ shape, draft, onChange, issues, label, hint, path }: SchemaFormProps & { path: readonly string[] }) {
  const own = issues.filter((issue) => issue.path.join("\n") === path.join("\n")).map(({ message }) => message);
  const text = typeof draft === "string" ? draft : "";
  switch (shape.kind) {
    case "object": {
      const held = typeof draft === "object" ? draft : {};
      return (
        <fieldset className="space-y-3">
          <legend className={path.length === 0 ? "sr-only" : "mb-2 font-semibold text-13"}>{label}</legend>
          {hint !== undefined && path.length > 0 && <p className="text-12 text-ink-3">{hint}</p>}
          {own.map((message) => (
            <p key={message} role="alert" className="text-12 text-error">
              {message}
            </p>
          ))}
          {shape.fields.map((field) => (
            <Part
              key={field.name}
              shape={field.shape}
              draft={held[field.name] ?? ""}
              onChange={(value) => onChange({ ...held, [field.name]: value })}
              issues={issues}
              label={field.isRequired || field.shape.kind === "flag" ? field.label : `${field.label} (may be left out)`}
              hint={field.hint}
              path={[...path, field.name]}
            />
          ))}
        </fieldset>
      );
    }
    case "flag":
      return (
        <div>
          <Checkbox label={label} checked={draft === true} onChange={(event) => onChange(event.target.checked)} />
          {hint !== undefined && <p className="mt-1 text-12 text-ink-3">{hint}</p>}
        </div>
      );
    case "choice":
      return (
        <FormField label={label} hint={hint} errors={own}>
          {(control) => (
            <select {...control} className={CONTROL} value={text} onChange={(event) => onChange(event.target.value)}>
              <option value="">Choose…</option>
              {shape.options.map((option) => (
                <option key={option.value} value={option.value}>
                  {option.label}
                </option>
              ))}
            </select>
          )}
        </FormField>
      );
    case "number":
      return (
        <FormField label={label} hint={hint} errors={own}>
          {(control) => (
            <input
              {...control}
              inputMode={shape.isInteger ? "numeric" : "decimal"}
              className={CONTROL}
              value={text}
              onChange={(event) => onChange(event.target.value)}
            />
          )}
        </FormField>
      );
    default:
      return (
        <FormField label={label} hint={hint ?? HINTS[shape.kind]} errors={own}>
          {(control) => (
            <textarea
              {...control}
              dir={shape.kind === "json" ? "ltr" : "auto"}
              rows={
                shape.kind === "text" && (shape.max ?? 1_000) <= 200 ? 1 : Math.min(12, 3 + text.split("\n").length)
              }
              spellCheck={shape.kind !== "json"}
              className={`${CONTROL} ${shape.kind === "json" ? "font-code text-12" : ""}`}
              value={text}
              onChange={(event) => onChange(event.target.value)}
            />
          )}
        </FormField>
      );
  }
}

const HINTS: Readonly<Partial<Record<Shape["kind"], string>>> = {
  texts: "One a line.",
  json: "As JSON.",
};
