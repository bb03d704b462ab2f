"use client";

import { Fields } from "../../ui/form/form.tsx";
import { FormDialog } from "../../ui/form/form-dialog.tsx";
import type { Form } from "../../ui/form/use-form.ts";
import { GenerationStanding } from "./generation-standing.tsx";
import type { useGeneration } from "./use-generation.ts";

interface GenerationDialogProps<Values extends object> {
  /** Form of the brief; sending it starts the generation. */
  form: Form<Values>;
  generation: ReturnType<typeof useGeneration>;
  title: string;
  description: string;
  submit: string;
  /** Said while it runs. */
  busy: string;
  onClose: () => void;
}

/** Asks for the brief of a generation, and follows it to its end; closed, it goes on in the background. */
export function GenerationDialog<Values extends object>({
  generation,
  onClose,
  ...dialog
}: GenerationDialogProps<Values>) {
  const { standing, forget } = generation;
  const isRunning = standing.state === "running";
  return (
    <FormDialog
      {...dialog}
      cancel={isRunning ? "Close and continue in the background" : "Cancel"}
      disabledReason={isRunning ? dialog.busy : null}
      onClose={() => {
        forget();
        onClose();
      }}
    >
      <Fields form={dialog.form} />
      <GenerationStanding standing={standing} />
    </FormDialog>
  );
}
