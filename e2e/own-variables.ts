import type { Page } from "@playwright/test";
import type { Variable } from "#domain/dialogue/wire.ts";
import { workspace } from "./story.ts";
import { ask, tell } from "./studio-calls.ts";

let made = 0;

/** A name that no other story's variable has. */
export function variableName(word: string): string {
  made += 1;
  return `${word}_${Date.now().toString(36)}${made}`;
}

/** Makes a variable of one's own. */
export async function makeVariable(page: Page, fields: Partial<Variable> & { name: string }): Promise<Variable> {
  return tell(page, "variables.create", { project_id: workspace().project, type: "boolean", ...fields });
}

/** The variables that are called so; none or one. */
export async function variablesNamed(page: Page, name: string): Promise<Variable[]> {
  const { variables } = await ask<{ variables: Variable[] }>(page, "variables.list", {
    project_id: workspace().project,
    name,
  });
  return variables;
}

/** Takes a variable away again. */
export async function removeVariable(page: Page, variable_id: string): Promise<void> {
  await tell(page, "variables.delete", { project_id: workspace().project, variable_id, force: true });
}
