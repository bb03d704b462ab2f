"use client";

import { type ReactNode, useRef } from "react";
import { showToast } from "../../ui/toast.ts";
import { useStudioClient } from "../api/api-provider.tsx";
import type { ChangeNames } from "../changes/change-words.ts";
import { useProjectId } from "../project/project-provider.tsx";
import { RestorePreview } from "./restore-preview.tsx";

interface RestoreSubjectProps {
  id: string;
  /** Name of the subject: "“The inn”". */
  name: string;
  /** Sequence to restore, and its time in words: "Tue 14:02". */
  seq: number;
  moment: string;
  onClose: (isRestored: boolean) => void;
  /** Sees to it that nothing which is written here comes after the restore; what it throws is shown. */
  beforehand?: () => Promise<void>;
  /** Afterwards, with what was restored. */
  onDone?: (id: string) => void;
  names?: ChangeNames;
  /** A choice of how much is restored. */
  children?: ReactNode;
}

/** Asks whether one thing becomes what it was, with what that would change. Undo makes it what it was before. */
export function RestoreSubject(props: RestoreSubjectProps) {
  const { id, name, seq, moment, onClose, beforehand, onDone, names, children } = props;
  const project_id = useProjectId();
  const client = useStudioClient();
  const wasThere = useRef(true);
  const input = { project_id, subject_id: id, seq };
  const restore = async (): Promise<void> => {
    await beforehand?.();
    const done = await client.record.restore.mutate(input);
    const before = done.seq - done.restored.length;
    const left = done.skipped.length;
    const undo = () =>
      void client.record.restore
        .mutate({ ...input, seq: before })
        .then(() => onDone?.(id))
        .catch(() => showToast({ text: "The restore could not be undone. The earlier version is in the history." }));
    showToast({
      text: `Restored ${name} to ${moment}${left === 0 ? "" : `; ${left} that went with it could not come back`}.`,
      // What came back was not there before: there is no version to go back to.
      ...(wasThere.current && { undo }),
    });
    onDone?.(id);
  };
  return (
    <RestorePreview
      title={`Restore ${name} to ${moment}?`}
      about={[id, seq]}
      action="Restore"
      {...(names !== undefined && { names })}
      preview={async () => {
        await beforehand?.();
        const tried = await client.record.restore.mutate({ ...input, dry_run: true });
        wasThere.current = tried.preview?.changes[0]?.change === "changed";
        return tried;
      }}
      restore={restore}
      onClose={onClose}
    >
      {children}
    </RestorePreview>
  );
}
