"use client";

import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { LocalTime, sayMoment } from "../../ui/local-time.tsx";
import { type ChangeNames, type HistoryRow, verbWords } from "../changes/change-words.ts";
import { ChangedField } from "../changes/changed-field.tsx";
import { useMoment } from "../moment/moment-provider.tsx";
import { useActorNames } from "../project/project-queries.ts";
import { RestoreSubject } from "../restore/restore-subject.tsx";
import { reasonOf, useCan } from "../session/can.ts";

/** A subject whose history is shown. */
export interface HistorySubject {
  readonly id: string;
  /** Name in a question: "“The inn”". */
  readonly name: string;
  readonly names: ChangeNames;
  /** Sees to it that nothing which is written here comes after the restore; what it throws is shown. */
  readonly beforehand?: () => Promise<void>;
  readonly onRestored?: () => void;
  /** Puts the subject into the address, so that it is looked at on the other side too. */
  readonly keep?: () => void;
}

interface HistoryEntryProps {
  subject: HistorySubject;
  row: HistoryRow;
  /** Whether the version is the current one, so that there is nothing to restore. */
  isLatest: boolean;
}

/** One thing somebody did to a subject. */
export function HistoryEntry({ subject, row, isLatest }: HistoryEntryProps) {
  const { id, name, names, beforehand, onRestored, keep } = subject;
  const nameOf = useActorNames();
  const { at, goTo } = useMoment();
  const change = useCan()("change");
  const [isAsking, setAsking] = useState(false);
  const when = sayMoment(new Date(row.to_at), new Date());
  return (
    <li className="rounded-card border border-line bg-paper px-3 py-2 text-13">
      <p className="flex flex-wrap items-baseline gap-x-1.5">
        <span className="font-medium" dir="auto">
          {nameOf(row.actor)}
        </span>
        <span className="text-12 text-ink-3">
          <LocalTime iso={row.to_at} />
        </span>
      </p>
      <p className="text-12 text-ink-2" dir="auto">
        {row.label ?? verbWords(row.verb)}
      </p>
      {row.changes.length > 0 && (
        <ul className="mt-1.5 space-y-1.5">
          {row.changes.map((each) => (
            <li key={each.field}>
              <ChangedField change={each} names={names} />
            </li>
          ))}
        </ul>
      )}
      {isAsking && (
        <RestoreSubject
          id={id}
          name={name}
          seq={row.to_seq}
          moment={when}
          names={names}
          {...(beforehand !== undefined && { beforehand })}
          {...(onRestored !== undefined && { onDone: onRestored })}
          onClose={() => setAsking(false)}
        />
      )}
      <div className="-ms-2.5 mt-1 flex flex-wrap gap-x-1">
        {!isLatest && row.verb !== "deleted" && (
          <Button
            size="sm"
            variant="bare"
            disabledReason={reasonOf(change)}
            aria-label={`Restore this version, ${when}`}
            onClick={() => setAsking(true)}
          >
            Restore this version
          </Button>
        )}
        {at !== row.to_seq && (
          <Button
            size="sm"
            variant="bare"
            aria-label={`See the project as it was then, ${when}`}
            onClick={() => {
              keep?.();
              goTo(row.to_seq);
            }}
          >
            See the project as it was then
          </Button>
        )}
      </div>
    </li>
  );
}
