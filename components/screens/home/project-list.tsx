"use client";

import { useQuery } from "@tanstack/react-query";
import { Archive, Ellipsis, Settings } from "lucide-react";
import { useApi } from "../../frame/api/api-provider.tsx";
import { copyId, copyLink } from "../../frame/commands/use-copying.ts";
import { startOfProject } from "../../frame/project/packs.ts";
import { useArchive } from "../../frame/project/use-archive.ts";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { AlertLine } from "../../ui/alert-line.tsx";
import { Badge } from "../../ui/badge.tsx";
import { whyNot } from "../../ui/form/form-errors.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { LocalTime } from "../../ui/local-time.tsx";
import { Menu } from "../../ui/menu.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import { PROJECT_MODES } from "./project-modes.ts";
import type { ListedProject } from "./use-home.ts";

/** Lists the projects along one vertical line. */
export function ProjectList({ projects }: { projects: readonly ListedProject[] }) {
  const { mutate, error, variables } = useArchive();
  return (
    <ol className="relative border-thread border-s">
      {projects.map((project) => (
        <li
          key={project.id}
          className="relative break-inside-avoid border-line border-b py-5 ps-6 first:pt-0 last:border-b-0 before:absolute before:-start-[5px] before:top-7 before:size-[9px] before:rounded-round before:border-2 before:border-accent before:bg-paper before:content-[''] first:before:top-2"
        >
          <article className="relative min-w-0 pe-9">
            <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
              <h3 className="min-w-0 font-reading font-semibold text-20" dir="auto">
                <PageLink
                  href={startOfProject(project.id, project.packs)}
                  className="rounded-control hover:text-accent hover:underline"
                >
                  {project.name}
                </PageLink>
              </h3>
              <span className="absolute end-0 top-0">
                <RowMenu project={project} onArchive={() => mutate({ id: project.id, archived: true })} />
              </span>
              <TestMark mode={project.mode} />
            </div>
            {project.description !== "" && (
              <p
                className="mt-1 line-clamp-3 max-w-[38rem] whitespace-pre-line font-reading text-15 text-ink-2"
                dir="auto"
              >
                {project.description}
              </p>
            )}
            {error !== null && variables?.id === project.id && (
              <AlertLine className="mt-1 text-13">It was not archived: {whyNot(error)}</AlertLine>
            )}
            <p className="numerals mt-1.5 text-12 text-ink-3">
              Changed <LastChange project={project} />
            </p>
          </article>
        </li>
      ))}
    </ol>
  );
}

/**
 * Shows the time of the last change of anything in the project: `updated_at` of its own row only tells when it was
 * renamed.
 */
function LastChange({ project: { id, last_seq, updated_at } }: { project: ListedProject }) {
  const input = { project_id: id, to_seq: last_seq, limit: 1 };
  const { data } = useQuery({
    ...useApi().record.commits.queryOptions(input),
    // What is recorded never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
  return <LocalTime iso={data?.commits[0]?.at ?? updated_at} />;
}

/** Marks a project that is for trying things out, with the meaning in the tooltip. */
function TestMark({ mode }: Pick<ListedProject, "mode">) {
  const said = PROJECT_MODES.find(({ value }) => value === mode);
  if (mode !== "test") return null;
  return (
    <span data-tip={said?.means}>
      <Badge tone="warn">{said?.label}</Badge>
    </span>
  );
}

/** Menu of the actions on a project that need not open it. */
function RowMenu({ project: { id, name }, onArchive }: { project: ListedProject; onArchive: () => void }) {
  const manage = reasonOf(useCan()("manage", id));
  const copyable = { words: `“${name}”`, href: `/projects/${id}`, id };
  return (
    <Menu
      align="end"
      entries={() => [
        { title: "Copy link", onSelect: () => copyLink(copyable) },
        {
          title: "Copy ID",
          onSelect: () => copyId(copyable),
          hint: "Games and scripts use it to address the project.",
        },
        "separator",
        { title: "Settings", href: `/projects/${id}/settings`, icon: <Settings aria-hidden="true" size={14} /> },
        {
          title: "Archive",
          onSelect: onArchive,
          disabledReason: manage,
          icon: <Archive aria-hidden="true" size={14} />,
        },
      ]}
      trigger={(props) => (
        <IconButton
          size="sm"
          label={`More about ${name}`}
          icon={<Ellipsis aria-hidden="true" size={16} />}
          {...props}
        />
      )}
    />
  );
}
