import { shareInstance, withdrawInstance } from "#server/instance.ts";
import { type Answer, type CallOptions, startTestApi, type TestApi, type TestApiOptions } from "#tests/support/api.ts";

/** Both ways `/v1` reaches a client: our own listener, and the route handler that Next calls. */
export const MOUNTS = ["listener", "next"] as const;
export type Mount = (typeof MOUNTS)[number];

/**
 * Starts the API behind one of its mounts. `next` calls the handler exported by the route's file as Next does, without a
 * Next server around it, so that thousands of requests cost nothing but themselves.
 */
export async function startOn(mount: Mount, options: Omit<TestApiOptions, "mount"> = {}): Promise<TestApi> {
  if (mount === "listener") return startTestApi({ ...options, mount: "listener" });
  const api = await startTestApi({ ...options, mount: "app" });
  shareInstance(api.fabula);
  const handlers: Readonly<Record<string, (request: Request) => Promise<Response>>> = await import(
    "../../app/v1/[...path]/route.ts"
  );
  const send = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const request = new Request(api.url + path, init);
    const handle = handlers[request.method];
    // Next itself answers a method that the route exports no handler for.
    return handle === undefined ? new Response(null, { status: 405 }) : handle(request);
  };
  return {
    ...api,
    fetch: send,
    call: <Body>(method: string, path: string, options?: CallOptions) =>
      callThrough<Body>(send, api.home.key, method, path, options),
    close: async () => {
      withdrawInstance(api.fabula);
      await api.close();
    },
  };
}

async function callThrough<Body>(
  send: TestApi["fetch"],
  defaultKey: string,
  method: string,
  path: string,
  { key = defaultKey, body, query = {}, headers = {} }: CallOptions = {},
): Promise<Answer<Body>> {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
  const sent = new Headers(headers);
  if (key !== null) sent.set("authorization", `Bearer ${key}`);
  if (body !== undefined && !sent.has("content-type")) sent.set("content-type", "application/json");
  const response = await send(path + (search === "" ? "" : `?${search}`), {
    method,
    headers: sent,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: (text === "" ? null : JSON.parse(text)) as Body };
}
