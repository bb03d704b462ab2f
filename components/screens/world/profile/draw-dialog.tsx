"use client";

import { useStudioClient } from "../../../frame/api/api-provider.tsx";
import type { Inputs } from "../../../frame/api/client.ts";
import SCHEMAS from "../../../frame/api/form-schemas.json";
import { GenerationDialog } from "../../../frame/generation/generation-dialog.tsx";
import { useGeneration } from "../../../frame/generation/use-generation.ts";
import { useProjectId } from "../../../frame/project/project-provider.tsx";
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
  const generation = useGeneration(() => {
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
    send: async (brief) =>
      generation.start(() => client.images.generate.mutate({ project_id, entity_id: entity.id, ...brief })),
  });
  return (
    <GenerationDialog
      form={form}
      generation={generation}
      title={`Draw ${entity.name}`}
      description="It is drawn from the profile and added to the pictures. Without a provider key that names a model for pictures you get a plain pattern as a placeholder."
      submit="Draw"
      busy="Drawing…"
      onClose={onClose}
    />
  );
}
