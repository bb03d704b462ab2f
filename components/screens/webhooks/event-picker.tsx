"use client";

import { useState } from "react";
import { counted } from "#domain/counted.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { FormGroup } from "../../ui/form/field.tsx";
import type { OwnControl } from "../../ui/form/use-form.ts";
import { latePart } from "../../ui/late.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { isChosen, type Patterns, withKind, withSubject } from "./chosen-events.ts";
import { useWebhookEvents, type WebhookEvent } from "./webhook-queries.ts";

/** Form field that chooses the events of a webhook, with a sample delivery of the event in focus beside it. */
export function EventPicker({ control }: { control: OwnControl<string[]> }) {
  const { id, value: events, onChange, errors, readOnly } = control;
  const all = useWebhookEvents();
  const [shown, setShown] = useState<string | null>(null);
  // What was chosen when it was opened comes first, and stays where it is while it changes.
  const [first] = useState(events);
  if (all === undefined) return <Skeleton className="h-64" />;
  const offered = all.filter(({ subject_type }) => subject_type !== null);
  const kinds = offered.map(({ type }) => type);
  const bySubject = [...Map.groupBy(offered, ({ subject_type }) => subject_type ?? "")].sort(
    ([, a], [, b]) => Number(hasChosen(first, b)) - Number(hasChosen(first, a)),
  );
  const looked = all.find(({ type }) => type === shown) ?? offered.find(({ type }) => isChosen(events, type));
  const chosen = kinds.filter((kind) => isChosen(events, kind)).length;
  return (
    <FormGroup
      id={id}
      errors={errors}
      legend={
        <>
          Events <span className="numerals font-normal text-ink-3">{counted(chosen, "kind")}</span>
        </>
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <div className="max-h-80 min-w-0 space-y-3 overflow-y-auto rounded-control border border-line p-3">
          <Checkbox
            label="All events, including future ones"
            checked={events.includes("*")}
            disabled={readOnly}
            onChange={({ target }) => onChange(target.checked ? ["*"] : [...kinds])}
          />
          {bySubject.map(([subject, group]) => (
            <Subject
              key={subject}
              subject={subject}
              group={group}
              events={events}
              kinds={kinds}
              readOnly={readOnly}
              onChange={onChange}
              onShow={setShown}
            />
          ))}
        </div>
        <div className="max-h-80 min-w-0 overflow-y-auto" aria-live="polite">
          {looked !== undefined && <EventSample event={looked} />}
        </div>
      </div>
    </FormGroup>
  );
}

const hasChosen = (events: Patterns, group: readonly WebhookEvent[]): boolean =>
  group.some(({ type }) => isChosen(events, type));

interface SubjectProps {
  events: Patterns;
  onChange: (events: string[]) => void;
  subject: string;
  group: readonly WebhookEvent[];
  kinds: readonly string[];
  readOnly: boolean;
  onShow: (kind: string) => void;
}

function Subject({ subject, group, events, kinds, readOnly, onChange, onShow }: SubjectProps) {
  const chosen = group.filter(({ type }) => isChosen(events, type)).length;
  return (
    <div>
      <Checkbox
        label={`${subject[0]?.toUpperCase()}${subject.slice(1).replaceAll("_", " ")}: all`}
        className="font-medium"
        checked={chosen === group.length}
        indeterminate={chosen > 0 && chosen < group.length}
        disabled={readOnly}
        onChange={({ target }) => onChange(withSubject(events, kinds, subject, target.checked))}
      />
      <ul className="ms-6">
        {group.map(({ type }) => (
          <li key={type}>
            <Checkbox
              label={type}
              className="font-code text-12"
              checked={isChosen(events, type)}
              disabled={readOnly}
              onFocus={() => onShow(type)}
              onChange={({ target }) => {
                onShow(type);
                onChange(withKind(events, kinds, type, target.checked));
              }}
            />
            {type.endsWith(".moved") && (
              <span className="ms-6 block text-11 text-ink-3">frequent while someone drags</span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

const MarkdownLine = latePart<{ text: string }>(() =>
  import("../../ui/markdown.tsx").then((part) => part.MarkdownLine),
);

/** Shows the delivery of an event: its meaning, an example, and the schema of the body. */
export function EventSample({ event }: { event: WebhookEvent }) {
  return (
    <div className="space-y-2">
      <p className="text-13">
        <span className="font-code text-12">{event.type}</span>
        <span className="block text-ink-2 [&_code]:font-code [&_code]:text-12">
          <MarkdownLine text={event.meaning} />
        </span>
      </p>
      <CodeBlock language="json" title="Example" code={JSON.stringify(event.example, null, 2)} />
      <details className="text-13">
        <summary className="cursor-pointer text-ink-2">Schema of the body</summary>
        <CodeBlock language="json" code={JSON.stringify(event.schema, null, 2)} />
      </details>
    </div>
  );
}
