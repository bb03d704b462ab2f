import type { Page } from "@playwright/test";
import type { Variable } from "#domain/dialogue.ts";
import { expect } from "./story.ts";

/** What the studio's own pages send with a change. */
const headers = (page: Page) => ({ "x-fabula-studio": "1", origin: new URL(page.url()).origin });

/** Asks the server something, as whoever is signed in. */
export async function ask<T>(page: Page, name: string, input: object): Promise<T> {
  const answer = await page.request.get(`/api/trpc/${name}`, {
    headers: headers(page),
    params: { input: JSON.stringify(input) },
  });
  expect(answer.ok(), `${name}: ${await answer.text()}`).toBe(true);
  return (await answer.json()).result.data;
}

/** Tells the server something, as whoever is signed in. */
export async function tell<T>(page: Page, name: string, input: object): Promise<T> {
  const answer = await page.request.post(`/api/trpc/${name}`, { headers: headers(page), data: input });
  expect(answer.ok(), `${name}: ${await answer.text()}`).toBe(true);
  return (await answer.json()).result.data;
}

/** The project the stories are told in. */
export async function saltGate(page: Page): Promise<string> {
  const { projects } = await ask<{ projects: { id: string; name: string }[] }>(page, "projects.list", {});
  return projects.find(({ name }) => name === "The Salt Gate")?.id ?? "";
}

let made = 0;

/** A name that no other story's variable has. */
export function variableName(word: string): string {
  made += 1;
  return `${word}_${Date.now().toString(36)}${made}`;
}

/** Makes a variable of one's own. */
export async function makeVariable(page: Page, fields: Partial<Variable> & { name: string }): Promise<Variable> {
  return tell(page, "variables.create", { project_id: await saltGate(page), type: "boolean", ...fields });
}

/** The variables that are called so; none or one. */
export async function variablesNamed(page: Page, name: string): Promise<Variable[]> {
  const { variables } = await ask<{ variables: Variable[] }>(page, "variables.list", {
    project_id: await saltGate(page),
    name,
  });
  return variables;
}

/** Takes a variable away again. */
export async function removeVariable(page: Page, variable_id: string): Promise<void> {
  await tell(page, "variables.delete", { project_id: await saltGate(page), variable_id, force: true });
}
