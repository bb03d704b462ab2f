"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";
import { counted } from "#domain/counted.ts";
import { useStudioClient } from "../../frame/api/api-provider.tsx";
import type { Inputs, Outputs } from "../../frame/api/client.ts";
import { failureOf } from "../../frame/api/failure.ts";
import { useAttempt } from "../../frame/api/use-attempt.ts";
import { useRefresh } from "../../frame/api/use-refresh.ts";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { AlertLine } from "../../ui/alert-line.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import { TitledSection } from "../../ui/titled-section.tsx";

type Part = Outputs["storyBible"]["getExtraction"]["parts"][number];
type Violation = Outputs["canonViolations"]["check"]["violations"][number];

/** Proposals that were read, with what they would contradict. */
interface Found {
  readonly extractionId: string;
  readonly parts: readonly Part[];
  readonly violations: readonly Violation[];
}

/** Reading of a chapter that a generation has asked for. */
export interface AskedReading {
  readonly bible_extraction_id: string;
}

/** Properties of the facts of a chapter. */
export interface FactsAfterProps {
  readonly chapterId: string;
  /** Reading that is under way; null where the text is to be read now. */
  readonly asked?: AskedReading | null;
}

/** Facts that the text of a chapter tells, as proposals, and what the rules of the canon say against them. */
export function FactsAfter({ chapterId, asked = null }: FactsAfterProps) {
  const project_id = useProjectId();
  const client = useStudioClient();
  const refresh = useRefresh((api) => [
    ...[api.storyBible.pathKey(), api.entities.pathKey()],
    ...[api.facts.pathKey(), api.inbox.pathKey()],
  ]);
  const closed = reasonOf(useCan()("change"));
  const { attempt, isBusy, problem } = useAttempt();
  const [found, setFound] = useState<Found | "none" | null>(null);
  /** Proposals of an earlier reading that are not made again. */
  const [before, setBefore] = useState(0);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [written, setWritten] = useState<number | null>(null);
  const readNow = async () => {
    const { extractions, answered_before } = await client.storyBible.extract.mutate({
      project_id,
      source: "chapters",
      chapter_id: chapterId,
    });
    setBefore(answered_before);
    const [first] = extractions;
    if (first === undefined) return null;
    const { bible_extraction_id } = first;
    return client.storyBible.getExtraction.query({ project_id, bible_extraction_id });
  };
  const read = () =>
    attempt(async () => {
      const made = asked === null ? null : await extractionOf(client, project_id, asked);
      const extraction = made ?? (await readNow());
      void refresh();
      if (extraction === null) {
        setFound("none");
        return;
      }
      const { parts } = extraction;
      const violations = await contradicted(client, project_id, parts);
      setFound({ extractionId: extraction.id, parts, violations });
    });
  const isBegun = useRef(false);
  const begin = useEffectEvent(() => {
    // Reading twice would propose nothing the second time.
    if (isBegun.current || closed !== null) return;
    isBegun.current = true;
    void read();
  });
  useEffect(() => begin(), []);
  if (written !== null) return <p role="status">{counted(written, "fact")} recorded.</p>;
  return (
    <TitledSection title="Facts in the text" heading="mb-1 font-semibold text-13">
      <AlertLine className="text-13">{problem}</AlertLine>
      {found === null && (
        <div role="status" className="text-13 text-ink-2">
          {isBusy ? "Reading the text…" : (closed ?? null)}
        </div>
      )}
      {found === null && !isBusy && closed === null && (
        <Button size="sm" onClick={() => void read()}>
          Look for facts again
        </Button>
      )}
      {found === "none" && (
        <p role="status" className="text-13 text-ink-2">
          The text says nothing {before > 0 ? "else" : "new"} of anybody whom the project knows.
        </p>
      )}
      {found !== null && before > 0 && (
        <p className="text-13 text-ink-2">
          {counted(before, "fact was", "facts were")} proposed before. What is not decided waits in{" "}
          <PageLink href="/inbox" className="link">
            the inbox
          </PageLink>
          .
        </p>
      )}
      {found !== null && found !== "none" && (
        <div className="space-y-3">
          <Contradictions violations={found.violations} />
          <ul className="space-y-1">
            {found.parts.map(({ id, label }) => (
              <li key={id}>
                <Checkbox
                  label={label}
                  checked={!left.has(id)}
                  onChange={({ target: { checked } }) =>
                    setLeft((now) => new Set(checked ? [...now].filter((each) => each !== id) : [...now, id]))
                  }
                />
              </li>
            ))}
          </ul>
          <div className="flex flex-wrap gap-2">
            <Button
              size="sm"
              variant="primary"
              disabled={isBusy}
              disabledReason={closed ?? (left.size === found.parts.length ? "Tick a fact first." : null)}
              onClick={() =>
                void attempt(async () => {
                  const parts = found.parts.flatMap(({ id }) => (left.has(id) ? [] : [id]));
                  await client.storyBible.accept.mutate({ project_id, bible_extraction_id: found.extractionId, parts });
                  await refresh();
                  setWritten(parts.length);
                })
              }
            >
              Record {counted(found.parts.length - left.size, "fact")}
            </Button>
            <Button
              size="sm"
              disabled={isBusy}
              disabledReason={closed}
              onClick={() =>
                void attempt(async () => {
                  await client.storyBible.reject.mutate({ project_id, bible_extraction_id: found.extractionId });
                  await refresh();
                  setWritten(0);
                })
              }
            >
              Record none
            </Button>
          </div>
        </div>
      )}
    </TitledSection>
  );
}

/** Waits for the proposals of a reading, since only admins may look at its job; null where it tells nothing new, or takes too long. */
async function extractionOf(
  client: ReturnType<typeof useStudioClient>,
  project_id: string,
  { bible_extraction_id }: AskedReading,
): Promise<Outputs["storyBible"]["getExtraction"] | null> {
  for (let look = 0; look < MOST_LOOKS; look += 1) {
    if (look > 0) await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    try {
      return await client.storyBible.getExtraction.query({ project_id, bible_extraction_id });
    } catch (error) {
      if (failureOf(error).code !== "not_found") throw error;
    }
  }
  return null;
}

/** Looks at a reading that is under way, and milliseconds between them. */
const MOST_LOOKS = 12;
const LOOK_EVERY_MS = 500;

/** Result of the check of proposed facts. */
function Contradictions({ violations }: { violations: readonly Violation[] }) {
  if (violations.length === 0) return <p className="text-13 text-ink-2">They break no rule of the canon.</p>;
  return (
    <Notice tone="warn" title={`${counted(violations.length, "contradiction")} with what is recorded`}>
      <ul className="list-disc space-y-1 ps-5 text-13">
        {violations.map(({ id, message }) => (
          <li key={id} dir="auto">
            {message}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

type ProposedFact = NonNullable<Inputs["canonViolations"]["check"]["facts"]>[number];

/** Asks which rules proposed facts would break; they name entities by external ids, which the check wants by their ids. */
async function contradicted(
  client: ReturnType<typeof useStudioClient>,
  project_id: string,
  parts: readonly Part[],
): Promise<readonly Violation[]> {
  const bodies = parts.filter(({ kind }) => kind === "fact").map(({ body }) => body as unknown as ProposedBody);
  const named = [
    ...new Set(
      bodies.flatMap(({ subject_id, object_id }) => [subject_id, object_id].flatMap((ref) => ref?.external_id ?? [])),
    ),
  ];
  const ids = new Map<string, string>();
  for (let at = 0; at < named.length; at += AT_ONCE) {
    const external_ids = named.slice(at, at + AT_ONCE).join(",");
    const { entities } = await client.entities.list.query({ project_id, external_ids, limit: AT_ONCE });
    for (const { id, external_id } of entities) ids.set(external_id, id);
  }
  const idOf = (ref: ProposedBody["subject_id"]) => (ref === undefined ? null : (ids.get(ref.external_id) ?? null));
  const facts = bodies.slice(0, MOST).map(
    ({ text, predicate = null, subject_id, object_id }): ProposedFact => ({
      ...{ text, predicate, subject_id: idOf(subject_id), object_id: idOf(object_id) },
    }),
  );
  return (await client.canonViolations.check.mutate({ project_id, facts })).violations;
}

interface ProposedBody {
  readonly text: string;
  readonly predicate?: string;
  readonly subject_id?: { readonly external_id: string };
  readonly object_id?: { readonly external_id: string };
}

/** External ids that are looked up in one request, and facts that are checked at once. */
const AT_ONCE = 100;
const MOST = 200;
