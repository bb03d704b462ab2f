"use client";

import { useParams } from "next/navigation";
import { useIsAdministrator } from "../session/session-provider.tsx";
import type { Reach } from "./areas.ts";

/** Returns what decides which screens the person is led to from the open page. */
export function useReach(): Reach {
  const { project_id } = useParams<{ project_id?: string }>();
  return { projectId: project_id ?? null, isAdministrator: useIsAdministrator() };
}
