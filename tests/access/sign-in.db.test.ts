import { randomUUID } from "node:crypto";
import { createRequire } from "node:module";
import { sql } from "drizzle-orm";
import { encode } from "next-auth/jwt";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ATTEMPT_WINDOW_MS, beginAttempt } from "#server/auth/attempts.ts";
import { deviceCookie, isKnownTo, readDevice } from "#server/auth/known-device.ts";
import { lastWorkspaceCookie } from "#server/auth/last-workspace.ts";
import { nextAuthOptions } from "#server/auth/next-auth-options.ts";
import { hashPassword } from "#server/auth/passwords.ts";
import { cookieNames, sessionCaller, sessionClaims } from "#server/auth/session.ts";
import { signIn } from "#server/auth/sign-in.ts";
import { provisionMember, resetPassword } from "#server/features/access/provision.ts";
import { invitations } from "#server/features/access/public.ts";
import { Problem } from "#server/kernel/problem.ts";
import { registry } from "#server/operations.ts";
import { type Bench, type BenchWorkspace, openBench, refusal, SILENT } from "./bench.ts";

const { members } = registry;

const PASSWORD = "a long enough password";
const config = { authSecret: "for tests only", cookiePrefix: "fabula-0123abcd", publicUrl: "http://127.0.0.1:4000" };

let bench: Bench;
let home: BenchWorkspace;
let passwordHash: string;

beforeAll(async () => {
  process.env.NEXTAUTH_URL = config.publicUrl;
  bench = await openBench();
  home = await bench.makeWorkspace();
  passwordHash = await hashPassword(PASSWORD);
});

afterAll(() => bench.close());

async function makePerson(): Promise<{ userId: string; email: string }> {
  const email = `${randomUUID()}@example.com`;
  const person = { email, name: "Ana", passwordHash };
  const { userId } = await provisionMember(bench.database.writes, bench.clock.now(), home.id, person, "designer");
  return { userId, email };
}

let lastAddress = 0;
/** Returns an address that was not used before. */
const fresh = () => {
  lastAddress += 1;
  return `10.0.${lastAddress >> 8}.${lastAddress & 255}`;
};
const attempt = (
  email: string,
  password: string,
  clientIp = fresh(),
  knownDevice: string | null = null,
  lastWorkspace: string | null = null,
) =>
  signIn(
    { database: bench.database, clock: bench.clock, invitations },
    { email, password },
    { clientIp, knownDevice, lastWorkspace },
  ).catch((error: unknown) => {
    if (error instanceof Problem) return error;
    throw error;
  });

/** Counts attempts for an e-mail, as so many guesses would have been. */
async function beginAttempts(email: string, count: number, now: number): Promise<void> {
  const limit = { subject: `email:${email}`, attempts: count };
  for (let i = 0; i < count; i++) await beginAttempt(bench.database.writes, [limit], now);
}

/** Counts the stored attempts of all persons that still use up a limit. */
async function attemptsKept(): Promise<number> {
  const [row] = await bench.database.reads.execute<{ n: number }>(
    sql`SELECT coalesce(sum(cardinality(hits)), 0)::int AS n FROM sign_in_attempts`,
  );
  return row?.n ?? 0;
}

describe("signing in", () => {
  it("takes the right password of a member and nothing else", async () => {
    const { userId, email } = await makePerson();
    expect(await attempt(email, PASSWORD)).toEqual({
      userId,
      workspaceId: home.id,
      sessionVersion: 1,
      email,
      name: "Ana",
    });
    expect(await attempt(email, `${PASSWORD} `)).toBeNull();
    expect(await attempt("nobody@example.com", PASSWORD)).toBeNull();
    await bench.call(members.remove, home.owner, { params: { user_id: userId } });
    expect(await attempt(email, PASSWORD)).toBeNull();
  });

  it("takes the password an operator set", async () => {
    const { userId, email } = await makePerson();
    const other = await hashPassword("set by an operator");
    expect(await resetPassword(bench.database.writes, bench.clock.now(), email.toUpperCase(), other)).toBe(userId);
    expect(await attempt(email, "set by an operator")).toMatchObject({ sessionVersion: 2 });
    expect(await resetPassword(bench.database.writes, bench.clock.now(), "nobody@example.com", other)).toBeNull();
  });

  it("counts guesses for an e-mail from an address, even at once, whether or not anyone has it", async () => {
    for (const email of [(await makePerson()).email, `${randomUUID()}@example.com`]) {
      const guesser = fresh();
      const outcomes = await Promise.all(Array.from({ length: 14 }, () => attempt(email, "wrong", guesser)));
      const refused = outcomes.filter((outcome) => outcome instanceof Problem);
      expect(refused).toHaveLength(4);
      expect(refused[0]?.code).toBe("rate_limited");
      expect(Number(refused[0]?.headers["retry-after"])).toBeGreaterThan(0);
      expect(await attempt(email, PASSWORD, guesser)).toBeInstanceOf(Problem);
    }
  });

  it("lets the right password in from elsewhere, whatever a guesser tries", async () => {
    const { email } = await makePerson();
    const guesser = fresh();
    for (let i = 0; i < 12; i++) await attempt(email, "wrong", guesser);
    expect(await attempt(email, PASSWORD)).toMatchObject({ email });
  });

  it("counts guesses from many addresses together, but never against a device that is known", async () => {
    const { email } = await makePerson();
    const now = bench.clock.now();
    // What ten guesses from each of ten addresses leave behind.
    await beginAttempts(email, 100, now);
    expect(await attempt(email, PASSWORD)).toBeInstanceOf(Problem);
    expect(await attempt(email, PASSWORD, fresh(), "a-known-device")).toMatchObject({ email });
    for (let i = 0; i < 10; i++) expect(await attempt(email, "wrong", fresh(), "a-lost-device")).toBeNull();
    expect(await attempt(email, PASSWORD, fresh(), "a-lost-device")).toBeInstanceOf(Problem);
    expect(await attempt(email, PASSWORD, fresh(), "a-known-device")).toMatchObject({ email });
  });

  it("starts to forget after a quarter of an hour", async () => {
    const { email } = await makePerson();
    const guesser = fresh();
    for (let i = 0; i < 11; i++) await attempt(email, "wrong", guesser);
    const refused = await attempt(email, PASSWORD, guesser);
    if (!(refused instanceof Problem)) expect.fail("was not refused");
    const seconds = Number(refused.headers["retry-after"]);
    expect(seconds * 1000).toBeLessThanOrEqual(ATTEMPT_WINDOW_MS);
    bench.clock.time += seconds * 1000;
    expect(await attempt(email, PASSWORD, guesser)).toMatchObject({ email });
  });

  it("counts guesses from an address, but not those who sign in there", async () => {
    const office = fresh();
    const { email } = await makePerson();
    const before = await attemptsKept();
    for (let i = 0; i < 3; i++) expect(await attempt(email, PASSWORD, office)).toMatchObject({ email });
    expect(await attemptsKept()).toBe(before);
    const guesser = fresh();
    const outcomes = await Promise.all(
      Array.from({ length: 64 }, (_, i) => attempt(`${i}-${randomUUID()}@example.com`, "wrong", guesser)),
    );
    expect(outcomes.filter((outcome) => outcome instanceof Problem)).toHaveLength(4);
  });
});

describe("a device that is known", () => {
  const cookieOf = (cookie: string | null) => cookie?.split(";", 1)[0] ?? "";

  it("is known to whoever signed in there, and to nobody else", () => {
    const cookie = deviceCookie(null, "ana@example.com", config);
    expect(cookie).toMatch(/^fabula-0123abcd-device=.*; HttpOnly; SameSite=Lax$/);
    const device = readDevice(`a=b; ${cookieOf(cookie)}; c=d`, config);
    if (device === null) expect.fail("the cookie is not read");
    expect(isKnownTo(device, "ana@example.com", config)).toBe(true);
    expect(isKnownTo(device, "bor@example.com", config)).toBe(false);
    expect(isKnownTo(device, "ana@example.com", { ...config, authSecret: "another secret" })).toBe(false);
    expect(isKnownTo({ ...device, id: "A".repeat(22) }, "ana@example.com", config)).toBe(false);
    expect(deviceCookie(device, "ana@example.com", config)).toBeNull();
  });

  it("remembers the last four people, under one id", () => {
    let header = "";
    for (const name of ["a", "b", "c", "d", "e"]) {
      header = cookieOf(deviceCookie(readDevice(header, config), `${name}@example.com`, config));
    }
    const device = readDevice(header, config);
    const known = ["a", "b", "c", "d", "e"].filter(
      (name) => device !== null && isKnownTo(device, `${name}@example.com`, config),
    );
    expect(known).toEqual(["b", "c", "d", "e"]);
  });

  it("is not made of nonsense", () => {
    for (const value of ["", "x", `${"A".repeat(22)}`, `${"A".repeat(22)}.short`]) {
      expect(readDevice(`${cookieNames(config).device}=${value}`, config)).toBeNull();
    }
  });
});

describe("a session", () => {
  const token = (claims: Record<string, unknown>, secret = config.authSecret) => encode({ token: claims, secret });
  const request = (headers: Record<string, string>) => ({ headers: new Headers(headers) });
  const name = cookieNames(config).session;

  it("is read from its cookie, whole or in parts", async () => {
    const { userId } = await makePerson();
    const value = await token({ sub: userId, workspace_id: home.id, session_version: 1 });
    const whole = await sessionCaller(request({ cookie: `a=b; ${name}=${value}; c` }), bench.authenticator, config);
    expect(whole).toMatchObject({ kind: "user", id: userId, role: "designer", workspaceId: home.id });
    const half = Math.ceil(value.length / 2);
    const cookie = `${name}.1=${value.slice(half)}; ${name}.0=${value.slice(0, half)}`;
    expect((await sessionCaller(request({ cookie }), bench.authenticator, config)).id).toBe(userId);
  });

  it("is nobody's without a cookie of ours", async () => {
    const { userId } = await makePerson();
    const claims = { sub: userId, workspace_id: home.id, session_version: 1 };
    const good = await token(claims);
    const foreign = await token(claims, "another secret");
    const partial = await token({ sub: userId });
    const nobody: Record<string, string>[] = [
      {},
      { cookie: "" },
      { cookie: `${name}=` },
      { cookie: `${name}=nonsense` },
      { cookie: `${name}=${foreign}` },
      { cookie: `${name}=${partial}` },
      { cookie: `${name}x=${good}` },
      { authorization: `Bearer ${good}` },
    ];
    for (const headers of nobody) {
      expect(await sessionClaims(request(headers), config)).toBeNull();
      expect((await refusal(sessionCaller(request(headers), bench.authenticator, config))).code).toBe("unauthorized");
    }
  });

  it("ends with its version", async () => {
    const { userId } = await makePerson();
    const value = await token({ sub: userId, workspace_id: home.id, session_version: 1 });
    const caller = await bench.authenticator.byUser(userId, home.id, 1);
    await bench.call(members.signOutEverywhere, caller);
    const read = sessionCaller(request({ cookie: `${name}=${value}` }), bench.authenticator, config);
    expect((await refusal(read)).code).toBe("unauthorized");
  });

  it("has names of its own, protected ones under https", () => {
    expect(cookieNames(config)).toEqual({
      session: "fabula-0123abcd-session",
      csrf: "fabula-0123abcd-csrf",
      callback: "fabula-0123abcd-callback",
      device: "fabula-0123abcd-device",
      workspace: "fabula-0123abcd-workspace",
      secure: false,
    });
    expect(cookieNames({ ...config, publicUrl: "https://stories.example.com" })).toMatchObject({
      session: "__Secure-fabula-0123abcd-session",
      csrf: "__Host-fabula-0123abcd-csrf",
      secure: true,
    });
  });
});

describe("next-auth with our options", () => {
  interface Reply {
    status: number;
    cookies: string[];
    body: unknown;
  }
  type Handler = (request: object, response: object, options: object) => Promise<unknown>;
  const NextAuth = (createRequire(import.meta.url)("next-auth") as { default: Handler }).default;
  let ip = "";

  const headersOf = (jar: Map<string, string>) => ({
    cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; "),
  });

  /** Calls next-auth as a Next API route would. */
  async function auth(method: string, path: string[], jar: Map<string, string>, body: object = {}): Promise<Reply> {
    const reply: Reply = { status: 200, cookies: [], body: null };
    const response = {
      status: (status: number) => {
        reply.status = status;
        return response;
      },
      getHeader: () => reply.cookies,
      setHeader: (header: string, value: string | string[]) => {
        if (header.toLowerCase() === "set-cookie") reply.cookies = [value].flat();
        return response;
      },
      json: (value: unknown) => {
        reply.body = value;
      },
      send: (value: unknown) => {
        reply.body = value;
      },
      end: () => {},
    };
    const parts = {
      database: bench.database,
      clock: bench.clock,
      invitations,
      log: SILENT,
      authenticator: bench.authenticator,
      config,
      clientIp: () => ip,
    };
    const request = {
      method,
      query: { nextauth: path },
      body,
      cookies: Object.fromEntries(jar),
      headers: headersOf(jar),
    };
    const opened = (workspaceId: string) => {
      const [pair = ""] = lastWorkspaceCookie(workspaceId, config).split(";");
      jar.set(cookieNames(config).workspace, pair.slice(pair.indexOf("=") + 1));
    };
    await NextAuth(request, response, nextAuthOptions(parts, { opened }));
    for (const cookie of reply.cookies) {
      const [pair = ""] = cookie.split(";");
      const at = pair.indexOf("=");
      jar.set(pair.slice(0, at), decodeURIComponent(pair.slice(at + 1)));
    }
    return reply;
  }

  async function signInThrough(jar: Map<string, string>, email: string, password: string): Promise<Reply> {
    const { csrfToken } = (await auth("GET", ["csrf"], jar)).body as { csrfToken: string };
    return auth("POST", ["callback", "credentials"], jar, { csrfToken, email, password, json: "true" });
  }

  it("signs in, keeps the session going and ends it when it was ended", async () => {
    ip = fresh();
    const { userId, email } = await makePerson();
    const jar = new Map<string, string>();
    const signedIn = await signInThrough(jar, email, PASSWORD);
    const name = cookieNames(config).session;
    const cookie = signedIn.cookies.find((each) => each.startsWith(`${name}=`)) ?? "";
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Lax/i);
    const header = { headers: new Headers({ cookie: `${name}=${jar.get(name)}` }) };
    expect(await sessionClaims(header, config)).toEqual({ userId, workspaceId: home.id, sessionVersion: 1 });

    const session = await auth("GET", ["session"], jar);
    expect(session.body).toMatchObject({ user: { id: userId, email, name: "Ana" }, workspace_id: home.id });
    expect(session.cookies.some((each) => each.startsWith(`${name}=`))).toBe(true);

    await bench.call(members.signOutEverywhere, await bench.authenticator.byUser(userId, home.id, 1));
    const ended = await auth("GET", ["session"], jar);
    expect(ended.body).toEqual({});
    expect(ended.cookies.find((each) => each.startsWith(`${name}=`))).toMatch(/Max-Age=0/);
  });

  it("opens another workspace of the same person, and that one again at the next sign-in in this browser", async () => {
    ip = fresh();
    const { userId, email } = await makePerson();
    const other = await bench.makeWorkspace();
    const strange = await bench.makeWorkspace();
    const { body: invitation } = await bench.call(members.invite, other.owner, { body: { email, role: "viewer" } });
    const caller = await bench.authenticator.byUser(userId, home.id, 1);
    await bench.call(members.acceptInvitation, caller, { body: { invitation_id: invitation.id } });
    const jar = new Map<string, string>();
    await signInThrough(jar, email, PASSWORD);
    const { csrfToken } = (await auth("GET", ["csrf"], jar)).body as { csrfToken: string };
    const open = (id: string, token = csrfToken) =>
      auth("POST", ["session"], jar, { csrfToken: token, data: { workspace_id: id } });

    // A form of another site has no token.
    expect((await open(other.id, "made up")).body).toEqual({});
    expect((await open(strange.id)).body).toMatchObject({ workspace_id: home.id });
    expect((await open(other.id)).body).toMatchObject({ workspace_id: other.id, user: { id: userId } });
    const header = { headers: new Headers(headersOf(jar)) };
    expect(await sessionCaller(header, bench.authenticator, config)).toMatchObject({
      workspaceId: other.id,
      role: "viewer",
    });

    jar.delete(cookieNames(config).session);
    await signInThrough(jar, email, PASSWORD);
    expect((await auth("GET", ["session"], jar)).body).toMatchObject({ workspace_id: other.id });
    const elsewhere = new Map<string, string>();
    await signInThrough(elsewhere, email, PASSWORD);
    expect((await auth("GET", ["session"], elsewhere)).body).toMatchObject({ workspace_id: home.id });
    // What the cookie names counts only for its members.
    await bench.call(members.remove, other.owner, { params: { user_id: userId } });
    expect(await attempt(email, PASSWORD, fresh(), null, other.id)).toMatchObject({ workspaceId: home.id });
  });

  it("refuses a wrong password with 401, and says when there were too many", async () => {
    const { email } = await makePerson();
    ip = fresh();
    for (let i = 0; i < 10; i++) {
      const wrong = await signInThrough(new Map(), email, "wrong");
      expect(wrong).toMatchObject({ status: 401 });
      expect(JSON.stringify(wrong.body)).toContain("CredentialsSignin");
    }
    // What cannot be stored is the address of nobody.
    const nobody = await signInThrough(new Map(), "ana\0@fabula.test", PASSWORD);
    expect(JSON.stringify(nobody.body)).toContain("CredentialsSignin");
    const limited = await signInThrough(new Map(), email, PASSWORD);
    expect(JSON.stringify(limited.body)).toMatch(/error=rate_limited\.\d+/);
  });

  it("redirects only within the studio", async () => {
    const redirect = nextAuthOptions({
      database: bench.database,
      clock: bench.clock,
      invitations,
      log: SILENT,
      authenticator: bench.authenticator,
      config,
      clientIp: () => "",
    }).callbacks?.redirect;
    const baseUrl = config.publicUrl;
    const to = (url: string) => redirect?.({ url, baseUrl });
    expect(await to("/projects?x=1")).toBe(`${baseUrl}/projects?x=1`);
    expect(await to(`${baseUrl}/docs`)).toBe(`${baseUrl}/docs`);
    for (const path of ["/x/..//evil.example", "/.//evil.example", "/x/../\\evil.example"]) {
      for (const url of [path, baseUrl + path]) expect(await to(url)).toBe(`${baseUrl}/evil.example`);
    }
    for (const url of [
      "https://evil.example",
      "//evil.example/x",
      "/\\evil.example",
      "javascript:alert(1)",
      "http://",
    ]) {
      expect(await to(url)).toBe(baseUrl);
    }
  });
});
