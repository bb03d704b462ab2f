import type { ReferenceOperation } from "#server/docs/reference.ts";
import { CodeBlock } from "../ui/code-block.tsx";
import { Markdown } from "../ui/markdown.tsx";
import { FieldList } from "./field-list.tsx";
import { Method } from "./method.tsx";
import { Path } from "./path.tsx";

/** One operation: what it does and takes on the left, how to ask and what comes back on the right. */
export function OperationSection({ operation }: { operation: ReferenceOperation }) {
  const { response } = operation;
  return (
    <article id={operation.id} aria-labelledby={`${operation.id}-title`}>
      <header>
        <h1 id={`${operation.id}-title`} className="text-balance font-reading font-semibold text-28">
          {operation.summary}
        </h1>
        <p className="mt-2 flex flex-wrap items-baseline gap-x-2.5 gap-y-1 text-13">
          <Method name={operation.method} />
          <Path path={operation.path} />
        </p>
        <p className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-12 text-ink-3">
          <Scope scope={operation.scope} />
          {operation.timeTravel && (
            <span>
              Supports reading the past with{" "}
              <a className="link" href="/docs/guides/time-travel">
                <code>at_seq</code>
              </a>
            </span>
          )}
        </p>
      </header>
      <div className="mt-6 grid gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
        <div className="min-w-0 space-y-7">
          {operation.description !== null && <Markdown text={operation.description} className="prose prose-small" />}
          {operation.parameters.map(({ place, fields }) => (
            <Part key={place} title={place}>
              <FieldList fields={fields} request />
            </Part>
          ))}
          {operation.body !== null && (
            <Part title={operation.body.required ? "Body" : "Body (optional)"}>
              <FieldList fields={operation.body.fields} variants={operation.body.variants} request />
            </Part>
          )}
          {response?.isShared === true && (
            <Part title={`Response ${response.status}`}>
              <a className="link font-code text-13" href={`/docs/objects/${response.object}`}>
                {response.object}
              </a>
            </Part>
          )}
          {response !== null && !response.isShared && (response.fields.length > 0 || response.variants.length > 0) && (
            <Part title={`Response ${response.status}`}>
              <details>
                <summary className="w-fit rounded-control py-1 text-13 text-ink-2 hover:text-ink">
                  {response.object === null ? "Its fields" : `${response.object}: its fields`}
                </summary>
                <div className="mt-2">
                  <FieldList fields={response.fields} variants={response.variants} />
                </div>
              </details>
            </Part>
          )}
          <Part title="Errors">
            <ErrorCodes errors={operation.errors} />
          </Part>
        </div>
        <div className="min-w-0 space-y-4">
          <Samples samples={operation.samples} />
          {response?.example != null && (
            <CodeBlock language="json" title={`Response ${response.status}`} code={response.example} />
          )}
        </div>
      </div>
    </article>
  );
}

/** The request for a shell; in other languages when they are asked for. */
function Samples({ samples: [first, ...others] }: { samples: ReferenceOperation["samples"] }) {
  return (
    <>
      {first !== undefined && <CodeBlock language={first.language} title="Request" code={first.code} />}
      {others.map(({ language, title, code }) => (
        <details key={title}>
          <summary className="w-fit rounded-control py-1 text-13 text-ink-2 hover:text-ink">In {title}</summary>
          <div className="mt-2">
            <CodeBlock language={language} title={title} code={code} />
          </div>
        </details>
      ))}
    </>
  );
}

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section>
      <h2 className="mb-2 font-semibold text-13 text-ink">{title}</h2>
      {children}
    </section>
  );
}

function Scope({ scope }: { scope: string | null }) {
  if (scope === null) return <span>No key required</span>;
  return (
    <span>
      Required scope:{" "}
      <a className="link" href="/docs/guides/authentication#scopes">
        <code>{scope}</code>
      </a>
    </span>
  );
}

function ErrorCodes({ errors }: { errors: ReferenceOperation["errors"] }) {
  return (
    <dl className="error-codes">
      {errors.map(({ status, codes }) => (
        <div key={status}>
          <dt>{status}</dt>
          <dd>
            {(codes.length > 0 ? codes : ["validation_error"]).map((code) => (
              <a key={code} href={`/docs/errors/${code}`}>
                {code}
              </a>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
