import { headers } from "next/headers";
import type { ListedProject } from "#components/studio/project-list.tsx";
import type { Refusal } from "#components/studio/refused.tsx";
import { studio } from "#server/trpc/caller.ts";
import { refusalOf } from "./refusal.ts";

export const PROJECTS_PER_PAGE = 50;

/** What the home page can be: not this visitor's yet, a page of projects, or a refusal to say in place. */
export type ProjectsView =
  | { kind: "signed-out" }
  | { kind: "projects"; projects: ListedProject[]; total: number; email: string | null; workspace: string }
  | { kind: "refused"; refusal: Refusal };

/** A page of projects, those changed last first, as the visitor may see them. */
export async function viewProjects(page: number): Promise<ProjectsView> {
  const caller = await studio(await headers());
  try {
    const [me, { projects, total }] = await Promise.all([
      caller.keys.me({}),
      caller.projects.list({
        limit: PROJECTS_PER_PAGE,
        offset: (page - 1) * PROJECTS_PER_PAGE,
        sort_by: "updated_at",
        sort_order: "desc",
      }),
    ]);
    return { kind: "projects", projects, total, email: me.user?.email ?? null, workspace: me.workspace.name };
  } catch (error) {
    const refusal = refusalOf(error);
    return refusal.code === "unauthorized" || refusal.code === "invalid_api_key"
      ? { kind: "signed-out" }
      : { kind: "refused", refusal };
  }
}
