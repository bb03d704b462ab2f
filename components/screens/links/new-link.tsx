"use client";

import { useQuery } from "@tanstack/react-query";
import { useApi, useStudioClient } from "../../frame/api/api-provider.tsx";
import SCHEMAS from "../../frame/api/form-schemas.json";
import { useRefreshLinks } from "../../frame/linked/link-changes.tsx";
import { useProject, useProjectId } from "../../frame/project/project-provider.tsx";
import { useEveryProject } from "../../frame/project/use-every-project.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { FormField, FormGroup } from "../../ui/form/field.tsx";
import { FormDialog } from "../../ui/form/form-dialog.tsx";
import { FormMistake } from "../../ui/form/form-errors.ts";
import { type OwnControl, useForm } from "../../ui/form/use-form.ts";
import { matches } from "../../ui/option.ts";
import { Picker } from "../../ui/picker.tsx";
import { MODES } from "./link-words.ts";

/** Values of the form for a new link. */
interface LinkDraft {
  readonly source_project_id: string;
  readonly mode: "pinned" | "following";
  readonly types: readonly string[];
  readonly relationships: boolean;
  readonly facts: boolean;
  readonly overlay: readonly string[];
}

const START: LinkDraft = {
  source_project_id: "",
  mode: "pinned",
  types: [],
  relationships: true,
  facts: true,
  overlay: [],
};

const FLAG = { type: "boolean" } as const;

const NO_OTHER = "There is no other project in this workspace.";
const APART = "Test and live projects are not linked with each other.";

interface NewLinkProps {
  /** Closes the form, with the id of the link that was made, or null for none. */
  onClose: (made: string | null) => void;
}

/** Asks which project is to be in this one, and which parts of it. */
export function NewLink({ onClose }: NewLinkProps) {
  const project_id = useProjectId();
  const client = useStudioClient();
  const refresh = useRefreshLinks();
  const form = useForm<LinkDraft>({
    schema: SCHEMAS["links.create"],
    start: START,
    fields: {
      source_project_id: {
        label: "Project",
        draw: (control) => <SourceField control={control} />,
        also: () => ({ types: [] }),
      },
      mode: {
        label: "Later changes there",
        isWide: true,
        options: Object.entries(MODES).map(([value, { name, means }]) => ({ value, label: name, means })),
      },
      types: {
        label: "What it brings",
        draw: (control, { source_project_id }) => <TypesField control={control} sourceId={source_project_id} />,
      },
      relationships: { label: "With the relationships among them", schema: FLAG },
      facts: { label: "With the facts that everyone knows", schema: FLAG },
      overlay: {
        label: "Properties that stay yours",
        help: "One per line: these are not brought, so that you can give them your own values.",
      },
    },
    failed: "The link was not made",
    send: async ({ source_project_id, mode, types, relationships, facts, overlay }) => {
      if (source_project_id === "") throw new FormMistake("Choose a project.");
      const made = await client.links.create.mutate({
        ...{ project_id, source_project_id, mode, overlay: [...overlay] },
        filter: { types: [...types], relationships, facts },
      });
      await refresh();
      onClose(made.id);
    },
  });
  return (
    <FormDialog
      size="md"
      form={form}
      title="New link"
      description="What comes along can be read here and is changed there. Secrets never come along."
      submit="Make the link"
      busy="Linking…"
      onClose={() => onClose(null)}
    />
  );
}

/** Choice among the other projects of the workspace and the mode. */
function SourceField({ control: { id, value, errors, onChange } }: { control: OwnControl<string> }) {
  const own = useProjectId();
  const mode = useProject(own)?.mode;
  const { projects, error, refetch } = useEveryProject(true);
  const strangers = projects?.filter((project) => project.id !== own) ?? [];
  const others = strangers.filter((project) => project.mode === mode);
  const reason = strangers.length === 0 ? NO_OTHER : `There is no other ${mode} project in this workspace. ${APART}`;
  return (
    <FormField id={id} label="Project" errors={errors}>
      {() => (
        <>
          <Picker
            label="Project"
            shown={others.find((project) => project.id === value)?.name ?? null}
            placeholder={projects === undefined ? "Loading…" : "Choose a project"}
            disabledReason={projects !== undefined && mode !== undefined && others.length === 0 ? reason : null}
            options={(query) =>
              others
                .filter(({ name }) => matches(name, query))
                .map(({ id: project, name }) => ({ value: project, label: name }))
            }
            onPick={onChange}
          />
          {projects === undefined && error !== null && (
            <p className="mt-1 flex flex-wrap items-center gap-2 text-12 text-error">
              The projects could not be loaded.
              <Button size="sm" onClick={() => void refetch()}>
                Retry
              </Button>
            </p>
          )}
        </>
      )}
    </FormField>
  );
}

interface TypesFieldProps {
  control: OwnControl<readonly string[]>;
  sourceId: string;
}

/** Choice among the types of entities that the other project has; none stands for all. */
function TypesField({ control: { id, value, errors, onChange }, sourceId }: TypesFieldProps) {
  const { data } = useQuery(
    useApi().entities.types.queryOptions({ project_id: sourceId, limit: 200 }, { enabled: sourceId !== "" }),
  );
  const types = data?.types ?? [];
  return (
    <FormGroup id={id} legend="What it brings" errors={errors}>
      <p className="text-13 text-ink-2">
        {sourceId === ""
          ? "Choose a project first."
          : value.length === 0
            ? "Everything, unless you choose types:"
            : "Only the chosen types:"}
      </p>
      <ul className="mt-1 max-h-40 overflow-y-auto">
        {types.map(({ type, entities }) => (
          <li key={type} dir="auto">
            <Checkbox
              label={`${type} (${entities})`}
              checked={value.includes(type)}
              onChange={({ target }) =>
                onChange(target.checked ? [...value, type] : value.filter((each) => each !== type))
              }
              className="min-h-7"
            />
          </li>
        ))}
      </ul>
    </FormGroup>
  );
}
