import type { Page } from "@playwright/test";
import { expect } from "./story.ts";
import { given } from "./workspace.ts";

/** Returns the headers that the studio's own pages send; the server accepts changes from the product's origin only. */
const headers = () => ({ "x-fabula-studio": "1", origin: new URL(given("FABULA_E2E_URL")).origin });

/** Calls the server as the signed-in person. */
export async function ask<T>(page: Page, name: string, input: object): Promise<T> {
  const answer = await page.request.get(`/api/trpc/${name}`, {
    headers: headers(),
    params: { input: JSON.stringify(input) },
  });
  expect(answer.ok(), `${name}: ${(await answer.text()).slice(0, 300)}`).toBe(true);
  return (await answer.json()).result.data;
}

/** Has the server do something as whoever is signed in. */
export async function tell<T>(page: Page, name: string, input: object): Promise<T> {
  const answer = await page.request.post(`/api/trpc/${name}`, { headers: headers(), data: input });
  expect(answer.ok(), `${name}: ${(await answer.text()).slice(0, 300)}`).toBe(true);
  return (await answer.json()).result.data;
}
