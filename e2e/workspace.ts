/** Person with a password, and the cookie of a session that is open already. */
export interface StoryPerson {
  readonly email: string;
  readonly name: string;
  readonly password: string;
  readonly cookie: { readonly name: string; readonly value: string; readonly url: string };
}

/** A workspace of one story, with The Salt Gate in it. */
export interface StoryWorkspace {
  readonly id: string;
  /** The Salt Gate's id. */
  readonly project: string;
  readonly owner: StoryPerson;
}

/** Reads a variable of the environment that `running-product.ts` sets. */
export function given(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set`);
  return value;
}

async function fromMaker<T>(path: string): Promise<T> {
  const answer = await fetch(`${given("FABULA_E2E_WORKSPACES")}/${path}`);
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as T;
}

/** Makes a workspace that nobody else is in; on the free plan for stories in which plans change, else on one without limits. */
export function makeWorkspace(plan?: "free"): Promise<StoryWorkspace> {
  return fromMaker(plan === undefined ? "workspaces" : `workspaces/${plan}`);
}

/** Makes somebody else of a workspace. */
export function makeMember(workspaceId: string, role: "designer" | "viewer"): Promise<StoryPerson> {
  return fromMaker(`members/${workspaceId}/${role}`);
}
