import type { ShownEventKind } from "#server/docs/served-events.ts";
import { CodeBlock } from "../ui/code-block.tsx";
import { Markdown } from "../ui/markdown.tsx";

/** One kind of event: what it tells, and what such an event looks like. */
export function EventSection({ event }: { event: ShownEventKind }) {
  const { kind, meaning, others, object, example } = event;
  const sentences = [meaning, others].filter((each) => each !== null);
  return (
    <section
      id={kind}
      aria-labelledby={`${kind}-title`}
      className="grid gap-x-10 gap-y-4 border-line border-t py-8 xl:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]"
    >
      <div className="min-w-0">
        <h2 id={`${kind}-title`} className="break-words font-code font-semibold text-16">
          <a href={`#${kind}`} className="heading-link">
            {kind}
          </a>
        </h2>
        <Markdown text={sentences.join("\n\n")} className="prose prose-small mt-2" />
        {object !== null && (
          <p className="mt-2 text-12 text-ink-3">
            With <code>include=resource</code> it contains{" "}
            <a className="link font-code" href={`/docs/objects/${object}`}>
              {object}
            </a>
            {kind.endsWith(".deleted") && ", which is null now"}.
          </p>
        )}
      </div>
      <CodeBlock language="json" title="Example" code={example} />
    </section>
  );
}
