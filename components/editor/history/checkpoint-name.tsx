"use client";

import { useState } from "react";
import { isRefusal } from "../../frame/api/client.ts";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { CONTROL } from "../../ui/form-field.tsx";
import { showToast } from "../../ui/toast.ts";
import { type Checkpoint, useCheckpoints } from "./use-checkpoints.ts";

/** The name of a moment, changed in place. */
export function CheckpointName({
  checkpoint,
  disabledReason,
}: {
  checkpoint: Checkpoint;
  disabledReason: string | null;
}) {
  const project_id = useProjectId();
  const { rename } = useCheckpoints();
  const [editing, setEditing] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const save = async (name: string) => {
    if (name.trim() === "" || name === checkpoint.name) {
      setEditing(false);
      setProblem(null);
      return;
    }
    try {
      await rename.mutateAsync({ project_id, checkpoint_id: checkpoint.id, name });
      setEditing(false);
      setProblem(null);
      showToast({ text: `The moment is now called “${name}”.` });
    } catch (error) {
      setProblem(isRefusal(error) ? error.message : "The new name did not arrive. Try again.");
    }
  };

  if (!editing) {
    return (
      <button
        type="button"
        dir="auto"
        aria-disabled={disabledReason !== null}
        data-tip={disabledReason ?? "Rename"}
        onClick={() => {
          if (disabledReason === null) setEditing(true);
        }}
        className="block max-w-full cursor-text truncate text-start font-medium text-13 text-ink"
      >
        {checkpoint.name}
      </button>
    );
  }
  return (
    <>
      <input
        // biome-ignore lint/a11y/noAutofocus: the field stands where the person has just pressed.
        autoFocus
        dir="auto"
        aria-label="Name of the moment"
        aria-invalid={problem !== null || undefined}
        defaultValue={checkpoint.name}
        onBlur={(event) => void save(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === "Enter") event.currentTarget.blur();
          if (event.key === "Escape") {
            event.currentTarget.value = checkpoint.name;
            event.currentTarget.blur();
          }
        }}
        className={CONTROL}
      />
      {problem !== null && <p className="text-12 text-error">{problem}</p>}
    </>
  );
}
