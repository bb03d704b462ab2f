"use client";

import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { LocalTime } from "../../ui/local-time.tsx";
import { Notice } from "../../ui/notice.tsx";
import { TitledSection } from "../../ui/titled-section.tsx";
import { useAttempt } from "../api/use-attempt.ts";
import type { Checkpoint } from "../project/use-checkpoints.ts";
import { ReleaseButton, ReleasedBadge } from "./release-button.tsx";

/** Moments shown at once. */
const FEW = 6;

/** The named moments of the project, and which of them are released for readers. */
export function MomentsForReaders({ moments }: { moments: readonly Checkpoint[] }) {
  const { problem, attempt } = useAttempt();
  const [said, setSaid] = useState("");
  const [isWhole, setWhole] = useState(false);
  if (moments.length === 0) return null;
  return (
    <TitledSection title="Moments" level={3} heading="font-medium text-14">
      <p className="text-12 text-ink-3">A link plays a named moment once it is released.</p>
      <p role="status" className="sr-only">
        {said}
      </p>
      {problem !== null && (
        <Notice tone="error" title="Something went wrong" announce>
          <p>{problem}</p>
        </Notice>
      )}
      <ul className="mt-1 divide-y divide-line">
        {(isWhole ? moments : moments.slice(0, FEW)).map((moment) => (
          <li key={moment.id} className="flex flex-wrap items-center gap-x-2 py-1 text-13">
            <span dir="auto" className="min-w-0 break-words">
              {moment.name}
            </span>
            <ReleasedBadge moment={moment} />
            <span className="text-12 text-ink-3">
              <LocalTime iso={moment.created_at} />
            </span>
            <span className="ms-auto">
              <ReleaseButton moment={moment} attempt={attempt} onSaid={setSaid} />
            </span>
          </li>
        ))}
      </ul>
      {!isWhole && moments.length > FEW && (
        <Button size="sm" variant="bare" onClick={() => setWhole(true)}>
          Show all {moments.length}
        </Button>
      )}
    </TitledSection>
  );
}
