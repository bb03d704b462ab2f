"use client";

import { X } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useStudioClient } from "../api/api-provider.tsx";
import { useDialogue } from "../dialogue/store/dialogue-context.ts";
import { useViewStore } from "../dialogue/view-state.ts";
import { useMoment } from "../moment/moment-provider.tsx";
import { useProjectId } from "../project/project-provider.tsx";
import { useCan } from "../session/can.ts";
import { Button } from "../ui/button.tsx";
import { type FormErrors, formErrors, NO_ERRORS } from "../ui/form-errors.ts";
import { CONTROL, FormField } from "../ui/form-field.tsx";
import { FormSummary } from "../ui/form-summary.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { CheckpointList } from "./checkpoint-list.tsx";
import { useCheckpoints } from "./use-checkpoints.ts";

/** Named moments of the project: save one, look at one, bring this dialogue back to one. */
export function MomentsPanel() {
  const view = useViewStore();
  return (
    <aside
      aria-label="Moments"
      className="flex w-90 shrink-0 flex-col overflow-y-auto border-line border-s bg-panel max-lg:absolute max-lg:inset-y-0 max-lg:end-0 max-lg:z-20 max-sm:w-full"
    >
      <header className="flex min-h-10 items-center border-line border-b ps-4 pe-1">
        <h2 className="grow font-medium text-13">Moments</h2>
        <IconButton
          label="Close moments"
          icon={<X aria-hidden className="size-4" />}
          onClick={() => view.setState({ side: "inspector" })}
        />
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
    // What is still being typed belongs to the moment.
    dialogue.settle();
    dialogue.retry();
    try {
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

function GoToTime() {
  const project_id = useProjectId();
  const client = useStudioClient();
  const { goTo } = useMoment();
  const fetchable = useCan()("fetch");
  const [time, setTime] = useState("");
  const [errors, setErrors] = useState<FormErrors>(NO_ERRORS);

  const look = async (event: FormEvent) => {
    event.preventDefault();
    const date = new Date(time);
    if (Number.isNaN(date.getTime())) {
      setErrors({ ...NO_ERRORS, fields: { at: ["Choose a day and a time."] } });
      return;
    }
    try {
      const { seq } = await client.record.sequence.query({ project_id, at: date.toISOString() });
      setErrors(NO_ERRORS);
      goTo(seq);
    } catch (error) {
      setErrors(formErrors(error, { fields: ["at"] }));
    }
  };

  return (
    <form onSubmit={look} className="flex flex-col gap-2 border-line border-b px-4 py-3">
      <FormSummary title="That time could not be looked up" errors={errors} />
      <FormField label="Or look at a time" errors={errors.fields.at}>
        {(field) => (
          <input
            {...field}
            type="datetime-local"
            value={time}
            onChange={(event) => setTime(event.target.value)}
            className={CONTROL}
          />
        )}
      </FormField>
      <Button
        type="submit"
        size="sm"
        className="self-start"
        disabledReason={fetchable.allowed ? null : fetchable.reason}
      >
        Look
      </Button>
    </form>
  );
}
