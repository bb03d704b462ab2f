"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { counted } from "#domain/counted.ts";
import { useApi } from "../../frame/api/api-provider.tsx";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { Button } from "../../ui/button.tsx";
import { whyNot } from "../../ui/form/form-errors.ts";
import { LocalTime } from "../../ui/local-time.tsx";
import { showToast } from "../../ui/toast.ts";
import { useProjectPages } from "./use-home.ts";

const DELETED = { deleted: true } as const;

/** Projects that were deleted in the last thirty days, and the way back. Nothing where there are none. */
export function DeletedProjects() {
  const api = useApi();
  const queries = useQueryClient();
  const administer = reasonOf(useCan()("administer"));
  const { projects: deleted = [], total, hasNextPage, isFetchingNextPage, fetchNextPage } = useProjectPages(DELETED);
  const restore = useMutation(
    api.projects.restore.mutationOptions({
      onSuccess: async ({ name }) => {
        await queries.invalidateQueries({ queryKey: api.projects.pathKey() });
        showToast({ text: `“${name}” is back, with everything in it.` });
      },
    }),
  );
  if (deleted.length === 0) return null;
  return (
    <details className="mt-8 text-13">
      <summary className="cursor-pointer text-ink-2">{counted(total, "deleted project")}</summary>
      <ul className="mt-2">
        {deleted.map(({ id, name, deleted_at }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-b py-2">
            <span className="min-w-0 grow break-words" dir="auto">
              {name}
            </span>
            {deleted_at !== null && (
              <span className="numerals text-12 text-ink-3">
                Deleted <LocalTime iso={deleted_at} />
              </span>
            )}
            <Button
              size="sm"
              disabled={restore.isPending}
              disabledReason={administer}
              aria-label={`Bring back ${name}`}
              onClick={() => restore.mutate({ project_id: id })}
            >
              Bring back
            </Button>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button className="mt-3" size="sm" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {isFetchingNextPage ? "Reading…" : "Show more"}
        </Button>
      )}
      {restore.error !== null && (
        <p role="alert" className="mt-2 text-error">
          {whyNot(restore.error)}
        </p>
      )}
    </details>
  );
}
