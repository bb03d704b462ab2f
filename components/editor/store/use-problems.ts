"use client";

import { createContext, use } from "react";
import { useStore } from "zustand";
import type { ProblemGroup } from "#domain/problems/group-problems.ts";
import type { Problem, Severity } from "#domain/problems/problem.ts";
import type { ProblemStore, ProblemsState } from "./problem-store.ts";
import { useView } from "./view-state.ts";

/** The problems of the open dialogue, and what can be done about them. */
export interface ProblemsSession {
  readonly store: ProblemStore;
  /** Goes to a problem: selects its node, brings it into view, and says why it is one. */
  goTo(group: ProblemGroup): void;
}

export const ProblemsContext = createContext<ProblemsSession | null>(null);

/** The problems of the open dialogue. */
export function useProblemsSession(): ProblemsSession {
  const session = use(ProblemsContext);
  if (session === null) throw new Error("used outside ProblemsProvider");
  return session;
}

const NONE: readonly Problem[] = [];

/** Part of what is known of the dialogue's problems. */
export function useProblemsState<T>(select: (state: ProblemsState) => T): T {
  return useStore(useProblemsSession().store, select);
}

/** The problems of one node, worst first; renders again only when they change. */
export function useProblems(nodeId: string): readonly Problem[] {
  return useProblemsState((state) => state.byNode.get(nodeId) ?? NONE);
}

/** The worst there is on a node; null when nothing is. Infos do not count: they ask for nothing. */
export function useWorstProblem(nodeId: string): Exclude<Severity, "info"> | null {
  return useProblemsState((state) => worstOf(state.byNode.get(nodeId) ?? NONE));
}

function worstOf(problems: readonly Problem[]): Exclude<Severity, "info"> | null {
  if (problems.some(({ severity }) => severity === "error")) return "error";
  return problems.some(({ severity }) => severity === "warning") ? "warning" : null;
}

/** Whether only problems are to be seen, and a node has none. */
export function useIsWithoutProblem(nodeId: string): boolean {
  const isOnly = useView((state) => state.problemsOnly);
  const worst = useWorstProblem(nodeId);
  return isOnly && worst === null;
}
