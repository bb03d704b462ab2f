"use client";

import type { ReactNode } from "react";
import { counted } from "#domain/counted.ts";
import { useApi } from "../../frame/api/api-provider.tsx";
import { useChange } from "../../frame/api/use-change.ts";
import { useRefresh } from "../../frame/api/use-refresh.ts";
import { startOfProject } from "../../frame/project/packs.ts";
import { useArchive } from "../../frame/project/use-archive.ts";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { AlertLine } from "../../ui/alert-line.tsx";
import { Button } from "../../ui/button.tsx";
import { whyNot } from "../../ui/form/form-errors.ts";
import { LocalTime } from "../../ui/local-time.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import { showToast } from "../../ui/toast.ts";
import { type ListedProject, useProjectPages } from "./use-home.ts";

/** Lists the archived projects, and those deleted in the last thirty days, each with the action that brings it back. */
export function PutAwayProjects() {
  return (
    <div className="mt-8 space-y-3">
      <ArchivedProjects />
      <DeletedProjects />
    </div>
  );
}

function ArchivedProjects() {
  const { mutate, isPending, error } = useArchive();
  return (
    <PutAway
      asked={ARCHIVED}
      one="archived project"
      said={({ updated_at }) => (
        <>
          Archived <LocalTime iso={updated_at} />
        </>
      )}
      action="Unarchive"
      isActing={isPending}
      error={error}
      onAct={({ id }) => mutate({ id, archived: false })}
    />
  );
}

function DeletedProjects() {
  const api = useApi();
  const readAgain = useRefresh((api) => [api.projects.pathKey()]);
  const { mutate, isPending, error } = useChange(
    api.projects.restore.mutationOptions({
      onSuccess: async ({ name }) => {
        await readAgain();
        showToast({ text: `“${name}” is restored.` });
      },
    }),
  );
  return (
    <PutAway
      asked={DELETED}
      one="deleted project"
      said={({ deleted_at }) =>
        deleted_at !== null && (
          <>
            Deleted <LocalTime iso={deleted_at} />
          </>
        )
      }
      action="Restore"
      isActing={isPending}
      error={error}
      onAct={({ id: project_id }) => mutate({ project_id })}
    />
  );
}

const ARCHIVED = { archived: "only" } as const;
const DELETED = { deleted: true } as const;

interface PutAwayProps {
  asked: typeof ARCHIVED | typeof DELETED;
  /** Name of one such project. */
  one: string;
  /** Returns the time at which it was archived or deleted. */
  said: (project: ListedProject) => ReactNode;
  action: string;
  isActing: boolean;
  error: { readonly message: string } | null;
  onAct: (project: ListedProject) => void;
}

/** Projects of one kind, folded away. Nothing where there are none. */
function PutAway({ asked, one, said, action, isActing, error, onAct }: PutAwayProps) {
  const can = useCan();
  const { projects = [], total, hasNextPage, isFetchingNextPage, fetchNextPage } = useProjectPages(asked);
  if (projects.length === 0) return null;
  return (
    <details className="text-13">
      <summary className="cursor-pointer text-ink-2">{counted(total, one)}</summary>
      <ul className="mt-2">
        {projects.map((project) => (
          <li
            key={project.id}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-b py-2 last:border-b-0"
          >
            <span className="min-w-0 grow break-words" dir="auto">
              {project.deleted_at === null ? (
                <PageLink href={startOfProject(project.id, project.packs)} className="link">
                  {project.name}
                </PageLink>
              ) : (
                project.name
              )}
            </span>
            <span className="numerals text-12 text-ink-3">{said(project)}</span>
            <Button
              size="sm"
              disabled={isActing}
              disabledReason={reasonOf(can("manage", project.id))}
              aria-label={`${action} ${project.name}`}
              onClick={() => onAct(project)}
            >
              {action}
            </Button>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button className="mt-3" size="sm" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {isFetchingNextPage ? "Loading…" : "Show more"}
        </Button>
      )}
      {error !== null && <AlertLine className="mt-2">{whyNot(error)}</AlertLine>}
    </details>
  );
}
