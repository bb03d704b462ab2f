import type { Field, Variant } from "#server/docs/schema-fields.ts";
import { MarkdownLine } from "../ui/markdown.tsx";

interface FieldListProps {
  fields: readonly Field[];
  variants?: readonly Variant[];
  /** Whether the fields belong to a request: only those tell which are required, answers hold all of theirs. */
  request?: boolean;
}

/** Fields and what is inside them. What lies deeper than one level opens on demand. */
export function FieldList({ fields, variants = [], request = false }: FieldListProps) {
  return (
    <>
      {fields.length > 0 && (
        <dl className="fields">
          {fields.map((field) => (
            <FieldRow key={field.name} field={field} request={request} />
          ))}
        </dl>
      )}
      {variants.length > 0 && <Variants variants={variants} request={request} />}
    </>
  );
}

function FieldRow({ field, request }: { field: Field; request: boolean }) {
  const inside = field.fields.length > 0 || field.variants.length > 0;
  return (
    <div>
      <dt>
        <code className={field.deprecated ? "line-through" : undefined}>{field.name}</code>
        <FieldType field={field} />
        {request && field.required && <em>required</em>}
        {field.deprecated && <em>deprecated</em>}
      </dt>
      <dd>
        {field.description !== null && (
          <p>
            <MarkdownLine text={field.description} />
          </p>
        )}
        {field.facts.length > 0 && <small>{field.facts.join("; ")}</small>}
        {inside && (
          <details>
            <summary>
              {field.fields.length > 0 ? `${field.fields.length} fields` : `${field.variants.length} forms`}
            </summary>
            <div>
              <FieldList fields={field.fields} variants={field.variants} request={request} />
            </div>
          </details>
        )}
      </dd>
    </div>
  );
}

function FieldType({ field }: { field: Field }) {
  const nullable = field.nullable ? " or null" : "";
  if (field.object === null) return <span>{field.type + nullable}</span>;
  return (
    <span>
      <a href={`/docs/objects/${field.object}`}>{field.type}</a>
      {nullable}
    </span>
  );
}

function Variants({ variants, request }: { variants: readonly Variant[]; request: boolean }) {
  return (
    <ul className="forms">
      {variants.map((variant) => (
        <li key={`${variant.title}${variant.object ?? ""}`}>
          {variant.fields.length === 0 ? (
            <code>
              {variant.object === null ? (
                variant.title
              ) : (
                <a href={`/docs/objects/${variant.object}`}>{variant.title}</a>
              )}
            </code>
          ) : (
            <details>
              <summary>
                <code>{variant.title}</code>
              </summary>
              <div>
                <FieldList fields={variant.fields} request={request} />
              </div>
            </details>
          )}
        </li>
      ))}
    </ul>
  );
}
