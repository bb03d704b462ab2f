"use client";

import { X } from "lucide-react";
import { useRef, useState } from "react";
import { useStudioClient } from "../../frame/api/api-provider.tsx";
import SCHEMAS from "../../frame/api/form-schemas.json";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { useCheckpoints } from "../../frame/project/use-checkpoints.ts";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { FormFrame, Submit } from "../../ui/form/form.tsx";
import { FormMistake } from "../../ui/form/form-errors.ts";
import { useForm } from "../../ui/form/use-form.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { sayMoment } from "../../ui/local-time.tsx";
import { useDialogue } from "../session/dialogue-context.ts";
import { whenSaved } from "../session/when-saved.ts";
import { closeSide, useViewStore } from "../store/view-state.ts";
import { CheckpointList } from "./checkpoint-list.tsx";
import { type AskedMoment, RestoreQuestion } from "./restore-question.tsx";

/** Named moments of the project: save one, look at one, bring this dialogue back to one. */
export function MomentsPanel() {
  const view = useViewStore();
  return (
    <aside
      aria-label="Moments"
      className="flex w-90 shrink-0 flex-col overflow-y-auto border-line border-s bg-panel max-lg:absolute max-lg:inset-y-0 max-lg:end-0 max-lg:z-20 max-sm:w-full print:hidden"
    >
      <header className="flex min-h-10 items-center border-line border-b ps-4 pe-1">
        <h2 className="grow font-medium text-13">Moments</h2>
        <IconButton label="Close moments" icon={<X aria-hidden className="size-4" />} onClick={() => closeSide(view)} />
      </header>
      <SaveMoment />
      <GoToTime />
      <CheckpointList />
    </aside>
  );
}

function SaveMoment() {
  const project_id = useProjectId();
  const dialogue = useDialogue();
  const { create } = useCheckpoints();
  const form = useForm({
    schema: SCHEMAS["checkpoints.create"],
    start: { name: "" },
    after: "empties",
    disabledReason: reasonOf(useCan()("change")),
    fields: {
      name: {
        label: "Name this moment",
        help: "To return to the current version later.",
        placeholder: "Before the rewrite",
        spellCheck: true,
      },
    },
    failed: "The moment was not saved",
    send: async ({ name }) => {
      // What is still being typed belongs to the moment.
      if (!(await whenSaved(dialogue)))
        throw new FormMistake("Your last changes are not saved yet. Name the moment once they are.");
      await create.mutateAsync({ project_id, name });
    },
  });
  return (
    <section className="flex flex-col gap-2 border-line border-b px-4 py-3">
      <FormFrame form={form} />
      <Submit form={form} busy="Saving…" size="sm" variant="quiet" className="self-start">
        Save moment
      </Submit>
    </section>
  );
}

const MOMENT = { type: "string", format: "date-time" };

/** A moment nobody has named, by its time. */
function GoToTime() {
  const project_id = useProjectId();
  const client = useStudioClient();
  const { goTo } = useMoment();
  const can = useCan();
  const wanted = useRef<"look" | "restore">("look");
  const [asked, setAsked] = useState<AskedMoment | null>(null);
  const form = useForm({
    start: { at: "" },
    after: "stays",
    fields: { at: { label: "Or go back to a time", schema: MOMENT } },
    failed: "This time could not be found",
    send: async ({ at }) => {
      const { seq } = await client.record.sequence.query({ project_id, at });
      if (wanted.current === "look") goTo(seq);
      else setAsked({ seq, words: sayMoment(new Date(at), new Date()) });
    },
  });
  const button = (does: "look" | "restore") => ({
    form,
    busy: "Searching…",
    size: "sm" as const,
    variant: "quiet" as const,
    onClick: () => {
      wanted.current = does;
    },
  });
  return (
    <section className="flex flex-col gap-2 border-line border-b px-4 py-3">
      <FormFrame form={form} />
      <div className="flex flex-wrap gap-2">
        <Submit {...button("look")} disabledReason={reasonOf(can("fetch"))}>
          Look
        </Submit>
        <Submit {...button("restore")} disabledReason={reasonOf(can("change"))}>
          Restore…
        </Submit>
      </div>
      <RestoreQuestion asked={asked} onClose={() => setAsked(null)} />
    </section>
  );
}
