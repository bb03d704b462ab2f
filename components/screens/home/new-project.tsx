"use client";

import { useRouter } from "next/navigation";
import { useStudioClient } from "../../frame/api/api-provider.tsx";
import SCHEMAS from "../../frame/api/form-schemas.json";
import { useRefresh } from "../../frame/api/use-refresh.ts";
import { closeWelcome } from "../../frame/session/first-steps.ts";
import { FormDialog } from "../../ui/form/form-dialog.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { OptionCards } from "../../ui/option-cards.tsx";
import { PROJECT_MODES, type ProjectMode } from "./project-modes.ts";

interface NewProjectProps {
  onClose: () => void;
}

/** Asks what a new project is called, makes it, and goes there. */
export function NewProject({ onClose }: NewProjectProps) {
  const client = useStudioClient();
  const readAgain = useRefresh((api) => [api.projects.list.pathKey()]);
  const router = useRouter();
  const form = useForm<{ name: string; description: string; mode: ProjectMode }>({
    schema: SCHEMAS["projects.create"],
    start: { name: "", description: "", mode: "live" },
    fields: {
      name: { label: "Name", spellCheck: true },
      description: { label: "Description", help: "What the story is about, for those who join you.", rows: 3 },
      mode: {
        label: "What it is",
        draw: ({ value, onChange }) => <OptionCards isWide value={value} onChange={onChange} options={PROJECT_MODES} />,
      },
    },
    failed: "The project was not created",
    send: async (project) => {
      const made = await client.projects.create.mutate(project);
      await readAgain();
      closeWelcome();
      router.push(`/projects/${made.id}/dialogues`);
    },
  });
  return (
    <FormDialog
      form={form}
      title="New project"
      description="A project holds one story world: its dialogues, its variables, its people and places."
      submit="Create project"
      busy="Creating…"
      onClose={onClose}
    />
  );
}
