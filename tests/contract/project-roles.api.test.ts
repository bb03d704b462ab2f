import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PROJECT_ROLES, type ProjectRole, ROLES, type Role } from "#domain/roles.ts";
import { countSeats } from "#server/features/access/public.ts";
import { findMember } from "#server/http/find-callers.ts";
import { newId } from "#server/kernel/ids.ts";
import { PROJECT_ROLE_SCOPES, ROLE_SCOPES, type Scope } from "#server/kernel/scope.ts";
import { streamRights } from "#server/live/stream-rights.ts";
import { listKeyedOperations, type NamedKeyedOperation } from "#server/operations.ts";
import { sampleOfEach } from "#test-size";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import type { TestMember } from "#tests/support/workspace.ts";
import type { ValidCall } from "./fixture.ts";
import { section } from "./interface.ts";
import { askStudio } from "./trpc.ts";
import { nameOf, operationNamed, Scene } from "./valid-call.ts";

let api: TestApi;
/** A project with members, and one beside it that is none of theirs. */
let ours: Scene;
let theirs: Scene;
let projectId: string;
let otherId: string;

beforeAll(async () => {
  api = await startTestApi();
  [ours, theirs] = [new Scene(api), new Scene(api)];
  [projectId, otherId] = [await ours.projectId, await theirs.projectId];
});
afterAll(() => api.close());

async function as(person: TestMember, name: string, call: Partial<ValidCall> = {}) {
  const { status, result, error } = await askStudio(api, operationNamed(name), person.cookie, call);
  const code = error?.problem?.code ?? null;
  return { status, code, body: result === null ? {} : (JSON.parse(result) as Record<string, unknown>) };
}

const inOurs = (params: Record<string, string> = {}) => ({ project_id: projectId, ...params });

/** Whether an operation is on a project. */
const isOfProject = ({ operation }: NamedKeyedOperation) =>
  operation.projectOf !== null || operation.path.includes("{project_id}");

/** Parameters of a call that reaches an operation, whose other parameters name nothing. */
async function paramsIn(scene: Scene, { operation }: NamedKeyedOperation): Promise<Record<string, string>> {
  const named: Record<string, string> = { project_id: await scene.projectId };
  // These say which project a call is about, and so have to be there.
  if (operation.projectOf !== null) named.session_id = await scene.param("session_id", "sessions");
  const names = Object.keys(operation.params.shape);
  return Object.fromEntries(names.map((name) => [name, named[name] ?? newId("ent")]));
}

/** A call of what is there that every operation refuses for its input: whether the caller may call it is asked before. */
async function unfit(scene: Scene, named: NamedKeyedOperation): Promise<ValidCall> {
  const { body } = named.operation;
  const params = await paramsIn(scene, named);
  return { params, query: { no_such: "1" }, body: body === undefined ? undefined : { no_such: 1 } };
}

const keyed = listKeyedOperations();
const classOf = ({ operation: { kind, scope, projectOf, forCommenters, forGuests } }: NamedKeyedOperation) =>
  `${kind} ${scope} ${projectOf !== null} ${forCommenters} ${forGuests}`;
const sampled = [...sampleOfEach(keyed, classOf)];

describe(section("Roles in a project"), () => {
  test.each(ROLES.flatMap((role) => [...PROJECT_ROLES, null].map((given) => [role, given] as const)))(
    "%s of the workspace with the role %s in a project: every operation goes by the stronger",
    async (role, given) => {
      if (role === "guest" && given === null) return;
      const person =
        given === null ? await api.home.makeMember(role) : await api.home.makeProjectMember(projectId, given, role);
      const answers = [];
      for (const named of sampled) {
        const { code } = await as(person, nameOf(named), await unfit(ours, named));
        answers.push([nameOf(named), code !== "insufficient_scope"]);
      }
      expect(answers).toEqual(sampled.map((named) => [nameOf(named), mayCall(named, role, given)]));
    },
  );

  function mayCall(named: NamedKeyedOperation, role: Role, given: ProjectRole | null): boolean {
    const { scope, forCommenters, forGuests } = named.operation;
    const inProject: readonly Scope[] = given === null ? [] : PROJECT_ROLE_SCOPES[given];
    if (ROLE_SCOPES[role].includes(scope)) return true;
    if (isOfProject(named)) return inProject.includes(scope) || (forCommenters && given === "commenter");
    return role === "guest" && forGuests && inProject.includes(scope);
  }

  test("a role in one project is none in another: a guest is told what is told of no project, by every operation", async () => {
    const guest = await api.home.makeProjectMember(projectId, "admin");
    const viewer = await api.home.makeProjectMember(projectId, "admin", "viewer");
    for (const named of keyed.filter(isOfProject)) {
      const { projectOf, example, body, scope } = named.operation;
      // The project of these is found by what they are about, and so after their input was read.
      const fit = { query: {}, body: body === undefined ? undefined : (example ?? {}) };
      const call = { ...(await unfit(theirs, named)), ...(projectOf !== null && fit) };
      const { status, code } = await as(guest, nameOf(named), call);
      expect([nameOf(named), status, code]).toEqual([nameOf(named), 404, "not_found"]);
      if (scope === "read") continue;
      expect([nameOf(named), (await as(viewer, nameOf(named), call)).code]).toEqual([
        nameOf(named),
        "insufficient_scope",
      ]);
    }
  });

  test("what a guest may call outside projects names no other project, nobody outside theirs, and no address", async () => {
    const canary = `canary ${randomUUID()}`;
    await theirs.ask("projects.update", { body: { name: canary } });
    const elsewhere = await api.home.makeProjectMember(otherId, "writer");
    const guest = await api.home.makeProjectMember(projectId, "admin");
    const open = keyed.filter(({ operation }) => operation.forGuests && operation.method === "GET");
    for (const named of open) {
      const answer = await askStudio(api, named, guest.cookie, {});
      const found = [canary, otherId, elsewhere.userId].filter((secret) => answer.text.includes(secret));
      expect([nameOf(named), answer.status, found]).toEqual([nameOf(named), 200, []]);
    }
    expect((await as(guest, "projects.list")).body.projects).toMatchObject([{ id: projectId }]);
    const closed = keyed.filter((named) => !isOfProject(named) && !named.operation.forGuests);
    for (const named of closed) {
      const { status, code } = await as(guest, nameOf(named), await unfit(ours, named));
      expect([nameOf(named), status, code]).toEqual([nameOf(named), 403, "insufficient_scope"]);
    }
  });

  test("a writer in one project makes no other of it, and copies none", async () => {
    const writer = await api.home.makeProjectMember(projectId, "writer", "viewer");
    expect(
      (
        await as(writer, "entities.create", {
          params: inOurs(),
          body: { name: "Mara", external_id: "mara", type: "person" },
        })
      ).status,
    ).toBe(200);
    expect((await as(writer, "projects.copy", { params: inOurs(), body: {} })).code).toBe("insufficient_scope");
    const guest = await api.home.makeProjectMember(projectId, "admin");
    expect((await as(guest, "projects.copy", { params: inOurs(), body: {} })).code).toBe("forbidden");
  });

  test("a commenter comments, resolves, and changes only what is theirs", async () => {
    const node_id = await ours.param("node_id", "dialogues");
    const said = await ours.ask<{ id: string }>("comments.create", {
      body: { node_id, text: "Is it not ebbing yet?" },
    });
    const [ben, cleo] = [
      await api.home.makeProjectMember(projectId, "commenter"),
      await api.home.makeProjectMember(projectId, "commenter"),
    ];
    const made = await as(ben, "comments.create", { params: inOurs(), body: { node_id, text: "It is." } });
    const own = inOurs({ comment_id: String(made.body.id) });
    expect([made.status, made.body.author]).toEqual([200, `user:${ben.userId}`]);
    expect((await as(ben, "comments.update", { params: own, body: { text: "It is now." } })).status).toBe(200);
    for (const name of ["update", "delete"] as const) {
      const call = { params: own, ...(name === "update" && { body: { text: "No." } }) };
      expect([name, (await as(cleo, `comments.${name}`, call)).code]).toEqual([name, "forbidden"]);
    }
    expect((await as(ben, "comments.delete", { params: own })).status).toBe(200);
    expect((await as(cleo, "comments.restore", { params: own, body: {} })).code).toBe("forbidden");
    expect((await as(ben, "comments.restore", { params: own, body: {} })).status).toBe(200);
    const other = inOurs({ comment_id: said.id });
    expect((await as(cleo, "comments.resolve", { params: other })).status).toBe(200);
    const viewer = await api.home.makeProjectMember(projectId, "viewer");
    expect((await as(viewer, "comments.reopen", { params: other })).code).toBe("insufficient_scope");
    expect((await as(ben, "dialogues.updateNode", { params: inOurs({ node_id }), body: { text: "!" } })).code).toBe(
      "insufficient_scope",
    );
  });

  test("whoever is called in a comment can open the project", async () => {
    const node_id = await ours.param("node_id", "dialogues");
    const call = (person: TestMember) =>
      api.call("POST", `/v1/projects/${projectId}/game-narrative/comments`, {
        body: { node_id, text: "Look!", mentions: [person.userId] },
      });
    expect((await call(await api.home.makeProjectMember(projectId, "viewer"))).status).toBe(201);
    expect((await call(await api.home.makeProjectMember(otherId, "viewer"))).status).toBe(422);
  });
});

describe("members of a project", () => {
  const invite = (role: ProjectRole, email = `${randomUUID()}@example.com`) => ({ email, name: "New", role });

  /** Uses a link as its person, who signs in after that. */
  async function join(url: unknown): Promise<string> {
    const bearer = String(url).split("#")[1] ?? "";
    const headers = { authorization: `Bearer ${bearer}` };
    const body = { name: "New", password: "correct horse battery" };
    const joined = await api.call("POST", "/v1/joining", { key: null, headers, body });
    expect(joined.status).toBe(201);
    const { email } = joined.body as { email: string };
    const { rows } = await memberOf(email);
    return rows;
  }

  async function memberOf(email: string): Promise<{ rows: string }> {
    const { body } = await api.call<{ members: { user_id: string; email: string | null }[] }>(
      "GET",
      `/v1/projects/${projectId}/members`,
      { query: { limit: 500 } },
    );
    return { rows: body.members.find((each) => each.email === email)?.user_id ?? "" };
  }

  test("an admin of a project invites to it by a link that leads there, and no writer does", async () => {
    const admin = await api.home.makeProjectMember(projectId, "admin");
    const writer = await api.home.makeProjectMember(projectId, "writer");
    const body = invite("commenter");
    expect((await as(writer, "projectMembers.invite", { params: inOurs(), body })).code).toBe("insufficient_scope");
    const made = await as(admin, "projectMembers.invite", { params: inOurs(), body });
    expect(made.body).toMatchObject({
      role: "guest",
      project_role: "commenter",
      project_id: projectId,
      state: "pending",
    });
    const again = await as(admin, "projectMembers.invite", { params: inOurs(), body });
    expect(again.code).toBe("name_taken");
    const headers = { authorization: `Bearer ${String(made.body.url).split("#")[1]}` };
    expect((await api.call("GET", "/v1/joining", { key: null, headers })).body).toMatchObject({
      role: "guest",
      project_id: projectId,
      project_role: "commenter",
    });
    const userId = await join(made.body.url);
    const listed = await as(admin, "projectMembers.list", { params: inOurs(), query: { limit: 500 } });
    expect(listed.body.members).toContainEqual(
      expect.objectContaining({ user_id: userId, email: body.email, role: "commenter", workspace_role: "guest" }),
    );
    const invited = await as(admin, "projectMembers.invite", { params: inOurs(), body });
    expect(invited.code).toBe("name_taken");
  });

  test("somebody is invited to several projects at once, to each once, and takes one seat", async () => {
    const email = `${randomUUID()}@example.com`;
    const seats = () => countSeats(api.database.reads, api.home.id, Date.now());
    const { used } = await seats();
    const to = async (id: string) =>
      (await api.call("POST", `/v1/projects/${id}/invitations`, { body: invite("viewer", email) })).status;
    expect([await to(projectId), await to(otherId), await to(projectId)]).toEqual([201, 201, 409]);
    expect((await seats()).used).toBe(used + 1);
  });

  test("whoever is limited to the project is told no address of people of the workspace", async () => {
    const owner = await api.home.makeMember("owner");
    const admin = await api.home.makeProjectMember(projectId, "admin");
    const seenBy = async (person: TestMember) => {
      const { body } = await as(person, "projectMembers.list", { params: inOurs(), query: { limit: 500 } });
      return (body.members as { user_id: string }[]).find(({ user_id }) => user_id === owner.userId);
    };
    expect(await seenBy(admin)).toMatchObject({
      email: null,
      role: "admin",
      project_role: null,
      workspace_role: "owner",
    });
    expect(await seenBy(owner)).toMatchObject({ email: `${owner.userId}@example.com` });
  });

  test("a guest of two projects keeps the one they were not removed from, and leaves with the last", async () => {
    const guest = await api.home.makeProjectMember(projectId, "writer");
    const key = api.home.key;
    const body = invite("viewer", `${guest.userId}@example.com`);
    const invited = await api.call<{ id: string }>("POST", `/v1/projects/${otherId}/invitations`, { key, body });
    expect(invited.status).toBe(201);
    expect((await as(guest, "members.acceptInvitation", { body: { invitation_id: invited.body.id } })).status).toBe(
      200,
    );
    const projects = async () => (await as(guest, "projects.list", { query: { sort_by: "created_at" } })).body.projects;
    expect(await projects()).toMatchObject([{ id: projectId }, { id: otherId }]);
    const remove = (id: string) => api.call("DELETE", `/v1/projects/${id}/members/${guest.userId}`, { key });
    expect((await remove(projectId)).status).toBe(200);
    expect(await projects()).toMatchObject([{ id: otherId }]);
    expect((await as(guest, "projects.get", { params: inOurs() })).code).toBe("not_found");
    expect((await remove(otherId)).status).toBe(200);
    expect((await as(guest, "projects.list")).code).toBe("unauthorized");
  });

  test("a role that is taken away ends open streams of the project at the next look, and no others", async () => {
    const guest = await api.home.makeProjectMember(projectId, "viewer");
    const { writes } = api.database;
    await writes.execute(
      sql`INSERT INTO project_members SELECT ${otherId}, workspace_id, user_id, role, now() FROM project_members
          WHERE user_id = ${guest.userId}`,
    );
    const caller = await findMember(writes, guest.userId, api.home.id);
    if (caller === null) throw new Error("a guest is nobody");
    const look = streamRights({ db: writes, clock: api.services.clock });
    const claims = [projectId, otherId].map((id) => ({ caller, scope: "read" as const, projectId: id }));
    const refusals = async () => (await look(claims)).map((problem) => problem?.code ?? null);
    expect(await refusals()).toEqual([null, null]);
    await api.call("DELETE", `/v1/projects/${projectId}/members/${guest.userId}`);
    expect(await refusals()).toEqual(["not_found", null]);
    await api.call("DELETE", `/v1/projects/${otherId}/members/${guest.userId}`);
    expect(await refusals()).toEqual(["unauthorized", "unauthorized"]);
  });

  test("roles are given to people of the workspace, and taken from those alone who have one", async () => {
    const viewer = await api.home.makeMember("viewer");
    const params = inOurs({ user_id: viewer.userId });
    const change = (role: ProjectRole) => as(owner, "projectMembers.changeRole", { params, body: { role } });
    const owner = await api.home.makeMember("owner");
    expect((await as(owner, "projectMembers.remove", { params })).code).toBe("forbidden");
    expect((await change("writer")).body).toMatchObject({
      role: "writer",
      project_role: "writer",
      workspace_role: "viewer",
    });
    expect(
      (await as(viewer, "variables.create", { params: inOurs(), body: { name: "coins", type: "number" } })).status,
    ).toBe(200);
    expect((await as(owner, "projectMembers.remove", { params })).status).toBe(200);
    expect(
      (await as(viewer, "variables.create", { params: inOurs(), body: { name: "gold", type: "number" } })).code,
    ).toBe("insufficient_scope");
    expect((await as(viewer, "projects.get", { params: inOurs() })).status).toBe(200);
    const { body: log } = await as(owner, "workspace.audit", { query: { subject_id: viewer.userId } });
    expect(log.entries).toMatchObject([
      { kind: "member.project_role_changed", data: { project_id: projectId, from: null, to: "writer" } },
      { kind: "member.project_role_removed", data: { project_id: projectId, role: "writer" } },
    ]);
  });

  test("who leaves the workspace leaves its projects", async () => {
    const owner = await api.home.makeMember("owner");
    const writer = await api.home.makeProjectMember(projectId, "writer", "viewer");
    await as(owner, "members.remove", { params: { user_id: writer.userId } });
    const left = await as(owner, "projectMembers.list", { params: inOurs(), query: { limit: 500 } });
    expect(JSON.stringify(left.body)).not.toContain(writer.userId);
  });

  test("an invitation to the workspace can bring a stronger role in one project", async () => {
    const owner = await api.home.makeMember("owner");
    const body = { ...invite("writer"), role: "viewer", project_id: projectId, project_role: "writer" };
    const { project_id: _, ...without } = body;
    expect((await as(owner, "members.invite", { body: without })).status).toBe(422);
    const made = await as(owner, "members.invite", { body });
    expect(made.body).toMatchObject({ role: "viewer", project_role: "writer", project_id: projectId });
    const userId = await join(made.body.url);
    const { body: listed } = await as(owner, "projectMembers.list", { params: inOurs(), query: { limit: 500 } });
    expect(listed.members).toContainEqual(
      expect.objectContaining({ user_id: userId, role: "writer", workspace_role: "viewer" }),
    );
  });
});
