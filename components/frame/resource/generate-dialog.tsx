"use client";

import type { JsonObject } from "#domain/json.ts";
import type { ResourceScreenData } from "#server/operation/resource-screen.ts";
import { GenerationDialog } from "../generation/generation-dialog.tsx";
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
  const generation = useGeneration(onMade);
  const form = useBodyForm({
    data,
    row: null,
    body: "generate",
    after: "stays",
    failed: "Nothing was generated",
    send: async (brief) => generation.start(() => begin(brief)),
  });
  return (
    <GenerationDialog
      form={form}
      generation={generation}
      title={`Generate ${data.many}`}
      description="Without a provider key you get a sketch without a model."
      submit="Generate"
      busy="Generating…"
      onClose={onClose}
    />
  );
}
