"use client";

import { createContext, type ReactNode, use } from "react";

const ProjectContext = createContext<string | null>(null);

export function ProjectProvider({ projectId, children }: { projectId: string; children: ReactNode }) {
  return <ProjectContext value={projectId}>{children}</ProjectContext>;
}

/** Id of the project whose pages these are; null outside of all. */
export function useCurrentProjectId(): string | null {
  return use(ProjectContext);
}

/** Id of the project whose pages these are. */
export function useProjectId(): string {
  const id = use(ProjectContext);
  if (id === null) throw new Error("used outside ProjectProvider");
  return id;
}

/** The page on which things of a type are listed, and that their profiles lie under. */
export function pageOfType(type: string): "characters" | "places" | "things" {
  return type === "character" ? "characters" : type === "location" ? "places" : "things";
}

/** The address of the profile of a character, a place or a thing, at the moment that is looked at. */
export function profileAddress(
  projectId: string,
  { id, type }: { readonly id: string; readonly type: string },
  at: number | null,
): string {
  return `/projects/${projectId}/${pageOfType(type)}/${id}${at === null ? "" : `?at=${at}`}`;
}
