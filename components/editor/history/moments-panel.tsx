"use client";

import { X } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useStudioClient } from "../../frame/api/api-provider.tsx";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { Button } from "../../ui/button.tsx";
import { type FormErrors, formErrors, NO_ERRORS } from "../../ui/form-errors.ts";
import { CONTROL, FormField } from "../../ui/form-field.tsx";
import { FormSummary } from "../../ui/form-summary.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { sayMoment } from "../../ui/local-time.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useDialogue } from "../session/dialogue-context.ts";
import { closeSide } from "../store/close-side.ts";
import { useViewStore } from "../store/view-state.ts";
import { CheckpointList } from "./checkpoint-list.tsx";
import { RestoreQuestion } from "./restore-question.tsx";
import { useCheckpoints } from "./use-checkpoints.ts";
import { useRestoreDialogue } from "./use-restore-dialogue.ts";
import { whenSaved } from "./when-saved.ts";

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

const NAME_FORM = { fields: ["name"] } as const;

function SaveMoment() {
  const project_id = useProjectId();
  const dialogue = useDialogue();
  const change = useCan()("change");
  const { create } = useCheckpoints();
  const [name, setName] = useState("");
  const [errors, setErrors] = useState<FormErrors>(NO_ERRORS);

  const save = async (event: FormEvent) => {
    event.preventDefault();
    try {
      // What is still being typed belongs to the moment.
      if (!(await whenSaved(dialogue))) {
        return setErrors({
          ...NO_ERRORS,
          summary: ["Your last changes are not saved yet. Name the moment once they are."],
        });
      }
      await create.mutateAsync({ project_id, name });
      setName("");
      setErrors(NO_ERRORS);
    } catch (error) {
      setErrors(formErrors(error, NAME_FORM));
    }
  };

  return (
    <form onSubmit={save} className="flex flex-col gap-2 border-line border-b px-4 py-3">
      <FormSummary title="The moment was not saved" errors={errors} />
      <FormField
        label="Name this moment"
        hint="To find your way back to how things are now."
        errors={errors.fields.name}
      >
        {(field) => (
          <input
            {...field}
            dir="auto"
            value={name}
            placeholder="Before the rewrite"
            onChange={(event) => setName(event.target.value)}
            className={CONTROL}
          />
        )}
      </FormField>
      <Button
        type="submit"
        size="sm"
        className="self-start"
        disabledReason={change.allowed ? (create.isPending ? "It is being saved." : null) : change.reason}
      >
        Save moment
      </Button>
    </form>
  );
}

/** A moment nobody has named, by its time. */
function GoToTime() {
  const project_id = useProjectId();
  const client = useStudioClient();
  const { goTo } = useMoment();
  const can = useCan();
  const { problem, restore } = useRestoreDialogue();
  const [time, setTime] = useState("");
  const [errors, setErrors] = useState<FormErrors>(NO_ERRORS);
  const [asked, setAsked] = useState<{ seq: number; moment: string } | null>(null);

  /** The sequence that was true then; null where it cannot be said, which is then said. */
  const sequenceThen = async (): Promise<number | null> => {
    const date = new Date(time);
    if (Number.isNaN(date.getTime())) {
      setErrors({ ...NO_ERRORS, fields: { at: ["Choose a day and a time."] } });
      return null;
    }
    try {
      const { seq } = await client.record.sequence.query({ project_id, at: date.toISOString() });
      setErrors(NO_ERRORS);
      return seq;
    } catch (error) {
      setErrors(formErrors(error, { fields: ["at"] }));
      return null;
    }
  };
  const look = async (event: FormEvent) => {
    event.preventDefault();
    const seq = await sequenceThen();
    if (seq !== null) goTo(seq);
  };
  const askToRestore = async () => {
    const seq = await sequenceThen();
    if (seq !== null) setAsked({ seq, moment: sayMoment(new Date(time), new Date()) });
  };

  return (
    <form onSubmit={look} className="flex flex-col gap-2 border-line border-b px-4 py-3">
      <FormSummary title="That time could not be looked up" errors={errors} />
      {problem !== null && (
        <Notice tone="error" announce>
          <p>{problem}</p>
        </Notice>
      )}
      <FormField label="Or go back to a time" errors={errors.fields.at}>
        {(field) => (
          <input
            {...field}
            type="datetime-local"
            step={1}
            value={time}
            onChange={(event) => setTime(event.target.value)}
            className={CONTROL}
          />
        )}
      </FormField>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" disabledReason={reasonOf(can("fetch"))}>
          Look
        </Button>
        <Button size="sm" disabledReason={reasonOf(can("change"))} onClick={() => void askToRestore()}>
          Restore…
        </Button>
      </div>
      <RestoreQuestion
        moment={asked?.moment ?? null}
        onClose={() => setAsked(null)}
        onRestore={() => {
          if (asked !== null) void restore(asked.seq, asked.moment);
        }}
      />
    </form>
  );
}
