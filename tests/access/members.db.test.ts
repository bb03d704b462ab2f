import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type SignedIn, signIn } from "#server/auth/sign-in.ts";
import { invitations } from "#server/features/access/public.ts";
import type { Caller } from "#server/kernel/scope.ts";
import { registry } from "#server/operations.ts";
import { type Bench, type BenchWorkspace, type Outcome, openBench, refusal } from "./bench.ts";

const { keys, members, workspace: workspaces } = registry;

interface WireMember {
  user_id: string;
  email: string;
  name: string;
  role: string;
  [field: string]: unknown;
}

let bench: Bench;
let home: BenchWorkspace;

beforeAll(async () => {
  bench = await openBench();
  home = await bench.makeWorkspace();
});

afterAll(() => bench.close());

const PASSWORD = "a long enough password";
const newEmail = () => `${randomUUID()}@example.com`;
interface WireInvitation {
  id: string;
  workspace_id: string;
  email: string;
  state: string;
  [field: string]: unknown;
}

const invite = (caller: Caller, body: Record<string, unknown> = {}) =>
  bench.call<WireInvitation>(members.invite, caller, {
    body: { email: newEmail(), name: "New", password: PASSWORD, role: "viewer", ...body },
  });
/** Invites someone new, who signs in and so becomes a member. */
async function add(caller: Caller, body: Record<string, unknown> = {}): Promise<Outcome<WireMember>> {
  const invited = await invite(caller, body);
  if (invited.status !== 201) return { ...invited, body: invited.body as unknown as WireMember };
  const session = await signInAs(invited.body.email, PASSWORD);
  if (session === null) throw new Error("whoever was invited cannot sign in");
  return { ...(await get(caller, session.userId)), status: 201 };
}
const about = (operation: unknown) => (caller: Caller, userId: string, body?: object) =>
  bench.call<WireMember>(operation, caller, { params: { user_id: userId }, body });
const get = about(members.get);
const changeRole = about(members.changeRole);
const remove = about(members.remove);
const setPassword = about(members.setPassword);
const signOut = about(members.signOut);
const signInAs = (email: string, password: string): Promise<SignedIn | null> =>
  signIn(
    { database: bench.database, clock: bench.clock, invitations },
    { email, password },
    { clientIp: "192.0.2.1", knownDevice: null, lastWorkspace: null },
  );

describe("adding a member", () => {
  it("makes someone new who can sign in", async () => {
    const email = newEmail();
    const made = await add(home.owner, { email: ` ${email.toUpperCase()}`.trim(), name: "Ana", role: "designer" });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ email, name: "Ana", role: "designer" });
    const session = await signInAs(email.toUpperCase(), PASSWORD);
    expect(session).toMatchObject({ userId: made.body.user_id, workspaceId: home.id, sessionVersion: 1 });
    const caller = await bench.authenticator.byUser(made.body.user_id, null, 1);
    expect(caller).toMatchObject({ kind: "user", role: "designer", scopes: ["read", "write", "generate"] });
    expect((await add(caller)).code).toBe("insufficient_scope");
  });

  it("never repeats a password", async () => {
    const short = await invite(home.owner, { password: "sesame" });
    expect(short.status).toBe(422);
    expect(short.body.detail).toMatchObject([{ loc: ["body", "password"], input: "**********" }]);
    expect(JSON.stringify((await invite(home.owner)).body)).not.toMatch(/argon2|long enough/);
  });
});

describe("inviting someone", () => {
  const accept = (caller: Caller, id: string) =>
    bench.call<WireInvitation>(members.acceptInvitation, caller, { body: { invitation_id: id } });
  const decline = (caller: Caller, id: string) =>
    bench.call<WireInvitation>(members.declineInvitation, caller, { body: { invitation_id: id } });
  const revoke = (caller: Caller, id: string) =>
    bench.call<WireInvitation>(members.revokeInvitation, caller, { params: { invitation_id: id } });
  const mine = async (caller: Caller) =>
    (await bench.call<{ invitations: WireInvitation[] }>(members.myInvitations, caller)).body.invitations;
  const isMember = async (userId: string) => (await get(home.owner, userId)).status === 200;
  const isSignedIn = async (userId: string, workspaceId: string, version: number) =>
    (await refusal(bench.authenticator.byUser(userId, workspaceId, version))).status === 200;

  it("answers the same whether or not somebody has the e-mail", async () => {
    const known = await (await bench.makeWorkspace()).makeMember("admin");
    const [one, two] = [await invite(home.owner, { email: known.email }), await invite(home.owner)];
    const form = (answer: Outcome<WireInvitation>) => [
      answer.status,
      { ...answer.body, id: "", email: "", created_at: "", expires_at: "", url: "" },
    ];
    expect(form(one)).toEqual(form(two));
    const again = [
      await invite(home.owner, { email: one.body.email }),
      await invite(home.owner, { email: two.body.email }),
    ];
    expect(again.map(({ status, code, body }) => [status, code, body])).toEqual([
      [409, "name_taken", again[1]?.body],
      [409, "name_taken", again[0]?.body],
    ]);
    expect(await isMember(known.userId)).toBe(false);
  });

  it("leaves the account of someone who has one alone until they accept, and then their password and other sessions", async () => {
    const other = await bench.makeWorkspace();
    const known = await other.makeMember("admin");
    const { id } = (await invite(home.owner, { email: known.email, name: "Not their name" })).body;
    // The password given with it is good for nothing.
    expect(await signInAs(known.email, PASSWORD)).toBeNull();
    expect(await mine(known.caller)).toMatchObject([{ id, workspace_id: home.id, state: "pending" }]);
    expect(await mine(other.owner)).toEqual([]);
    expect((await accept(other.owner, id)).code).toBe("not_found");
    expect((await accept(await bench.as((await other.makeKey("live")).key), id)).code).toBe("forbidden");
    expect((await accept(known.caller, id)).body.state).toBe("accepted");
    expect((await get(home.owner, known.userId)).body).toMatchObject({ name: "admin", role: "viewer" });
    expect((await accept(known.caller, id)).code).toBe("not_found");
    // Whoever administers one workspace must not get into the other by it.
    expect((await setPassword(home.owner, known.userId, { password: PASSWORD })).code).toBe("forbidden");
    // Sessions here end, those in the other workspace go on; and whoever comes back does not come back with them.
    expect(await isSignedIn(known.userId, home.id, 1)).toBe(true);
    expect((await signOut(home.owner, known.userId)).status).toBe(200);
    expect(await isSignedIn(known.userId, home.id, 1)).toBe(false);
    expect(await isSignedIn(known.userId, other.id, 1)).toBe(true);
    expect((await remove(home.owner, known.userId)).status).toBe(200);
    const second = (await invite(home.owner, { email: known.email })).body;
    expect((await accept(known.caller, second.id)).status).toBe(200);
    expect(await isSignedIn(known.userId, home.id, 1)).toBe(false);
    expect(await isSignedIn(known.userId, home.id, 2)).toBe(false);
  });

  it("ends when it is declined, revoked or too old", async () => {
    const known = await (await bench.makeWorkspace()).makeMember("admin");
    const declined = (await invite(home.owner, { email: known.email })).body;
    expect((await decline(known.caller, declined.id)).body.state).toBe("declined");
    const revoked = (await invite(home.owner, { email: known.email })).body;
    const stranger = await bench.makeWorkspace();
    expect((await revoke(stranger.owner, revoked.id)).code).toBe("not_found");
    expect((await revoke(home.owner, revoked.id)).body.state).toBe("revoked");
    const newcomer = (await invite(home.owner)).body;
    await revoke(home.owner, newcomer.id);
    expect(await signInAs(newcomer.email, PASSWORD)).toBeNull();
    const old = (await invite(home.owner, { email: known.email })).body;
    await bench.database.writes.execute(
      sql`UPDATE workspace_invitations SET expires_at = created_at WHERE id = ${old.id}`,
    );
    for (const { id } of [declined, revoked, old]) expect((await accept(known.caller, id)).code).toBe("not_found");
    expect(await mine(known.caller)).toEqual([]);
    expect((await invite(home.owner, { email: known.email })).status).toBe(201);
    expect(await isMember(known.userId)).toBe(false);
  });

  it("never says that something came of an invitation that ended at the same moment", async () => {
    const known = await (await bench.makeWorkspace()).makeMember("admin");
    const { id } = (await invite(home.owner, { email: known.email })).body;
    const late = await bench.database.writes.transaction("write", async (db) => {
      await db.execute(sql`UPDATE workspace_invitations SET state = 'revoked' WHERE id = ${id}`);
      const answers = [accept(known.caller, id), decline(known.caller, id)];
      // Both have read it as it was before, and wait for this transaction to write.
      await expect
        .poll(async () => (await bench.database.reads.execute(sql`SELECT 1 FROM pg_locks WHERE NOT granted`)).length)
        .toBeGreaterThanOrEqual(answers.length);
      return { answers };
    });
    expect((await Promise.all(late.answers)).map(({ code }) => code)).toEqual(["not_found", "not_found"]);
    expect(await isMember(known.userId)).toBe(false);
  });

  it("lets nobody in who has an account, is invited by two, and gives the other's password", async () => {
    const email = newEmail();
    const rival = await bench.makeWorkspace();
    await invite(home.owner, { email });
    await invite(rival.owner, { email, password: "the password of the rival" });
    expect(await signInAs(email, PASSWORD)).toMatchObject({ workspaceId: home.id });
    expect(await signInAs(email, "the password of the rival")).toBeNull();
    const session = await signInAs(email, PASSWORD);
    const caller = await bench.authenticator.byUser(session?.userId ?? "", home.id, session?.sessionVersion ?? 0);
    expect(await mine(caller)).toMatchObject([{ workspace_id: rival.id }]);
  });

  it("makes one account of someone new who signs in many times at once", async () => {
    const { email } = (await invite(home.owner)).body;
    const outcomes = await Promise.allSettled([0, 1, 2, 3].map(() => signInAs(email, PASSWORD)));
    expect(outcomes.some((each) => each.status === "fulfilled" && each.value !== null)).toBe(true);
    const [row] = await bench.database.reads.execute<{ n: number }>(
      sql`SELECT count(*)::int AS n FROM users WHERE email = ${email}`,
    );
    expect(row?.n).toBe(1);
  });

  it("lists what is open, to those who administer the workspace", async () => {
    const fresh = await bench.makeWorkspace();
    const ids = [(await invite(fresh.owner)).body.id, (await invite(fresh.owner)).body.id];
    await revoke(fresh.owner, (await invite(fresh.owner)).body.id);
    const list = await bench.call<{ invitations: WireInvitation[]; total: number }>(members.invitations, fresh.owner);
    expect([list.body.total, list.body.invitations.map(({ id }) => id).sort()]).toEqual([2, ids.sort()]);
    const viewer = await fresh.makeMember("viewer");
    expect((await bench.call(members.invitations, viewer.caller)).code).toBe("insufficient_scope");
  });
});

describe("who may change whom", () => {
  it("keeps owners to owners", async () => {
    const admin = await home.makeMember("admin");
    const second = await home.makeMember("owner");
    const viewer = await home.makeMember("viewer");
    expect((await add(admin.caller, { role: "owner" })).code).toBe("forbidden");
    expect((await changeRole(admin.caller, viewer.userId, { role: "owner" })).code).toBe("forbidden");
    for (const act of [remove, signOut]) expect((await act(admin.caller, second.userId)).code).toBe("forbidden");
    expect((await changeRole(admin.caller, second.userId, { role: "viewer" })).code).toBe("forbidden");
    expect((await setPassword(admin.caller, second.userId, { password: PASSWORD })).code).toBe("forbidden");
    expect((await add(admin.caller, { role: "admin" })).status).toBe(201);
    expect((await changeRole(admin.caller, viewer.userId, { role: "designer" })).body.role).toBe("designer");
    expect((await changeRole(home.owner, second.userId, { role: "admin" })).body.role).toBe("admin");
    expect((await remove(home.owner, second.userId)).body).toEqual({ user_id: second.userId, deleted: true });
  });

  it("keeps the last owner", async () => {
    const lone = await bench.makeWorkspace();
    expect((await remove(lone.owner, lone.ownerId)).code).toBe("last_owner");
    expect((await changeRole(lone.owner, lone.ownerId, { role: "admin" })).code).toBe("last_owner");
    const second = await lone.makeMember("owner");
    const outcomes = await Promise.all([
      changeRole(lone.owner, lone.ownerId, { role: "admin" }),
      changeRole(second.caller, second.userId, { role: "admin" }),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 409]);
    const owners = await bench.database.reads.execute(
      sql`SELECT 1 FROM memberships WHERE workspace_id = ${lone.id} AND role = 'owner'`,
    );
    expect(owners).toHaveLength(1);
  });

  it("lets a live key with the scopes of a role deal in it, never a test key or one limited to projects", async () => {
    const live = await bench.as((await home.makeKey("live")).key);
    const adminOnly = await bench.as((await home.makeKey("live", ["admin"])).key);
    const test = await bench.as((await home.makeKey("test")).key);
    const wish = { name: "k", mode: "live", scopes: ["admin", "read"], project_ids: [await home.makeProject("live")] };
    const limited = await bench.as((await bench.call<{ key: string }>(keys.create, live, { body: wish })).body.key);
    expect((await add(live)).status).toBe(201);
    expect((await add(live, { role: "owner" })).code).toBe("forbidden");
    expect((await add(adminOnly, { role: "viewer" })).code).toBe("forbidden");
    expect((await add(test)).code).toBe("forbidden");
    const rename = (caller: Caller) => bench.call(workspaces.update, caller, { body: { name: "Lantern Street" } });
    expect([(await rename(test)).code, (await rename(limited)).code]).toEqual(["forbidden", "forbidden"]);
    expect((await rename(live)).status).toBe(200);
    expect((await bench.call(members.list, test)).status).toBe(200);
    expect((await bench.call(members.list, limited)).code).toBe("forbidden");
    expect((await bench.call(workspaces.audit, limited)).code).toBe("forbidden");
    expect((await bench.call(workspaces.update, limited, { body: { name: "x" } })).status).toBe(403);
    expect((await bench.call(members.signOutEverywhere, live)).code).toBe("forbidden");
  });

  it("does not find members of other workspaces", async () => {
    const other = await bench.makeWorkspace();
    for (const id of [other.ownerId, `usr_${"0".repeat(26)}`, "usr_x"]) {
      for (const act of [get, remove, signOut]) expect((await act(home.owner, id)).code).toBe("not_found");
      expect((await changeRole(home.owner, id, { role: "viewer" })).code).toBe("not_found");
      expect((await setPassword(home.owner, id, { password: PASSWORD })).code).toBe("not_found");
    }
  });

  it("acts on the role someone has now, not on the one they had when they were looked up", async () => {
    const admin = await home.makeMember("admin");
    await changeRole(home.owner, admin.userId, { role: "viewer" });
    expect((await add(admin.caller)).code).toBe("insufficient_scope");
    await remove(home.owner, admin.userId);
    expect((await add(admin.caller)).code).toBe("unauthorized");
  });
});

describe("listing members", () => {
  it("pages through them, oldest first", async () => {
    const fresh = await bench.makeWorkspace();
    const ids = [fresh.ownerId];
    for (let i = 0; i < 4; i++) {
      bench.clock.time += 1;
      ids.push((await fresh.makeMember("viewer")).userId);
    }
    type Page = { members: WireMember[]; total: number; has_more: boolean };
    const page = (query: object) => bench.call<Page>(members.list, fresh.owner, { query: { ...query } });
    const first = await page({ limit: "3" });
    const second = await page({ limit: "3", offset: "3" });
    expect(first.body).toMatchObject({ total: 5, has_more: true });
    expect(second.body).toMatchObject({ total: 5, has_more: false });
    expect([...first.body.members, ...second.body.members].map(({ user_id: id }) => id)).toEqual(ids);
    const byEmail = (await page({ sort_by: "email", sort_order: "desc" })).body.members.map(({ email }) => email);
    expect(byEmail).toEqual([...byEmail].sort().reverse());
    expect(JSON.stringify(first.body)).not.toContain("argon2");
  });
});

describe("passwords and sessions", () => {
  it("ends every session when an admin sets a password or signs someone out", async () => {
    const email = newEmail();
    const { user_id: id } = (await add(home.owner, { email })).body;
    expect((await bench.authenticator.byUser(id, home.id, 1)).id).toBe(id);
    await signOut(home.owner, id);
    expect((await refusal(bench.authenticator.byUser(id, home.id, 1))).code).toBe("unauthorized");
    expect((await bench.authenticator.byUser(id, home.id, 2)).id).toBe(id);
    await setPassword(home.owner, id, { password: "another fine password" });
    expect((await refusal(bench.authenticator.byUser(id, home.id, 2))).code).toBe("unauthorized");
    expect(await signInAs(email, PASSWORD)).toBeNull();
    expect(await signInAs(email, "another fine password")).toMatchObject({ sessionVersion: 3 });
  });

  it("changes one's own password only with the current one", async () => {
    const email = newEmail();
    const { user_id: id } = (await add(home.owner, { email })).body;
    const me = await bench.authenticator.byUser(id, home.id, 1);
    const change = (current: string, next: string) =>
      bench.call(members.changeMyPassword, me, { body: { current_password: current, new_password: next } });
    const wrong = await change("a guess that is wrong", "the next password");
    expect(wrong.body.detail).toMatchObject([{ loc: ["body", "current_password"], input: "**********" }]);
    expect((await change(PASSWORD, "the next password")).status).toBe(200);
    expect((await refusal(bench.authenticator.byUser(id, home.id, 1))).code).toBe("unauthorized");
    expect(await signInAs(email, "the next password")).toMatchObject({ sessionVersion: 2 });
    const owner = await setPassword(home.owner, home.ownerId, { password: PASSWORD });
    expect(owner).toMatchObject({ code: "forbidden" });
  });

  it("limits guesses at the current password, however the guesses end", async () => {
    const { caller } = await home.makeMember("viewer");
    const guess = () =>
      bench.call(members.changeMyPassword, caller, {
        body: { current_password: "guess", new_password: "the next password" },
      });
    const outcomes = [];
    for (let i = 0; i < 12; i++) outcomes.push((await guess()).status);
    expect(outcomes.filter((status) => status === 422)).toHaveLength(10);
    expect(outcomes.slice(-2)).toEqual([429, 429]);
  });

  it("signs oneself out everywhere", async () => {
    const member = await home.makeMember("viewer");
    expect((await bench.call(members.signOutEverywhere, member.caller)).body).toMatchObject({ signed_out: true });
    expect((await refusal(bench.authenticator.byUser(member.userId, home.id, 1))).code).toBe("unauthorized");
  });
});

describe("the workspace", () => {
  it("is renamed by who administers it", async () => {
    const viewer = await home.makeMember("viewer");
    expect((await bench.call(workspaces.get, viewer.caller)).body).toMatchObject({ id: home.id, plan: "demo" });
    expect((await bench.call(workspaces.update, viewer.caller, { body: { name: "x" } })).code).toBe(
      "insufficient_scope",
    );
    const renamed = await bench.call(workspaces.update, home.owner, { body: { name: "Harbour Games" } });
    expect(renamed.body).toMatchObject({ name: "Harbour Games" });
    expect((await bench.call(workspaces.update, home.owner, { body: {} })).body).toEqual(renamed.body);
  });

  it("remembers who did what, and no password", async () => {
    const fresh = await bench.makeWorkspace();
    const { user_id: id } = (await add(fresh.owner, { role: "viewer" })).body;
    await changeRole(fresh.owner, id, { role: "designer" });
    await changeRole(fresh.owner, id, { role: "designer" });
    await setPassword(fresh.owner, id, { password: "another fine password" });
    await signOut(fresh.owner, id);
    await remove(fresh.owner, id);
    await bench.call(workspaces.update, fresh.owner, { body: { name: "Renamed" } });
    const log = await bench.call<{ entries: { kind: string; request_id: string | null }[] }>(
      workspaces.audit,
      fresh.owner,
    );
    expect(log.body.entries.slice(2).map(({ kind }) => kind)).toEqual([
      "invitation.created",
      "invitation.accepted",
      "member.added",
      "member.role_changed",
      "member.password_set",
      "member.signed_out",
      "member.removed",
      "workspace.updated",
    ]);
    expect(log.body.entries.at(-1)?.request_id).toMatch(/^[0-9a-f-]{36}$/);
    expect(JSON.stringify(log.body)).not.toMatch(/password"|argon2|fine password/);
  });
});
