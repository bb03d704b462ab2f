import { test as base, expect, type Page } from "@playwright/test";

function given(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set`);
  return value;
}

/** Who signs in, as the product printed it. */
export const person = () => ({ email: given("FABULA_E2E_EMAIL"), password: given("FABULA_E2E_PASSWORD") });

/**
 * A story. Whatever happens in it, a page must not break its own policy, throw, or ask anybody but the product for
 * anything.
 */
export const test = base.extend<{ offences: string[] }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are wanted off the pattern.
  baseURL: async ({}, use) => use(given("FABULA_E2E_URL")),
  offences: [
    async ({ context, baseURL }, use) => {
      const offences: string[] = [];
      const origin = new URL(baseURL ?? "").origin;
      context.on("console", (message) => {
        if (/content security policy/i.test(message.text())) offences.push(message.text());
      });
      context.on("weberror", (error) => offences.push(error.error().message));
      context.on("request", (request) => {
        const url = new URL(request.url());
        if (/^https?:$/.test(url.protocol) && url.origin !== origin) offences.push(`a request to ${url.origin}`);
      });
      await use(offences);
      expect(offences).toEqual([]);
    },
    { auto: true },
  ],
});

/** Signs in through the form, as a person does. */
export async function signIn(page: Page, { email, password } = person()): Promise<void> {
  await page.goto("/sign-in");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

export { expect };
