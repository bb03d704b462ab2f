"use client";

import { useId, useState } from "react";
import { counted } from "#domain/counted.ts";
import { useStudioClient } from "../../../frame/api/api-provider.tsx";
import { useAttempt } from "../../../frame/api/use-attempt.ts";
import { useDryRun } from "../../../frame/api/use-dry-run.ts";
import { EntityField } from "../../../frame/project/entity-field.tsx";
import { useProjectId } from "../../../frame/project/project-provider.tsx";
import { Button } from "../../../ui/button.tsx";
import { DialogChoice } from "../../../ui/dialog-choice.tsx";
import { DialogPopup } from "../../../ui/dialog-popup.tsx";
import { whyNot } from "../../../ui/form/form-errors.ts";
import { Problem } from "../entity/problem.tsx";
import type { TreePlace } from "./place-tree.ts";

/** Destination of a moved place: another place, or with null the top level. */
export type Goal = { readonly id: string; readonly name: string } | null;

interface MovePlaceProps {
  place: TreePlace;
  onClose: () => void;
  onMove: (goal: Goal) => Promise<unknown>;
}

/**
 * Dialog that asks for the destination of a place, and says which places move along and where the place will be found.
 */
export function MovePlace({ place, onClose, onMove }: MovePlaceProps) {
  const project_id = useProjectId();
  const client = useStudioClient();
  const form = useId();
  const [goal, setGoal] = useState<Goal | undefined>(undefined);
  const { problem, isBusy, attempt } = useAttempt();
  const parent_id = goal?.id ?? null;
  const tried = useDryRun(
    (input: { entity_id: string; parent_id: string | null }) =>
      client.locations.move.mutate({ project_id, ...input, dry_run: true }),
    goal === undefined ? null : { entity_id: place.id, parent_id },
  );
  const waits =
    goal === undefined ? "Choose a place first." : tried.data === undefined ? "It cannot be moved there." : null;
  async function move(): Promise<void> {
    if (goal === undefined || tried.data === undefined || isBusy) return;
    if (await attempt(() => onMove(goal))) onClose();
  }
  return (
    <DialogPopup
      size="sm"
      title={`Move “${place.name}”`}
      onClose={onClose}
      footer={
        <DialogChoice onCancel={onClose} type="submit" form={form} disabled={isBusy} disabledReason={waits}>
          {isBusy ? "Moving…" : "Move it"}
        </DialogChoice>
      }
    >
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          void move();
        }}
      >
        <EntityField
          label="Move into"
          type="location"
          placeholder={goal === null ? "The top level" : "Find a place"}
          value={goal ?? null}
          except={[place.id]}
          onChoose={(chosen) => setGoal(chosen ?? undefined)}
        />
        <Button size="sm" className="mt-2" aria-pressed={goal === null} onClick={() => setGoal(null)}>
          To the top level
        </Button>
        <div role="status" className="mt-3 min-h-10 text-13 text-ink-2">
          {goal !== undefined && tried.data !== undefined && (
            <>
              <p>{alongWords(tried.data.descendants)}</p>
              <p>
                Its new path is{" "}
                <span className="break-all font-code text-12" dir="auto">
                  {tried.data.location_path}
                </span>
              </p>
            </>
          )}
        </div>
        <Problem problem={problem ?? (tried.error === null ? null : whyNot(tried.error))} />
      </form>
    </DialogPopup>
  );
}

/** Returns the number of places that move along with a place, in words. */
function alongWords(count: number): string {
  if (count === 0) return "Nothing else moves.";
  return `Also moved: ${counted(count, "place, character or thing", "places, characters and things")}.`;
}
