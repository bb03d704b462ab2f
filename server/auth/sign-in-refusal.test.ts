import { describe, expect, it } from "vitest";
import { Problem } from "../kernel/problem.ts";
import { readRefusal, refusedSignIn, withRefusalStatus } from "./sign-in-refusal.ts";

const tooMany = () => refusedSignIn(new Problem("rate_limited", { headers: { "retry-after": "42" } }));
const answer = (error: string) =>
  Response.json({ url: `http://fabula.test/sign-in?${new URLSearchParams({ error })}` }, { status: 401 });

describe("a refused sign-in", () => {
  it("becomes a code and is read again", () => {
    expect(readRefusal(tooMany().message)).toEqual({ code: "rate_limited", seconds: 42 });
    expect(readRefusal(refusedSignIn(new Error("password authentication failed")).message)).toMatchObject({
      code: "unavailable",
    });
    for (const other of [null, "", "CredentialsSignin", "rate_limited.x", "xrate_limited"]) {
      expect(readRefusal(other)).toBeNull();
    }
  });

  it("gets the status it deserves", async () => {
    const limited = await withRefusalStatus(answer(tooMany().message));
    expect(limited.status).toBe(429);
    expect(limited.headers.get("retry-after")).toBe("42");
    expect(await limited.json()).toHaveProperty("url");
    expect((await withRefusalStatus(answer("unavailable"))).status).toBe(503);
  });

  it("leaves every other answer as it is", async () => {
    const wrong = answer("CredentialsSignin");
    expect(await withRefusalStatus(wrong)).toBe(wrong);
    const fine = Response.json({ url: "http://fabula.test/?error=rate_limited.9" });
    expect(await withRefusalStatus(fine)).toBe(fine);
    const plain = new Response("no", { status: 401 });
    expect(await withRefusalStatus(plain)).toBe(plain);
  });
});
