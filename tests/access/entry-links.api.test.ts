import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type SmtpServer, startSmtpServer } from "#server/adapters/mail/smtp-server.fixture.ts";
import { newSecret } from "#server/features/access/public.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const PASSWORD = "a password of their own";

interface Link {
  id: string;
  user_id: string;
  url: string;
}

/** Asks the home workspace with its live key. */
const ask = (method: "DELETE" | "PATCH" | "POST", path: string, body?: object) =>
  api.call<Link>(method, path, { key: api.home.liveKey, ...(body !== undefined && { body }) });
const invite = (body: object = {}) =>
  ask("POST", "/v1/invitations", { email: `${randomUUID()}@example.com`, role: "designer", ...body });
const tokenOf = ({ body }: { body: Link }) => body.url.split("#")[1] ?? "";
const look = (token: string) => api.call("GET", "/v1/joining", { key: token });
const use = (token: string, body: object = { name: "Vesna", password: PASSWORD }) =>
  api.call<Record<string, unknown>>("POST", "/v1/joining", { key: token, body });
const codeOf = ({ body }: { body: object }) => (body as { code?: string }).code;

async function kindsOf(subject: string): Promise<string[]> {
  const { body } = await api.call<{ entries: { kind: string; actor: string }[] }>("GET", "/v1/audit", {
    key: api.home.liveKey,
    query: { subject_id: subject },
  });
  return body.entries.map(({ kind }) => kind);
}

describe("an invitation's link", () => {
  test("lets one person in, once, with a name and a password that nobody else has typed", async () => {
    const { body: project } = await api.call<{ id: string }>("POST", "/v1/projects", {
      key: api.home.liveKey,
      body: { name: "Crossings" },
    });
    const email = `${randomUUID()}@example.com`;
    const invited = await invite({ email, project_id: project.id });
    expect([invited.status, invited.headers.get("cache-control")]).toEqual([201, "no-store"]);
    const token = tokenOf(invited);
    const shown = { kind: "invitation", email, name: null, role: "designer", project_id: project.id };
    expect((await look(token)).body).toMatchObject({ ...shown, project_name: "Crossings" });
    expect((await use(token, { name: "Vesna", password: "short" })).status).toBe(422);
    const joined = await use(token);
    expect([joined.status, joined.body]).toMatchObject([201, { email, name: "Vesna", project_id: project.id }]);
    for (const again of [await look(token), await use(token)]) expect(codeOf(again)).toBe("not_found");
    const [user] = await api.database.reads.execute<{ id: string; name: string; role: string }>(
      sql`SELECT u.id, u.name, m.role FROM users u JOIN memberships m ON m.user_id = u.id WHERE u.email = ${email}`,
    );
    expect(user).toMatchObject({ name: "Vesna", role: "designer" });
    expect(await kindsOf(invited.body.id)).toEqual(
      expect.arrayContaining(["invitation.created", "invitation.accepted"]),
    );
  });

  test("is one of many at the same moment, and one account comes of it", async () => {
    const token = tokenOf(await invite());
    const outcomes = await Promise.all([0, 1, 2].map(() => use(token)));
    expect(outcomes.map(({ status }) => status).sort()).toEqual([201, 404, 404]);
  });

  test("opens nothing once it was replaced, revoked, has expired, or was never made", async () => {
    const first = await invite();
    const second = await ask("POST", `/v1/invitations/${first.body.id}/link`);
    expect(codeOf(await look(tokenOf(first)))).toBe("not_found");
    expect((await look(tokenOf(second))).status).toBe(200);
    await ask("DELETE", `/v1/invitations/${first.body.id}`);
    const old = await invite({ expires_in_days: 1 });
    await api.database.writes.execute(
      sql`UPDATE entry_links SET expires_at = created_at WHERE subject_id = ${old.body.id}`,
    );
    for (const token of [tokenOf(second), tokenOf(old), newSecret("el_pm1_"), "el_pm1_x", api.home.liveKey]) {
      expect(codeOf(await look(token))).toBe("not_found");
      expect(codeOf(await use(token))).toBe("not_found");
    }
    expect(codeOf(await api.call("GET", "/v1/joining", { key: null }))).toBe("unauthorized");
    expect((await api.call("GET", "/v1/projects", { key: tokenOf(await invite()) })).status).toBe(401);
  });

  test("changes no account that there is: its owner signs in and accepts", async () => {
    const { userId } = await api.stranger.makeMember("viewer");
    const token = tokenOf(await invite({ email: `${userId}@example.com` }));
    expect((await look(token)).body).toMatchObject({ name: expect.any(String) });
    expect(codeOf(await use(token))).toBe("name_taken");
  });

  test("keeps the token nowhere, and names no project of another workspace", async () => {
    const token = tokenOf(await invite());
    const rows = await api.database.reads.execute(sql`SELECT * FROM entry_links`);
    expect(JSON.stringify(rows)).not.toContain(token);
    const { body: foreign } = await api.call<{ id: string }>("POST", "/v1/projects", {
      key: api.stranger.liveKey,
      body: { name: "Theirs" },
    });
    expect((await invite({ project_id: foreign.id })).status).toBe(422);
  });
});

describe("a link for a new password", () => {
  const linkFor = (userId: string) => ask("POST", `/v1/members/${userId}/password-link`);

  test("gives the member the password they choose, once, and ends their sessions", async () => {
    const member = await api.home.makeMember("designer");
    const made = await linkFor(member.userId);
    const token = tokenOf(made);
    expect((await look(token)).body).toMatchObject({ kind: "password", project_id: null });
    const sessions = async () => {
      const [user] = await api.database.reads.execute<{ session_version: number }>(
        sql`SELECT session_version FROM users WHERE id = ${member.userId}`,
      );
      return user?.session_version;
    };
    expect(await sessions()).toBe(1);
    expect((await use(token, { password: PASSWORD })).status).toBe(201);
    // Sessions carry the version that was: they have ended.
    expect(await sessions()).toBe(2);
    expect(codeOf(await use(token, { password: PASSWORD }))).toBe("not_found");
    expect(await kindsOf(member.userId)).toEqual(
      expect.arrayContaining(["member.password_link_created", "member.password_set"]),
    );
  });

  test("opens nothing for who was removed or may do more since, and is made for no owner and nobody of elsewhere", async () => {
    const [removed, promoted] = [await api.home.makeMember("viewer"), await api.home.makeMember("viewer")];
    const links = [await linkFor(removed.userId), await linkFor(promoted.userId)];
    await ask("DELETE", `/v1/members/${removed.userId}`);
    await ask("PATCH", `/v1/members/${promoted.userId}`, { role: "admin" });
    for (const link of links) expect(codeOf(await use(tokenOf(link), { password: PASSWORD }))).toBe("not_found");
    const owner = await api.home.makeMember("owner");
    expect((await linkFor(owner.userId)).status).toBe(403);
    const elsewhere = await api.stranger.makeMember("viewer");
    expect((await linkFor(elsewhere.userId)).status).toBe(404);
  });
});

describe("with a mail server", () => {
  let server: SmtpServer;
  let mailing: TestApi;
  beforeAll(async () => {
    server = await startSmtpServer();
    mailing = await startTestApi({
      environment: { FABULA_SMTP_URL: server.url, FABULA_MAIL_FROM: "Fabula <fabula@example.com>" },
    });
  });
  afterAll(async () => {
    await mailing.close();
    await server.close();
  });

  const post = (path: string, body?: object) =>
    mailing.call<Link & { mailed: boolean }>("POST", path, { key: mailing.home.liveKey, ...(body && { body }) });

  test("links are sent to their persons, and one that cannot be sent is shown all the same", async () => {
    const email = `${randomUUID()}@example.com`;
    const invited = await post("/v1/invitations", { email, role: "viewer" });
    expect(invited.body.mailed).toBe(true);
    const member = await mailing.home.makeMember("viewer");
    const made = await post(`/v1/members/${member.userId}/password-link`);
    await expect.poll(() => server.mails.length).toBe(2);
    const told = (to: string) => server.mails.find((mail) => mail.to === to)?.data.replaceAll(/=\r\n/g, "");
    expect(told(email)).toContain(tokenOf(invited));
    expect(told(`${member.userId}@example.com`)).toContain(tokenOf(made));

    server.refuses = true;
    const refused = await post("/v1/invitations", { email: `${randomUUID()}@example.com`, role: "viewer" });
    expect(refused.status).toBe(201);
    expect((await mailing.call("GET", "/v1/joining", { key: tokenOf(refused) })).status).toBe(200);
  });

  test("one workspace sends 100 in an hour", async () => {
    server.refuses = true;
    const { body } = await post("/v1/invitations", { email: `${randomUUID()}@example.com`, role: "viewer" });
    const answers: boolean[] = [];
    while (answers.length < 101 && answers.at(-1) !== false) {
      answers.push((await post(`/v1/invitations/${body.id}/link`)).body.mailed);
    }
    expect(answers.at(-1)).toBe(false);
  });
});
