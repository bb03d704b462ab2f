import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signIn } from "#server/auth/sign-in.ts";
import { invitations } from "#server/features/access/public.ts";
import { StartProblem } from "#server/kernel/start-problem.ts";
import { registry } from "#server/operations.ts";
import { TEST_KEYS } from "#tests/support/envelope.ts";
import { readCommand, USAGE } from "../../scripts/admin-commands.ts";
import { type Bench, openBench } from "./bench.ts";

const { keys, members } = registry;

let bench: Bench;

beforeAll(async () => {
  bench = await openBench();
});

afterAll(() => bench.close());

async function admin(...argv: string[]): Promise<Record<string, string>> {
  const command = readCommand(argv);
  if (command === null) expect.fail("asked for the usage");
  const lines = await command({ database: bench.database, directUrl: bench.url, keys: TEST_KEYS });
  return Object.fromEntries(lines.map((line) => [line.slice(0, 10).trim(), line.slice(10).trim()]));
}

const signInWith = (email = "", password = "") =>
  signIn(
    { database: bench.database, clock: bench.clock, invitations },
    { email, password },
    { clientIp: "192.0.2.1", knownDevice: null, lastWorkspace: null },
  );

describe("npm run admin", () => {
  it("makes a workspace with an owner who can sign in", async () => {
    const made = await admin(
      "create-owner",
      "--email",
      "Ana@Example.com",
      "--name",
      "Ana",
      "--workspace",
      "Lantern Street",
    );
    const session = await signInWith("ana@example.com", made.Password);
    expect(session).toMatchObject({ workspaceId: made.Workspace, name: "Ana", email: "ana@example.com" });
    const owner = await bench.authenticator.byUser(session?.userId ?? "", null, 1);
    expect(owner.role).toBe("owner");
    expect((await bench.call(keys.me, owner)).body).toMatchObject({
      workspace: { name: "Lantern Street", plan: "studio" },
    });

    const second = await admin("create-owner", "--email", "bo@example.com", "--workspace", made.Workspace ?? "");
    expect(second.Workspace).toBe(made.Workspace);
    const listed = await bench.call<{ members: { role: string }[] }>(members.list, owner);
    expect(listed.body.members.map(({ role }) => role)).toEqual(["owner", "owner"]);

    const elsewhere = await admin("create-owner", "--email", "ana@example.com");
    expect(elsewhere.Password).toContain("already");
    expect(await signInWith("ana@example.com", made.Password)).not.toBeNull();
  });

  it("sets another password", async () => {
    await admin("create-owner", "--email", "cy@example.com");
    const reset = await admin("reset-password", "--email", "CY@example.com");
    expect(await signInWith("cy@example.com", reset.Password)).toMatchObject({ sessionVersion: 2 });
    await expect(admin("reset-password", "--email", "nobody@example.com")).rejects.toThrow(StartProblem);
  });

  it("makes keys", async () => {
    const { Workspace: id = "" } = await admin("create-owner", "--email", "di@example.com");
    const live = await bench.as((await admin("create-key", "--workspace", id)).Key ?? "");
    expect(live).toMatchObject({
      workspaceId: id,
      modes: ["live"],
      scopes: expect.arrayContaining(["admin", "write"]),
    });
    const narrow = await admin("create-key", "--workspace", id, "--mode", "test", "--scopes", "read, write");
    expect(await bench.as(narrow.Key ?? "")).toMatchObject({ modes: ["test"], scopes: ["read", "write"] });
  });

  it("distributes no tables of a PostgreSQL without Citus", async () => {
    await expect(admin("distribute")).rejects.toThrow(/does not have the extension Citus: .*CREATE EXTENSION citus/);
    await expect(admin("distribute", "--name", "x")).rejects.toThrow(StartProblem);
  });

  it("says what is wrong with a command", async () => {
    expect(readCommand([])).toBeNull();
    expect(USAGE).toContain("create-owner");
    const wrong = [
      ["make-tea"],
      ["constructor"],
      ["create-owner", "--mail", "x"],
      ["create-owner", "--mode", "live"],
      ["create-owner"],
      ["create-owner", "--email", "nobody"],
      ["create-owner", "--email", "e@example.com", "--plan", "huge"],
      ["create-owner", "--email", "e@example.com", "--workspace", `wsp_${"0".repeat(26)}`],
      ["create-key", "--workspace", "wsp_none"],
      ["create-key", "--workspace", `wsp_${"0".repeat(26)}`, "--scopes", "all"],
    ];
    for (const argv of wrong) await expect((async () => admin(...argv))()).rejects.toThrow(StartProblem);
  });
});
