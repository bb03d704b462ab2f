"use client";

import { type ReactNode, useState } from "react";
import type { JsonObject } from "#domain/json.ts";
import { stateIn } from "#domain/subject-state.ts";
import type { OfferedTransition, ResourceScreenData } from "#server/operation/resource-screen.ts";
import { AlertLine } from "../../ui/alert-line.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { inWords } from "../../ui/form/shape.ts";
import { TitledSection } from "../../ui/titled-section.tsx";
import { useAttempt } from "../api/use-attempt.ts";
import { useChangeNames } from "../changes/use-change-names.ts";
import { SubjectHistory } from "../history/subject-history.tsx";
import { ListPanel } from "../list/list-panel.tsx";
import { reasonOf, useCan } from "../session/can.ts";
import { saidIn, stateWords } from "./resource-list.tsx";
import type { Subject } from "./resource-read.ts";

/** Returns the transitions that begin in the state of a subject. */
export function offeredTo({ states, transitions }: ResourceScreenData, row: Subject): readonly OfferedTransition[] {
  if (transitions.length === 0) return [];
  const state = stateIn(states, row as unknown as JsonObject);
  return transitions.filter(({ from, to }) => to !== state && from.includes(state));
}

interface ResourcePanelProps<Row> {
  data: ResourceScreenData;
  /** The open subject; null for one that is being made. */
  row: Row | null;
  onClose: () => void;
  /** Brings it into another state. */
  go: (row: Row, transition: OfferedTransition) => Promise<unknown>;
  onRestored: () => void;
  form: ReactNode;
  /** Further parts, below the form. */
  details?: ReactNode;
  remove: ReactNode;
}

/** One subject beside its list: its state, its fields, and its history. */
export function ResourcePanel<Row extends Subject>(props: ResourcePanelProps<Row>) {
  const { data, row, onClose, go, form, details, remove } = props;
  const name = row === null ? null : saidIn(row[data.title]);
  return (
    <ListPanel
      title={name ?? `New ${data.one}`}
      what={`the ${data.one}`}
      query={{ data: props, error: null, refetch: onClose }}
      onClose={onClose}
    >
      {() => (
        <div className="space-y-6 px-4 py-4">
          {row !== null && data.transitions.length > 0 && <StateMenu data={data} row={row} go={go} />}
          {form}
          {row !== null && (
            <>
              {details}
              <History key={row.id} row={row} name={`“${name}”`} onRestored={props.onRestored} />
              {remove !== null && <div className="border-line border-t pt-4">{remove}</div>}
            </>
          )}
        </div>
      )}
    </ListPanel>
  );
}

/** The state of a subject, with a button for each way on from it. */
function StateMenu<Row extends Subject>({
  data,
  row,
  go,
}: Pick<ResourcePanelProps<Row>, "data" | "go"> & { row: Row }) {
  const { attempt, isBusy, problem } = useAttempt();
  const reason = reasonOf(useCan()("change"));
  return (
    <section aria-label="State" className="space-y-2">
      <div className="flex flex-wrap items-center gap-2">
        <Badge>{stateWords(data.states, row)}</Badge>
        {offeredTo(data, row).map((transition) => (
          <Button
            key={transition.name}
            size="sm"
            disabled={isBusy}
            disabledReason={reason}
            onClick={() => void attempt(() => go(row, transition))}
          >
            {inWords(transition.name)}
          </Button>
        ))}
      </div>
      <AlertLine>{problem}</AlertLine>
    </section>
  );
}

function History({ row, name, onRestored }: { row: Subject; name: string; onRestored: () => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <TitledSection title="History">
      {isOpen ? (
        <Entries row={row} name={name} onRestored={onRestored} />
      ) : (
        <Button size="sm" onClick={() => setOpen(true)}>
          Show the history
        </Button>
      )}
    </TitledSection>
  );
}

function Entries({ row, name, onRestored }: { row: Subject; name: string; onRestored: () => void }) {
  return <SubjectHistory subject={{ id: row.id, name, names: useChangeNames(), onRestored }} />;
}
