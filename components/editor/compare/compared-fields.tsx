"use client";

import { useId } from "react";
import { ChangedField } from "../../frame/changes/changed-field.tsx";
import { useHistoryNames } from "../fields/use-history-names.ts";
import { useDialogueState } from "../session/dialogue-context.ts";
import { useCompared } from "./use-compared.ts";

/** Differences of one subject between the compared moments, field by field; empty where there are none. */
export function ComparedFields({ id }: { id: string }) {
  const compared = useCompared(id);
  const names = useHistoryNames();
  const isOtherLater = useDialogueState((state) => state.compared?.isOtherLater === true);
  const titleId = useId();
  if (compared === undefined) return null;
  const { mark, fields } = compared;
  if (mark !== "changed") {
    // Whether it can be seen at the moment itself depends on which of the two is looked at.
    const isHere = (mark === "removed") === isOtherLater;
    return (
      <p className="shrink-0 border-line border-b bg-paper px-4 py-2 text-13 text-ink-2">
        {mark === "added" ? "New" : "Gone"} since the earlier moment.
        {!isHere && " It is shown as it is at the other moment."}
      </p>
    );
  }
  return (
    <section
      aria-labelledby={titleId}
      className="max-h-[40dvh] shrink-0 space-y-1.5 overflow-y-auto border-line border-b bg-paper px-4 py-2 text-13"
    >
      <h3 id={titleId} className="font-medium text-12 text-ink-2">
        What differs
      </h3>
      {fields.map((change) => (
        <div key={change.field}>
          <ChangedField change={change} names={names} />
        </div>
      ))}
    </section>
  );
}
