import type { Field, Variant } from "#server/docs/schema-fields.ts";
import { Runs } from "./markdown.tsx";
import { parseInline } from "./markdown-inline.ts";

interface FieldListProps {
  fields: readonly Field[];
  variants?: readonly Variant[];
  /** Only requests say which fields are needed: answers hold all of theirs. */
  request?: boolean;
}

/** Fields and what is inside them. What lies deeper than one level opens on demand. */
export function FieldList({ fields, variants = [], request = false }: FieldListProps) {
  return (
    <>
      {fields.length > 0 && (
        <dl className="divide-y divide-line border-line border-t">
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
    <div className="py-2.5">
      <dt className="flex flex-wrap items-baseline gap-x-2.5 gap-y-0.5">
        <code className={`break-all font-medium text-13 text-ink ${field.deprecated ? "line-through" : ""}`}>
          {field.name}
        </code>
        <FieldType field={field} />
        {request && field.required && <span className="font-medium text-11 text-on-warn-soft">required</span>}
        {field.deprecated && <span className="font-medium text-11 text-on-warn-soft">deprecated</span>}
      </dt>
      <dd className="mt-0.5 space-y-1">
        {field.description !== null && (
          <p className="text-13 text-ink-2">
            <Runs runs={parseInline(field.description)} />
          </p>
        )}
        {field.facts.length > 0 && (
          <p className="break-words font-code text-11 text-ink-3 leading-relaxed">{field.facts.join("; ")}</p>
        )}
        {inside && (
          <details className="pt-1">
            <summary className="w-fit rounded-control text-12 text-ink-2 hover:text-ink">
              {field.fields.length > 0 ? `${field.fields.length} fields inside` : `${field.variants.length} forms`}
            </summary>
            <div className="mt-2 border-thread border-s ps-4">
              <FieldList fields={field.fields} variants={field.variants} request={request} />
            </div>
          </details>
        )}
      </dd>
    </div>
  );
}

function FieldType({ field }: { field: Field }) {
  const type =
    field.object === null ? (
      field.type
    ) : (
      <a href={`/docs/objects#${field.object}`} className="link">
        {field.type}
      </a>
    );
  return (
    <span className="text-12 text-ink-3">
      {type}
      {field.nullable && " or null"}
    </span>
  );
}

function Variants({ variants, request }: { variants: readonly Variant[]; request: boolean }) {
  return (
    <ul className="divide-y divide-line border-line border-y">
      {variants.map((variant) => (
        <li key={`${variant.title}${variant.object ?? ""}`} className="py-2.5">
          {variant.fields.length === 0 ? (
            <code className="break-words text-12 text-ink-2">{variant.title}</code>
          ) : (
            <details>
              <summary className="w-fit rounded-control text-ink-2 hover:text-ink">
                <code className="break-words text-12">{variant.title}</code>
              </summary>
              <div className="mt-2 border-thread border-s ps-4">
                <FieldList fields={variant.fields} request={request} />
              </div>
            </details>
          )}
        </li>
      ))}
    </ul>
  );
}
