"use client";

import { useState } from "react";
import { useChange } from "../../frame/api/use-change.ts";
import type { ProjectVariable } from "../../frame/project/project-queries.ts";
import { useVariableUses, useVariableWrites } from "../../frame/project/variable-queries.ts";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { Button } from "../../ui/button.tsx";
import { whyNot } from "../../ui/form/form-errors.ts";
import { Notice } from "../../ui/notice.tsx";
import { showToast } from "../../ui/toast.ts";
import { leftUndeclared } from "./use-summary.ts";
import { UseList } from "./variable-uses.tsx";

/** Number of uses shown before a deletion. */
const SHOWN = 50;

interface DeleteVariableProps {
  variable: ProjectVariable;
  onDeleted: () => void;
  /** Shows it again, once Undo brought it back. */
  onRestored: () => void;
}

/** Deletes a variable after showing its uses and the consequences. Undo restores it with every use. */
export function DeleteVariable({ variable, onDeleted, onRestored }: DeleteVariableProps) {
  const change = useCan()("change");
  const { remove, restore } = useVariableWrites();
  const [isAsking, setAsking] = useState(false);
  const bringBack = useChange({
    mutationFn: () => restore(variable.id),
    onSuccess: onRestored,
    onError: (error) => showToast({ text: `“${variable.name}” could not be restored. ${whyNot(error)}` }),
  });
  const deletion = useChange({
    mutationFn: () => remove(variable.id),
    onSuccess: (left) => {
      const rest = left === 0 ? "" : left === 1 ? " One place still names it." : ` ${left} places still name it.`;
      showToast({ text: `Deleted “${variable.name}”.${rest}`, undo: () => bringBack.mutate() });
      onDeleted();
    },
  });

  if (!isAsking) {
    return (
      <Button variant="danger" size="sm" onClick={() => setAsking(true)} disabledReason={reasonOf(change)}>
        Delete…
      </Button>
    );
  }
  return (
    <Consequences
      variable={variable}
      problem={deletion.problem}
      isSending={deletion.isPending}
      onDelete={() => deletion.mutate()}
      onKeep={() => setAsking(false)}
    />
  );
}

interface ConsequencesProps {
  variable: ProjectVariable;
  problem: string | null;
  isSending: boolean;
  onDelete: () => void;
  onKeep: () => void;
}

/** Shows the consequences of deleting a variable, in place of the button that was pressed. */
function Consequences({ variable, problem, isSending, onDelete, onKeep }: ConsequencesProps) {
  const { data, error, refetch } = useVariableUses(variable.id, SHOWN);
  return (
    <section
      aria-label={`Delete ${variable.name}`}
      className="space-y-3 rounded-card border border-error bg-panel p-3"
      onKeyDown={(event) => {
        if (event.key === "Escape" && !event.nativeEvent.isComposing) onKeep();
      }}
    >
      {problem !== null && (
        <Notice tone="error" title="It was not deleted" announce>
          {problem}
        </Notice>
      )}
      <p className="font-medium text-13" role="status">
        {data !== undefined
          ? leftUndeclared(data.uses, data.total)
          : error === null
            ? "Loading its uses…"
            : "Its uses could not be loaded."}
      </p>
      {data !== undefined && data.total > 0 && (
        <div className="max-h-60 overflow-y-auto">
          <UseList uses={data.uses} />
          {data.total > data.uses.length && (
            <p className="mt-2 text-12 text-ink-3">and {data.total - data.uses.length} more</p>
          )}
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        {error !== null && data === undefined && (
          <Button size="sm" onClick={() => void refetch()}>
            Try again
          </Button>
        )}
        <Button variant="danger" size="sm" disabled={data === undefined || isSending} onClick={onDelete}>
          {isSending ? "Deleting…" : "Delete variable"}
        </Button>
        <Button size="sm" autoFocus onClick={onKeep}>
          Keep it
        </Button>
      </div>
    </section>
  );
}
