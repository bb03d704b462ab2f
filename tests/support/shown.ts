import { createHash } from "node:crypto";

type Fetch = (path: string, init?: RequestInit) => Promise<Response>;

/** Paths whose answers do not depend on what is stored. */
const ANSWERS = ["/health", "/v1/openapi.json", "/v1/samples", "/v1/webhook-events", "/v1/nowhere"];
/** Pages of the reference, of readers and of the studio. Where there are no pages these are refusals. */
const PAGES = ["/", "/docs", "/docs/reference/entities", "/docs/errors/forbidden", "/play", "/sign-in", "/nowhere"];

/** Reads what does not depend on what is stored: status, names of headers and a digest of the body, by path. */
export async function readShown(fetch: Fetch, key: string): Promise<Record<string, unknown>> {
  const shown: Record<string, unknown> = {};
  for (const path of [...ANSWERS, ...PAGES]) {
    const headers = ANSWERS.includes(path) ? { authorization: `Bearer ${key}` } : { accept: "text/html" };
    const response = await fetch(path, { redirect: "manual", headers });
    const body = withoutOwn(response.headers, await response.text());
    const digest = createHash("sha256").update(body).digest("hex");
    shown[path] = { status: response.status, headers: [...response.headers.keys()].sort(), digest };
  }
  return shown;
}

/** A body without the id of its request, and a page without scripts, whose pieces come in any order, and their nonce. */
function withoutOwn(headers: Headers, text: string): string {
  const body = text.replace(/<script\b.*?<\/script>/gs, "");
  const nonce = /'nonce-([^']+)'/.exec(headers.get("content-security-policy") ?? "")?.[1];
  return [headers.get("x-request-id"), nonce].reduce<string>((rest, own) => rest.replaceAll(own ?? "\0", ""), body);
}
