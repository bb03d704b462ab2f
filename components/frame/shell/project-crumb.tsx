"use client";

import { Check, ChevronsUpDown, House } from "lucide-react";
import { usePathname } from "next/navigation";
import { USUAL_PACKS } from "#domain/packs.ts";
import { useLate } from "../../ui/late.tsx";
import { usePopup } from "../../ui/menu.tsx";
import { matches, type Option } from "../../ui/option.ts";
import { PageLink } from "../../ui/page-link.tsx";
import { PickerLate } from "../../ui/picker.tsx";
import { useOpenPage } from "../../ui/use-open-page.ts";
import { startOfProject } from "../project/packs.ts";
import { useProject, useProjectId } from "../project/project-provider.tsx";
import { useEveryProject } from "../project/use-every-project.ts";

/** The option that leads to the list of all. */
const HOME = "";
const ICON = "size-3.5 shrink-0 text-ink-3";

/** The project one is in, and the way to the others. */
export function ProjectCrumb() {
  const project_id = useProjectId();
  const project = useProject(project_id);
  return (
    <span className="flex min-w-0 items-center gap-1">
      <PageLink
        href={startOfProject(project_id, project?.packs ?? USUAL_PACKS)}
        className="min-w-0 truncate rounded-control px-1 py-1 text-13 text-ink-2 hover:text-ink"
        dir="auto"
      >
        {project?.name ?? <span className="late-shown inline-block h-3 w-24 rounded-control bg-hover align-middle" />}
        {project === undefined && <span className="sr-only">Project</span>}
      </PageLink>
      <SwitchProject projectId={project_id} />
    </span>
  );
}

/** Finds another project by what is typed, and goes to the same part of it. */
function SwitchProject({ projectId }: { projectId: string }) {
  const openPage = useOpenPage();
  // What is open in this project is not there in another.
  const page = /^\/projects\/[^/]+\/([a-z-]+)/.exec(usePathname())?.[1] ?? "dialogues";
  const popup = usePopup(PickerLate.warm, "dialog");
  const Popup = useLate(PickerLate, popup.isOpen);
  const { projects, error } = useEveryProject(popup.isOpen);
  const options = (query: string): readonly Option[] => [
    ...(projects ?? [])
      .filter(({ name, archived }) => !archived && matches(name, query))
      .map(({ id, name, mode }) => ({
        value: id,
        label: name,
        hint: mode === "test" ? "Test" : undefined,
        icon: id === projectId ? <Check aria-label="Here" className={ICON} /> : <span className={ICON} />,
      })),
    ...(query.trim() === ""
      ? [{ value: HOME, label: "All projects", icon: <House aria-hidden="true" className={ICON} />, isAction: true }]
      : []),
  ];
  return (
    <>
      <button
        type="button"
        aria-label="Switch project"
        data-tip="Switch project"
        className="inline-flex size-6 shrink-0 cursor-pointer items-center justify-center rounded-control text-ink-3 hover:bg-hover hover:text-ink"
        {...popup.trigger}
      >
        <ChevronsUpDown className="size-3.5" />
      </button>
      {Popup !== null && (
        <Popup
          label="Switch project"
          options={options}
          nothing={
            projects !== undefined ? "No results." : error === null ? "Loading…" : "The projects could not be loaded."
          }
          anchor={popup.trigger.ref}
          onPick={(id) => {
            popup.close();
            if (id !== projectId) openPage(id === HOME ? "/" : `/projects/${id}/${page}`);
          }}
          onClose={popup.close}
        />
      )}
    </>
  );
}
