import { headers } from "next/headers";
import { studio } from "#server/trpc/caller.ts";
import type { ListedProject } from "#components/studio/project-list.tsx";

export const PROJECTS_PER_PAGE = 50;

/** What the home page can be: somebody else's, a list, or a refusal to say in place. */
export type ProjectsView =
  | { kind: "signed-out" }
  | { kind: "projects"; projects: ListedProject[]; total: number; person: Person }
  | { kind: "refused"; title: string; text: string; requestId: string | null };

export interface Person {
  name: string;
  email: string;
}
