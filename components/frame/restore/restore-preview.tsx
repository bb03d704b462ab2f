"use client";

import type { ReactNode } from "react";
import { counted } from "#domain/counted.ts";
import { AlertLine } from "../../ui/alert-line.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { whyNot } from "../../ui/form/form-errors.ts";
import { LoadingRows } from "../../ui/skeleton.tsx";
import { TitledSection } from "../../ui/titled-section.tsx";
import type { Outputs } from "../api/client.ts";
import { useChange } from "../api/use-change.ts";
import { useDryRun } from "../api/use-dry-run.ts";
import type { ChangeNames } from "../changes/change-words.ts";
import { ChangedField } from "../changes/changed-field.tsx";
import { foldMoves } from "../changes/moves.ts";
import { useChangeNames } from "../changes/use-change-names.ts";
import { subjectWord } from "../project/subject-words.ts";

type Preview = NonNullable<Outputs["record"]["restore"]["preview"]>;
type Change = Preview["changes"][number];

export interface RestorePreviewProps {
  /** "Restore “The inn” to “Before the move”?" */
  title: string;
  /** Names what is asked: another key is another question. */
  about: readonly unknown[];
  /** The button that does it: "Restore the dialogue". */
  action: string;
  /** Words of the button while restoring; "Restoring…" when absent. */
  busy?: string;
  /** Text for when nothing would change. */
  nothing?: string;
  /** Tries the restore out. */
  preview: () => Promise<{ preview?: Preview | undefined }>;
  /** Restores; what it throws is shown, and nothing has changed. */
  restore: () => Promise<void>;
  onClose: (isRestored: boolean) => void;
  /** Display names that the page knows beyond the project's. */
  names?: ChangeNames;
  /** A choice of how much is restored. */
  children?: ReactNode;
}

/** Asks whether something becomes what it was, and shows first what that would change. */
export function RestorePreview(props: RestorePreviewProps) {
  const { title, about, action, busy = "Restoring…", preview, restore, onClose, names, children } = props;
  const tried = useDryRun(() => preview(), about);
  const doing = useChange({ mutationFn: restore, onSuccess: () => onClose(true) });
  const would = tried.data?.preview;
  const isNothing = would?.total === 0;
  const why = doing.error ?? tried.error;
  return (
    <Dialog
      open
      size="md"
      onClose={() => onClose(false)}
      title={title}
      description="The current version stays in the history."
      footer={
        <>
          <Button onClick={() => onClose(false)}>{isNothing ? "Close" : "Cancel"}</Button>
          {tried.error !== null && (
            <Button variant="primary" onClick={tried.again}>
              Try again
            </Button>
          )}
          {would !== undefined && !isNothing && (
            <Button variant="primary" disabled={doing.isPending} onClick={() => doing.mutate()}>
              {doing.isPending ? busy : action}
            </Button>
          )}
        </>
      }
    >
      {children}
      {why !== null && <AlertLine className="mb-2 text-13">{whyNot(why)}</AlertLine>}
      {tried.isPending && <LoadingRows what="what would change" rows={4} className="h-8" />}
      {would !== undefined && <Changes preview={would} names={names} nothing={props.nothing} />}
    </Dialog>
  );
}

const KINDS = [
  { change: "changed", title: "Changed back" },
  { change: "brought_back", title: "Restored" },
  { change: "deleted", title: "Removed: did not exist yet" },
] as const;

interface ChangesProps {
  preview: Preview;
  names: ChangeNames | undefined;
  nothing: string | undefined;
}

function Changes({ preview, names, nothing = "Nothing would change." }: ChangesProps) {
  const own = useChangeNames(preview.names);
  const { changes, total } = preview;
  const { told, moved } = foldMoves(changes);
  if (total === 0) return <p className="text-13 text-ink-2">{nothing}</p>;
  return (
    <div className="space-y-4">
      {KINDS.map(({ change, title }) => {
        const some = told.filter((each) => each.change === change);
        return some.length === 0 ? null : (
          <ChangeGroup key={change} title={title} changes={some} names={names ?? own} />
        );
      })}
      {moved !== null && <p className="text-13 text-ink-2">{moved} moved back</p>}
      {total > changes.length && (
        <p className="text-12 text-ink-2">And {counted(total - changes.length, "more change")}.</p>
      )}
    </div>
  );
}

function ChangeGroup({ title, changes, names }: { title: string; changes: readonly Change[]; names: ChangeNames }) {
  return (
    <TitledSection title={title} level={3} heading="mb-1 font-medium text-12 text-ink-2">
      <ul className="space-y-2">
        {changes.map((each) => (
          <li key={each.subject_id} className="rounded-card border border-line bg-paper px-3 py-2 text-13">
            <p className="flex flex-wrap items-baseline gap-x-1.5">
              <span className="min-w-0 break-words font-medium" dir="auto">
                {each.name === "" ? `A ${subjectWord(each.subject_type)} without words` : each.name}
              </span>
              <span className="text-12 text-ink-3">{subjectWord(each.subject_type)}</span>
            </p>
            {each.fields.map((field) => (
              <div key={field.field} className="mt-1">
                <ChangedField change={field} names={names} />
              </div>
            ))}
          </li>
        ))}
      </ul>
    </TitledSection>
  );
}
