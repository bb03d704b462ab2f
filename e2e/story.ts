import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";
import { given, makeWorkspace, type StoryPerson, type StoryWorkspace } from "./workspace.ts";

/** Workspace of the running story: a worker runs one story at a time. */
let current: StoryWorkspace | null = null;
/** Workspaces of whole files. */
const shared = new Map<string, Promise<StoryWorkspace>>();

/** Returns the workspace of the running story. */
export function workspace(): StoryWorkspace {
  if (current === null) throw new Error("No story is told, so there is no workspace.");
  return current;
}

/** Returns the person who is signed in: the owner of the story's workspace. */
export const person = (): StoryPerson => workspace().owner;

interface Options {
  /** Whether the story begins with its owner signed in. */
  isSignedIn: boolean;
  /** Origins besides the product's that a page may send requests to, for stories that lead out of the studio. */
  mayAsk: readonly string[];
  /**
   * Owner of the workspace: the story alone, or all stories of a file, which share one in a worker because filling it
   * takes long.
   */
  workspaceOf: "story" | "file";
}

/**
 * A story. It is told in a workspace of its own, with The Salt Gate in it, so that stories run in any order and side by side.
 * Whatever happens in it, a page must not break its own policy, throw, or ask anybody but the product for anything.
 */
export const test = base.extend<Options & { offences: string[]; ownWorkspace: StoryWorkspace }>({
  isSignedIn: [true, { option: true }],
  mayAsk: [[], { option: true }],
  workspaceOf: ["story", { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are wanted off the pattern.
  baseURL: async ({}, use) => use(given("FABULA_E2E_URL")),
  ownWorkspace: [
    async ({ context, isSignedIn, workspaceOf }, use, { file }) => {
      const ofFile = shared.get(file) ?? makeWorkspace();
      if (workspaceOf === "file") shared.set(file, ofFile);
      const made = await ofFile;
      current = made;
      if (isSignedIn) await signInto(context, made.owner);
      await use(made);
      current = null;
    },
    { auto: true },
  ],
  offences: [
    async ({ context, baseURL, mayAsk }, use) => {
      const offences: string[] = [];
      const origins = [new URL(baseURL ?? "").origin, ...mayAsk];
      context.on("console", (message) => {
        if (/content security policy/i.test(message.text())) offences.push(message.text());
      });
      context.on("weberror", (error) => offences.push(error.error().message));
      context.on("request", (request) => {
        const url = new URL(request.url());
        if (/^https?:$/.test(url.protocol) && !origins.includes(url.origin))
          offences.push(`a request to ${url.origin}`);
      });
      await use(offences);
      expect(offences).toEqual([]);
    },
    { auto: true },
  ],
});

/** Makes somebody be signed in, without the form. */
export async function signInto(context: BrowserContext, { cookie }: StoryPerson): Promise<void> {
  await context.addCookies([cookie]);
}

/** Signs in through the form, as a person does. */
export async function signIn(
  page: Page,
  { email, password }: { email: string; password: string } = person(),
): Promise<void> {
  await page.goto("/sign-in");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

export { expect };
