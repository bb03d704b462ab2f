"use client";

import { createContext, use } from "react";
import type { ProblemGroup } from "#domain/problems/group-problems.ts";
import type { ProblemStore } from "./problem-store.ts";

/** The problems of the open dialogue, and what can be done about them. */
export interface ProblemsSession {
  readonly store: ProblemStore;
  /** Goes to a problem: selects its card, brings it into view, and says why it is one. */
  goTo(group: ProblemGroup): void;
}

export const ProblemsContext = createContext<ProblemsSession | null>(null);

/** The problems of the open dialogue. */
export function useProblemsSession(): ProblemsSession {
  const session = use(ProblemsContext);
  if (session === null) throw new Error("used outside ProblemsProvider");
  return session;
}
