import { Problem } from "../kernel/problem.ts";

/** Codes the sign-in page is given, as `error` in its address. */
const CODE = /^(rate_limited|unavailable)(?:\.(\d+))?$/;

/** The error to throw while signing in; next-auth passes its message on as a code. */
export function refusedSignIn(error: unknown): Error {
  if (error instanceof Problem && error.status === 429) {
    return new Error(`rate_limited.${error.headers["retry-after"] ?? "60"}`, { cause: error });
  }
  return new Error("unavailable", { cause: error });
}

/** Reads such a code: for the sign-in page, and for {@link withRefusalStatus}. */
export function readRefusal(code: string | null): { code: "rate_limited" | "unavailable"; seconds: number } | null {
  const match = CODE.exec(code ?? "");
  if (match === null) return null;
  return { code: match[1] === "rate_limited" ? "rate_limited" : "unavailable", seconds: Number(match[2] ?? 2) };
}

/**
 * next-auth answers 401 to whatever went wrong. This turns its answer to a refused attempt into the 429 (or 503) with
 * `Retry-After` that it is; other answers pass unchanged.
 */
export async function withRefusalStatus(response: Response): Promise<Response> {
  if (response.status !== 401) return response;
  const refusal = readRefusal(await errorOf(response.clone()));
  if (refusal === null) return response;
  const headers = new Headers(response.headers);
  headers.set("retry-after", String(refusal.seconds));
  return new Response(response.body, { status: refusal.code === "rate_limited" ? 429 : 503, headers });
}

async function errorOf(response: Response): Promise<string | null> {
  const location = response.headers.get("location") ?? addressIn(await response.text());
  return location === null ? null : (URL.parse(location, "http://localhost")?.searchParams.get("error") ?? null);
}

function addressIn(body: string): string | null {
  try {
    const { url } = JSON.parse(body) as { url?: unknown };
    return typeof url === "string" ? url : null;
  } catch {
    return null;
  }
}
