"use client";

import { useQuery } from "@tanstack/react-query";
import { useApi } from "../../../frame/api/api-provider.tsx";
import { DifferingField } from "../../../frame/changes/differing-field.tsx";
import { useChangeNames } from "../../../frame/changes/use-change-names.ts";
import { inOrder, useMoment } from "../../../frame/moment/moment-provider.tsx";
import { useProjectId } from "../../../frame/project/project-provider.tsx";
import { ErrorState } from "../../../frame/session/error-state.tsx";
import { LoadingRows } from "../../../ui/skeleton.tsx";
import { TitledSection } from "../../../ui/titled-section.tsx";

/**
 * Shows the differences of a profile between the viewed moment and the one it is compared with, value by value, and
 * word by word in texts.
 */
export function ComparedProfile({ entityId }: { entityId: string }) {
  const { at, comparedWith } = useMoment();
  if (at === null || comparedWith === null) return null;
  return <Differences entityId={entityId} at={at} other={comparedWith} />;
}

function Differences({ entityId, at, other }: { entityId: string; at: number; other: number | "now" }) {
  const project_id = useProjectId();
  const { past: from_seq, present } = inOrder(at, other);
  const input = { project_id, subject_id: entityId, from_seq, ...(present !== "now" && { to_seq: present }) };
  const { data, isPending, error, refetch } = useQuery(useApi().record.diff.queryOptions(input, { staleTime: 0 }));
  const names = useChangeNames(data?.names);
  const difference = data?.differences[0];
  return (
    <TitledSection
      title="What differs"
      heading="mb-1 font-medium text-12 text-ink-2"
      className="mt-4 rounded-card border border-line bg-paper px-4 py-3 text-13"
    >
      {isPending && <LoadingRows what="what differs" rows={2} className="h-8" />}
      {error !== null && <ErrorState what="What differs" error={error} onRetry={() => void refetch()} />}
      {data !== undefined && difference === undefined && <p className="text-ink-2">Nothing differs here.</p>}
      {difference !== undefined && difference.change !== "changed" && (
        <p>{difference.change === "added" ? "New" : "Gone"} since the earlier moment.</p>
      )}
      {difference?.change === "changed" && (
        <div className="space-y-2">
          {difference.fields.map((each) => (
            <div key={each.field}>
              <DifferingField of={each} names={names} />
            </div>
          ))}
        </div>
      )}
    </TitledSection>
  );
}
