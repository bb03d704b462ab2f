"use client";

import { counted } from "#domain/counted.ts";
import { useStudioClient } from "../../frame/api/api-provider.tsx";
import { useDryRun } from "../../frame/api/use-dry-run.ts";
import { EvidenceLinks } from "../../frame/canon/evidence-links.tsx";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import type { CanonRule } from "./canon-rule.ts";

/** Contradictions that a rule finds now, as it is written at this moment, saved or not. */
export function FoundNow({ rule }: { rule: CanonRule }) {
  const { name, kind, severity, reason, entity_types, except_ids, predicates, acts, property, values, conditions } =
    rule;
  const settings = { name, kind, severity, reason, entity_types, except_ids, predicates, acts, property, values };
  const input = { project_id: useProjectId(), ...settings, conditions, ...useMoment().reading };
  const client = useStudioClient();
  const { data, error, again } = useDryRun((asked: typeof input) => client.canonRules.preview.mutate(asked), input);
  if (error !== null && data === undefined) {
    return (
      <Notice tone="error" title="This could not be looked up">
        <Button size="sm" onClick={() => again()}>
          Try again
        </Button>
      </Notice>
    );
  }
  if (data === undefined) {
    return (
      <>
        <Loading what="contradictions" />
        <Skeleton className="h-16" />
      </>
    );
  }
  if (data.found === 0) return <p className="text-13 text-ink-2">Nothing contradicts it.</p>;
  return (
    <>
      <p className="mb-2 text-12 text-ink-3">
        {counted(data.found, "contradiction")}
        {!data.is_complete && ", and not everything was looked at"}
      </p>
      <ul className="flex flex-col gap-3">
        {data.violations.map((violation) => (
          <li key={violation.id} className="text-13">
            <p className="mb-1" dir="auto">
              {violation.message}
            </p>
            <EvidenceLinks violation={violation} />
          </li>
        ))}
      </ul>
    </>
  );
}
