/** Reasons why a request by the token of a link failed. */
export type Trouble = "closed" | "busy" | "offline" | "failed" | "refused";

export type LinkResponse<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly why: Trouble };

/** Asks an operation that the token of a link authorises, whoever is signed in here. */
export async function askByLink<Value>(
  token: string,
  method: string,
  path: string,
  body?: object,
): Promise<LinkResponse<Value>> {
  try {
    const response = await fetch(path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      // The session of an author who tries the link is none of its business.
      credentials: "omit",
      cache: "no-store",
      referrerPolicy: "no-referrer",
    });
    if (response.ok) return { ok: true, value: (await response.json()) as Value };
    return { ok: false, why: troubleOf(response.status) };
  } catch {
    return { ok: false, why: "offline" };
  }
}

function troubleOf(status: number): Trouble {
  if (status === 401 || status === 404) return "closed";
  if (status === 409 || status === 422) return "refused";
  return status === 429 ? "busy" : "failed";
}
