import { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { deviceCookie, readDevice } from "#server/auth/known-device.ts";
import { lastWorkspaceCookie } from "#server/auth/last-workspace.ts";
import { nextAuthOptions } from "#server/auth/next-auth-options.ts";
import { isServedAction } from "#server/auth/served-actions.ts";
import { withRefusalStatus } from "#server/auth/sign-in-refusal.ts";
import { earlyRefusal } from "#server/http/early-refusal.ts";
import { toResponse } from "#server/http/fetch-mount.ts";
import { readSignInBody } from "#server/http/sign-in-body.ts";
import { instance } from "#server/instance.ts";
import { Problem } from "#server/kernel/problem.ts";
import { toOwnAddress } from "./own-address.ts";

interface Context {
  params: Promise<{ nextauth: string[] }>;
}

async function answer(request: NextRequest, context: Context): Promise<Response> {
  const { app, services, signIn } = await instance();
  if (!isServedAction(request.method, (await context.params).nextauth)) return app.fetch(request);
  const body = request.method === "POST" ? await readSignInBody(request) : null;
  if (body instanceof Problem) return toResponse(request, earlyRefusal(body, services));
  // Read by next-auth each time; without it, it takes itself to be on port 3000.
  process.env.NEXTAUTH_URL = signIn.config.publicUrl;
  const device = readDevice(request.headers.get("cookie"), signIn.config);
  const cookies: (string | null)[] = [];
  const options = nextAuthOptions(signIn, {
    signedIn: (email) => cookies.push(deviceCookie(device, email, signIn.config)),
    opened: (workspaceId) => cookies.push(lastWorkspaceCookie(workspaceId, signIn.config)),
  });
  const response: Response = await NextAuth(body === null ? request : withBody(request, body), context, options);
  const told = toOwnAddress(await withRefusalStatus(response));
  for (const cookie of cookies) if (cookie !== null) told.headers.append("Set-Cookie", cookie);
  return told;
}

function withBody({ url, method, headers }: NextRequest, body: Uint8Array): NextRequest {
  return new NextRequest(url, { method, headers, body: new Uint8Array(body) });
}

export const GET = answer;
export const POST = answer;
