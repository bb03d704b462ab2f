"use client";

import type { JsonObject } from "#domain/json.ts";
import type { ResourceScreenData } from "#server/operation/resource-screen.ts";
import { Fields } from "../../ui/form/form.tsx";
import { FormDialog } from "../../ui/form/form-dialog.tsx";
import { GenerationStanding } from "../generation/generation-standing.tsx";
import { useGeneration } from "../generation/use-generation.ts";
import { useBodyForm } from "./resource-form.tsx";

interface GenerateDialogProps {
  data: ResourceScreenData;
  begin: (brief: JsonObject) => Promise<{ readonly session_id: string }>;
  onClose: () => void;
  onMade: () => void;
}

/** Asks for subjects from a brief, and follows the generation to its end. */
export function GenerateDialog({ data, begin, onClose, onMade }: GenerateDialogProps) {
  const { standing, start, forget } = useGeneration(onMade);
  const form = useBodyForm({
    data,
    row: null,
    body: "generate",
    after: "stays",
    failed: "Nothing was generated",
    send: async (brief) => start(() => begin(brief)),
  });
  const isRunning = standing.state === "running";
  return (
    <FormDialog
      form={form}
      title={`Generate ${data.many}`}
      description="Without a provider key you get a sketch without a model."
      submit="Generate"
      busy="Generating…"
      cancel={isRunning ? "Close and continue in the background" : "Cancel"}
      disabledReason={isRunning ? "Generating…" : null}
      onClose={() => {
        forget();
        onClose();
      }}
    >
      <Fields form={form} />
      <GenerationStanding standing={standing} />
    </FormDialog>
  );
}
