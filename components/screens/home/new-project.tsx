"use client";

import { useStudioClient } from "../../frame/api/api-provider.tsx";
import SCHEMAS from "../../frame/api/form-schemas.json";
import { useRefresh } from "../../frame/api/use-refresh.ts";
import { startOfProject } from "../../frame/project/packs.ts";
import { STORY_KINDS } from "../../frame/project/story-kinds.ts";
import { closeWelcome } from "../../frame/session/first-steps.ts";
import { FormGroup } from "../../ui/form/field.tsx";
import { Fields } from "../../ui/form/form.tsx";
import { FormDialog } from "../../ui/form/form-dialog.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { OptionCards } from "../../ui/option-cards.tsx";
import { useOpenPage } from "../../ui/use-open-page.ts";
import { DeveloperDetails } from "./developer-details.tsx";
import { PROJECT_MODES, type ProjectMode } from "./project-modes.ts";

interface NewProjectProps {
  /** Name that it begins with. */
  name?: string | undefined;
  onClose: () => void;
}

/** Asks what a new project is called, makes it, and goes there. */
export function NewProject({ name: typed = "", onClose }: NewProjectProps) {
  const client = useStudioClient();
  const readAgain = useRefresh((api) => [api.projects.list.pathKey()]);
  const openPage = useOpenPage();
  const form = useForm<{ name: string; description: string; kind: string; mode: ProjectMode }>({
    schema: SCHEMAS["projects.create"],
    start: { name: typed, description: "", kind: "game", mode: "live" },
    fields: {
      name: { label: "Name", spellCheck: true },
      description: { label: "Description", help: "What the story is about, for those who join you.", rows: 3 },
      kind: {
        label: "What are you making?",
        draw: ({ value, onChange, ...frame }) => (
          <FormGroup legend="What are you making?" {...frame}>
            <OptionCards isWide value={value} onChange={onChange} options={STORY_KINDS} />
          </FormGroup>
        ),
      },
      mode: {
        label: "Which keys reach it?",
        draw: ({ value, onChange, ...frame }) => (
          <FormGroup legend="Which keys reach it?" {...frame}>
            <OptionCards isWide value={value} onChange={onChange} options={PROJECT_MODES} />
          </FormGroup>
        ),
      },
    },
    failed: "The project was not created",
    send: async ({ kind, ...project }) => {
      const packs = [...STORY_KINDS.filter(({ value }) => value === kind).flatMap((chosen) => chosen.packs)];
      const made = await client.projects.create.mutate({ ...project, packs });
      await readAgain();
      closeWelcome();
      openPage(startOfProject(made.id, made.packs));
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
    >
      <Fields form={form} only={["name", "description", "kind"]} />
      <DeveloperDetails>
        <Fields form={form} only={["mode"]} />
      </DeveloperDetails>
    </FormDialog>
  );
}
