import { describe, expect, it } from "vitest";
import { createLogger } from "./log.ts";

function capture() {
  const lines: string[] = [];
  const log = createLogger({ environment: "production", logLevel: "info" }, { write: (line) => lines.push(line) });
  return { log, lines, last: () => JSON.parse(lines.at(-1) ?? "null") };
}

const CANARY = "canary4f1c9a7e2b";

describe("the log", () => {
  it("is one object a line, with the request's id", () => {
    const { log, lines, last } = capture();
    log.child({ request_id: "r1" }).info({ status: 200, at: new Date(0) }, "answered");
    expect(lines).toHaveLength(1);
    expect(last()).toMatchObject({
      level: "info",
      msg: "answered",
      request_id: "r1",
      status: 200,
      at: "1970-01-01T00:00:00.000Z",
    });
    expect(last().time).toMatch(/^\d{4}-\d\d-\d\dT/);
    log.debug({}, "not at this level");
    expect(lines).toHaveLength(1);
  });

  it("writes the line of a request as it writes others", () => {
    const { log, lines } = capture();
    const line = { request_id: "r1", operation: 'GET /v1/"x"', status: 404, actor: null, ms: 1.5 };
    log.request(line);
    log.info(line, "request");
    log.child({}).request(line);
    const timeless = lines.map((text) => text.replace(/"time":"[^"]+"/, '"time"'));
    expect(new Set(timeless).size).toBe(1);
    log.request({ request_id: "r2", operation: `GET sk_live_${CANARY}`, status: 200, actor: `Bearer ${CANARY}` });
    expect(lines.join("")).not.toContain(CANARY);
    expect(JSON.parse(lines.at(-1) ?? "")).toMatchObject({ request_id: "r2", actor: "Bearer [redacted]" });
  });

  it("holds no secret by name, at any depth", () => {
    const { log, lines } = capture();
    log.info(
      {
        headers: new Headers({ authorization: CANARY, cookie: CANARY, "set-cookie": CANARY }),
        body: { password: CANARY, new_password: CANARY, nested: [{ api_key: CANARY, secret: { inner: CANARY } }] },
        provider: { openai_api_key: CANARY, refresh_token: CANARY, client_secret: CANARY },
        DATABASE_URL: CANARY,
      },
      "hello",
    );
    log.child({ key: CANARY }).warn({}, "hello");
    expect(lines.join("")).not.toContain(CANARY);
    expect(lines.join("")).toContain("[redacted]");
  });

  it("holds no secret by form, in fields and messages", () => {
    const { log, lines } = capture();
    log.info(
      { note: `uses sk_live_${CANARY} and Bearer ${CANARY}` },
      `postgres://user:${CANARY}@db:5432/x pk_test_${CANARY}`,
    );
    expect(lines.join("")).not.toContain(CANARY);
    expect(lines.join("")).toContain("sk_live_[redacted]");
    expect(lines.join("")).toContain("@db:5432/x");
  });

  it("keeps an error's cause but not its statement or its parameters", () => {
    const { log, lines, last } = capture();
    const cause = Object.assign(new Error("duplicate key value violates a constraint"), {
      code: "23505",
      detail: CANARY,
    });
    const error = Object.assign(new Error(`Failed query: insert\nparams: ${CANARY}`, { cause }), {
      query: "insert",
      params: [CANARY],
    });
    log.error({ error }, "failed");
    expect(lines.join("")).not.toContain(CANARY);
    expect(last().error).toMatchObject({ message: "a database statement failed", cause: { code: "23505" } });
    expect(last().error.stack).toContain("log.test.ts");
  });

  it("leaves ordinary fields alone", () => {
    const { log, last } = capture();
    log.info(
      { keys: 3, tokens_used: 12, monkey: "banana", primary_key_count: 1, key_id: "key_1", keyed: true },
      "fine",
    );
    expect(last()).toMatchObject({
      keys: 3,
      tokens_used: 12,
      monkey: "banana",
      primary_key_count: 1,
      key_id: "key_1",
      keyed: true,
    });
  });
});
