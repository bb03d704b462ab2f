"use client";

import { useState } from "react";
import { AlertLine } from "../../../ui/alert-line.tsx";
import { whyNot } from "../../../ui/form/form-errors.ts";

/** Runs actions that may be refused, and keeps the reason of the last refusal; null while there is none. */
export function useAttempt() {
  const [problem, setProblem] = useState<string | null>(null);
  /** Whether the step was done. */
  const attempt = async (step: () => Promise<unknown>): Promise<boolean> => {
    setProblem(null);
    try {
      await step();
      return true;
    } catch (error) {
      setProblem(whyNot(error));
      return false;
    }
  };
  return { problem, setProblem, attempt };
}

/** Shows the reason why an action failed, below its control; empty where none failed. */
export function Problem({ problem }: { problem: string | null }) {
  return <AlertLine className="basis-full text-12">{problem}</AlertLine>;
}
