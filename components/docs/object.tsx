import type { ReferenceObject } from "#server/docs/reference.ts";
import { Markdown } from "../ui/markdown.tsx";
import { FieldList } from "./field-list.tsx";

/** A named object and its fields. */
export function ObjectSection({ object }: { object: ReferenceObject }) {
  return (
    <section
      id={object.name}
      aria-labelledby={`${object.name}-title`}
      className="max-w-[44rem] border-line border-t py-8"
    >
      <h2 id={`${object.name}-title`} className="font-code font-semibold text-16">
        <a href={`#${object.name}`} className="heading-link">
          {object.name}
        </a>
      </h2>
      {object.description !== null && <Markdown text={object.description} className="prose prose-small mt-2" />}
      <div className="mt-4">
        <FieldList fields={object.fields} variants={object.variants} request={object.isSent} />
      </div>
    </section>
  );
}
