import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Role, WORKSPACE_ROLES } from "#domain/roles.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import type { TestMember } from "#tests/support/workspace.ts";
import type { ValidCall } from "./fixture.ts";
import { section } from "./interface.ts";
import { askStudio } from "./trpc.ts";
import { operationNamed } from "./valid-call.ts";

let api: TestApi;
let people: Record<(typeof WORKSPACE_ROLES)[number], TestMember>;

beforeAll(async () => {
  api = await startTestApi();
  const made = await Promise.all(WORKSPACE_ROLES.map(async (role) => [role, await api.home.makeMember(role)] as const));
  people = Object.fromEntries(made) as typeof people;
});
afterAll(() => api.close());

/** Calls an operation as someone who is signed in. */
async function as(person: TestMember, name: string, call: Partial<ValidCall> = {}) {
  const answer = await askStudio(api, operationNamed(name), person.cookie, call);
  return {
    status: answer.status,
    code: answer.error?.problem?.code ?? null,
    detail: answer.error?.detail ?? null,
    body: answer.result === null ? {} : (JSON.parse(answer.result) as Record<string, unknown>),
  };
}

const newcomer = (role: Role) => ({
  email: `${randomUUID()}@example.com`,
  name: "New",
  role,
  password: "correct horse battery",
});
const member = ({ userId }: TestMember) => ({ user_id: userId });

describe(section("Roles"), () => {
  test.each<[(typeof WORKSPACE_ROLES)[number], number, number, number]>([
    ["viewer", 200, 403, 403],
    ["designer", 200, 200, 403],
    ["admin", 200, 200, 200],
    ["owner", 200, 200, 200],
  ])("%s: reading %i, writing %i, administering %i", async (role, reading, writing, administering) => {
    const person = people[role];
    expect((await as(person, "projects.list")).status).toBe(reading);
    expect((await as(person, "projects.create", { body: { name: "P" } })).status).toBe(writing);
    expect((await as(person, "keys.list")).status).toBe(administering);
    expect((await as(person, "members.list")).status).toBe(administering);
    const me = await as(person, "keys.me");
    expect(me.body).toMatchObject({
      kind: "user",
      key: null,
      user: { id: person.userId, role },
      modes: ["live", "test"],
      projects: null,
    });
  });

  test("people see live and test projects, keys those of their mode", async () => {
    const live = await api.makeProject({ key: api.home.liveKey });
    const testing = await api.makeProject();
    for (const id of [live, testing]) {
      expect((await as(people.viewer, "projects.get", { params: { project_id: id } })).status).toBe(200);
    }
  });

  test("people see no project of another workspace", async () => {
    const strange = await api.makeProject({ key: api.stranger.key });
    expect((await as(people.owner, "projects.get", { params: { project_id: strange } })).code).toBe("not_found");
  });

  test("nobody without a session, and nobody from another site", async () => {
    const nobody = { userId: "", cookie: "" };
    expect((await as(nobody, "projects.list")).code).toBe("unauthorized");
    const forged = await fetchStudio("projects.create", { name: "x" }, { "sec-fetch-site": "cross-site" });
    expect([forged.status, forged.code]).toEqual([403, "forbidden"]);
    const bare = await fetchStudio("projects.create", { name: "x" }, {});
    expect([bare.status, bare.code]).toEqual([403, "forbidden"]);
  });

  test("a page of a workspace that is not the session's any more is refused as if nobody were signed in", async () => {
    const studio = { "sec-fetch-site": "same-origin", "x-fabula-studio": "1" };
    const of = (workspace: string) =>
      fetchStudio("projects.create", { name: "x" }, { ...studio, "x-fabula-workspace": workspace });
    expect(await of(api.home.id)).toMatchObject({ status: 200 });
    expect(await of(api.stranger.id)).toMatchObject({ status: 401, code: "unauthorized", workspace: api.home.id });
  });
});

async function fetchStudio(name: string, body: object, headers: Record<string, string>) {
  const { answerStudio } = await import("#server/trpc/mount.ts");
  const request = new Request(`${api.services.publicUrl}/api/trpc/${name}`, {
    method: "POST",
    headers: { cookie: people.owner.cookie, "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  const response = await answerStudio(api.fabula.studio, request);
  const answer = (await response.json()) as { error?: { data: { problem: { code: string } } } };
  return {
    status: response.status,
    code: answer.error?.data.problem.code,
    workspace: response.headers.get("x-fabula-workspace"),
  };
}

describe(section("Members"), () => {
  test("an admin invites all but owners, an owner everyone", async () => {
    for (const role of WORKSPACE_ROLES) {
      const byAdmin = await as(people.admin, "members.invite", { body: newcomer(role) });
      expect([role, byAdmin.status, byAdmin.code]).toEqual(
        role === "owner" ? [role, 403, "forbidden"] : [role, 200, null],
      );
      expect((await as(people.owner, "members.invite", { body: newcomer(role) })).body).toMatchObject({
        role,
        state: "pending",
      });
    }
    expect((await as(people.designer, "members.invite", { body: newcomer("viewer") })).code).toBe("insufficient_scope");
  });

  test("invite: what is unfit is told, the password never repeated", async () => {
    const short = await as(people.owner, "members.invite", { body: { ...newcomer("viewer"), password: "pw-short" } });
    expect(short.detail).toMatchObject([{ type: "string_too_short", loc: ["body", "password"] }]);
    expect(JSON.stringify(short)).not.toContain("pw-short");
  });

  test("change of role: it holds from the next call on", async () => {
    const person = await api.home.makeMember("viewer");
    expect((await as(person, "projects.create", { body: { name: "P" } })).code).toBe("insufficient_scope");
    await as(people.admin, "members.changeRole", { params: member(person), body: { role: "designer" } });
    expect((await as(person, "projects.create", { body: { name: "P" } })).status).toBe(200);
    expect(
      (await as(people.admin, "members.changeRole", { params: member(person), body: { role: "owner" } })).code,
    ).toBe("forbidden");
  });

  test("removal: refused everywhere at once", async () => {
    const person = await api.home.makeMember("designer");
    expect((await as(person, "projects.list")).status).toBe(200);
    expect((await as(people.admin, "members.remove", { params: member(person) })).status).toBe(200);
    expect((await as(person, "projects.list")).code).toBe("unauthorized");
    expect((await as(people.admin, "members.get", { params: member(person) })).code).toBe("not_found");
  });

  test("the last owner stays", async () => {
    const other = await api.home.makeMember("owner");
    for (const each of await owners()) {
      if (each !== other.userId && each !== people.owner.userId) {
        await as(other, "members.remove", { params: { user_id: each } });
      }
    }
    expect((await as(other, "members.remove", { params: member(people.owner) })).status).toBe(200);
    expect((await as(other, "members.remove", { params: member(other) })).code).toBe("last_owner");
    const demoted = await as(other, "members.changeRole", { params: member(other), body: { role: "admin" } });
    expect(demoted.code).toBe("last_owner");
    people.owner = other;
  });

  async function owners(): Promise<string[]> {
    const { body } = await as(people.owner, "members.list", { query: { limit: 500 } });
    return (body.members as { user_id: string; role: Role }[])
      .filter(({ role }) => role === "owner")
      .map(({ user_id }) => user_id);
  }

  test("sign out everywhere: by oneself and by an admin", async () => {
    for (const how of ["self", "admin"] as const) {
      const person = await api.home.makeMember("designer");
      expect((await as(person, "projects.list")).status).toBe(200);
      const ended =
        how === "self"
          ? await as(person, "members.signOutEverywhere")
          : await as(people.admin, "members.signOut", { params: member(person) });
      expect(ended.status).toBe(200);
      expect((await as(person, "projects.list")).code).toBe("unauthorized");
    }
  });

  test("what is done to members and keys is remembered, with who did it and without secrets", async () => {
    const body = newcomer("viewer");
    const added = await as(people.admin, "members.invite", { body });
    const { body: log } = await as(people.owner, "workspace.audit", {
      query: { subject_id: String(added.body.id) },
    });
    expect(log.entries).toMatchObject([
      {
        kind: "invitation.created",
        subject_type: "invitation",
        actor: `user:${people.admin.userId}`,
        data: { email: body.email },
      },
    ]);
    expect(JSON.stringify(log)).not.toContain(body.password);
  });
});
