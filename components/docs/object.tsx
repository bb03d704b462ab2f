import type { ReferenceObject } from "#server/docs/reference.ts";
import { Markdown } from "../ui/markdown.tsx";
import { FieldList } from "./field-list.tsx";
import { StateDiagramFigure } from "./state-diagram.tsx";

/** A named object and its fields. */
export function ObjectSection({ object }: { object: ReferenceObject }) {
  return (
    <section id={object.name} aria-labelledby={`${object.name}-title`} className="max-w-[44rem]">
      <h1 id={`${object.name}-title`} className="break-words font-code font-semibold text-20">
        {object.name}
      </h1>
      {object.description !== null && <Markdown text={object.description} className="prose prose-small mt-2" />}
      <div className="mt-4">
        <FieldList fields={object.fields} variants={object.variants} request={object.isSent} />
      </div>
      {object.states !== null && (
        <section aria-labelledby={`${object.name}-states`} className="mt-6">
          <h2 id={`${object.name}-states`} className="font-semibold text-15">
            States
          </h2>
          <StateDiagramFigure diagram={object.states} />
        </section>
      )}
    </section>
  );
}
