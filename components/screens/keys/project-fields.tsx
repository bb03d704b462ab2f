"use client";

import { useState } from "react";
import { searchForm } from "#domain/search-form.ts";
import { useEveryProject } from "../../frame/project/use-every-project.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { CONTROL, FormGroup } from "../../ui/form/field.tsx";
import type { OwnControl } from "../../ui/form/use-form.ts";
import { OptionCards } from "../../ui/option-cards.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import type { KeyDraft } from "./key-draft.ts";
import type { KeyKind, Mode } from "./key-queries.ts";

/** Number of projects above which the list has a search field. */
const FEW = 8;
/** Maximum number of project names that are written out. */
const NAMED = 6;

interface ProjectFieldsProps {
  control: OwnControl<KeyDraft["project_ids"]>;
  mode: Mode;
  kind: KeyKind;
}

/** Form field of the projects that a key is limited to, with the effect of the choice. */
export function ProjectFields({ control, mode, kind }: ProjectFieldsProps) {
  const { id: group, value: projectIds, onChange, errors } = control;
  const { projects, error, refetch } = useEveryProject(true);
  const [search, setSearch] = useState("");
  const ofMode = (projects ?? []).filter((project) => project.mode === mode);
  const chosen = new Set(projectIds ?? []);
  const found = ofMode.filter(({ name }) => searchForm(name).includes(searchForm(search.trim())));
  const seen = projectIds === null ? ofMode : ofMode.filter(({ id }) => chosen.has(id));

  function choose(id: string, isChosen: boolean): void {
    const rest = (projectIds ?? []).filter((each) => each !== id);
    onChange(isChosen ? [...rest, id] : rest);
  }

  return (
    <FormGroup id={group} legend="Which projects?" errors={errors}>
      {(kind === "secret" || projectIds === null) && (
        <OptionCards
          isWide
          value={projectIds === null ? "all" : "some"}
          onChange={(value) => onChange(value === "all" ? null : [])}
          options={[
            { value: "all", label: `All ${mode} projects`, means: "Including new ones." },
            { value: "some", label: "Only some", means: "It cannot see other projects." },
          ]}
        />
      )}
      {projectIds !== null && (
        <div className="mt-2 rounded-control border border-line px-3 py-2">
          {ofMode.length > FEW && (
            <input
              type="search"
              aria-label="Find a project"
              placeholder="Find a project"
              dir="auto"
              value={search}
              onChange={({ target }) => setSearch(target.value)}
              className={`${CONTROL} mb-2`}
            />
          )}
          <ul className="max-h-40 overflow-y-auto">
            {found.map(({ id, name }) => (
              <li key={id} dir="auto">
                <Checkbox
                  label={name}
                  checked={chosen.has(id)}
                  onChange={({ target }) => choose(id, target.checked)}
                  className="min-h-7"
                />
              </li>
            ))}
          </ul>
          {projects !== undefined && found.length === 0 && (
            <p className="text-12 text-ink-3">
              {ofMode.length === 0 ? `No ${mode} projects yet.` : `No matching ${mode} projects.`}
            </p>
          )}
        </div>
      )}
      <div className="mt-2 text-12" aria-live="polite">
        {projects === undefined && error === null && <Skeleton className="h-4 w-56" />}
        {projects === undefined && error !== null && (
          <p className="flex flex-wrap items-center gap-2 text-error">
            The projects could not be loaded.
            <Button size="sm" onClick={() => void refetch()}>
              Retry
            </Button>
          </p>
        )}
        {projects !== undefined && (
          <Seen names={seen.map(({ name }) => name)} mode={mode} isEvery={projectIds === null} />
        )}
      </div>
    </FormGroup>
  );
}

/** The projects a key will see, by name. */
function Seen({ names, mode, isEvery }: { names: readonly string[]; mode: Mode; isEvery: boolean }) {
  if (names.length === 0) {
    return (
      <p className="text-ink-2">
        {isEvery
          ? `This key will see nothing yet: there are no ${mode} projects. It will see new ones.`
          : "This key will see nothing: no project is chosen."}
      </p>
    );
  }
  const rest = names.length - NAMED;
  return (
    <p className="text-ink-2">
      This key will see:{" "}
      <span className="font-medium text-ink" dir="auto">
        {names.slice(0, NAMED).join(", ")}
      </span>
      {rest > 0 && ` and ${rest} more`}.
    </p>
  );
}
