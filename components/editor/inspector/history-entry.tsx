"use client";

import { useState } from "react";
import { type HistoryRow, verbWords } from "../../frame/changes/change-words.ts";
import { ChangedField } from "../../frame/changes/changed-field.tsx";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { useActorNames } from "../../frame/project/project-queries.ts";
import { RestoreSubject } from "../../frame/restore/restore-subject.tsx";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { Button } from "../../ui/button.tsx";
import { LocalTime, sayMoment } from "../../ui/local-time.tsx";
import { useHistoryNames } from "../fields/use-history-names.ts";
import { useDialogue } from "../session/dialogue-context.ts";
import { requireSaved } from "../session/when-saved.ts";

interface HistoryEntryProps {
  subjectId: string;
  row: HistoryRow;
  /** Whether the version is the current one, so that there is nothing to restore. */
  isLatest: boolean;
}

/** One thing somebody did to a node. */
export function HistoryEntry({ subjectId, row, isLatest }: HistoryEntryProps) {
  const nameOf = useActorNames();
  const { at, goTo } = useMoment();
  const change = useCan()("change");
  const session = useDialogue();
  const names = useHistoryNames();
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
          id={subjectId}
          name={`“${names.thing(subjectId) ?? "this card"}”`}
          seq={row.to_seq}
          moment={when}
          names={names}
          beforehand={() => requireSaved(session)}
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
              keepNode(subjectId);
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

/** Names the node in the address, so that it is looked at on the other side too. */
function keepNode(id: string): void {
  const query = new URLSearchParams(window.location.search);
  query.set("card", id);
  window.history.replaceState(window.history.state, "", `${window.location.pathname}?${query}`);
}
