"use client";

import { useStudioClient } from "../../../frame/api/api-provider.tsx";
import type { Inputs } from "../../../frame/api/client.ts";
import SCHEMAS from "../../../frame/api/form-schemas.json";
import { GenerationStanding } from "../../../frame/generation/generation-standing.tsx";
import { useGeneration } from "../../../frame/generation/use-generation.ts";
import { useProjectId } from "../../../frame/project/project-provider.tsx";
import { Fields } from "../../../ui/form/form.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { useForm } from "../../../ui/form/use-form.ts";
import { type Entity, useRefreshWorld } from "../entity/use-entity.ts";

interface DrawDialogProps {
  entity: Entity;
  onClose: () => void;
}

/** Asks for a picture of an entity, and follows the drawing to its end. */
export function DrawDialog({ entity, onClose }: DrawDialogProps) {
  const project_id = useProjectId();
  const client = useStudioClient();
  const refresh = useRefreshWorld();
  const { standing, start, forget } = useGeneration(() => {
    void refresh();
    onClose();
  }, "Drawing");
  const form = useForm<Pick<Inputs["images"]["generate"], "prompt" | "style">>({
    schema: SCHEMAS["images.generate"],
    start: { prompt: "", style: "" },
    after: "stays",
    fields: {
      prompt: {
        label: "What it shows (optional)",
        help: "A pose, a moment or a mood. What the profile says is known.",
      },
      style: { label: "Style (optional)", placeholder: "Ink drawing" },
    },
    failed: "Nothing was drawn",
    send: async (brief) => start(() => client.images.generate.mutate({ project_id, entity_id: entity.id, ...brief })),
  });
  const isRunning = standing.state === "running";
  return (
    <FormDialog
      form={form}
      title={`Draw ${entity.name}`}
      description="It is drawn from the profile and added to the pictures. Without a provider key that names a model for pictures you get a plain pattern as a placeholder."
      submit="Draw"
      busy="Drawing…"
      cancel={isRunning ? "Close and continue in the background" : "Cancel"}
      disabledReason={isRunning ? "Drawing…" : null}
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
