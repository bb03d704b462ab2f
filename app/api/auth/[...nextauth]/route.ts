import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { deviceCookie, readDevice } from "#server/auth/known-device.ts";
import { nextAuthOptions } from "#server/auth/next-auth-options.ts";
import { isServedAction } from "#server/auth/served-actions.ts";
import { withRefusalStatus } from "#server/auth/sign-in-refusal.ts";
import { instance } from "#server/instance.ts";
import { toOwnAddress } from "./own-address.ts";

interface Context {
  params: Promise<{ nextauth: string[] }>;
}

async function answer(request: NextRequest, context: Context): Promise<Response> {
  const { app, signIn } = await instance();
  if (!isServedAction(request.method, (await context.params).nextauth)) return app.fetch(request);
  // Read by next-auth each time; without it, it takes itself to be on port 3000.
  process.env.NEXTAUTH_URL = signIn.config.publicUrl;
  let signedIn: string | null = null;
  const options = nextAuthOptions(signIn, (email) => {
    signedIn = email;
  });
  const response: Response = await NextAuth(request, context, options);
  const told = toOwnAddress(await withRefusalStatus(response));
  const device = readDevice(request.headers.get("cookie"), signIn.config);
  const cookie = signedIn === null ? null : deviceCookie(device, signedIn, signIn.config);
  if (cookie !== null) told.headers.append("Set-Cookie", cookie);
  return told;
}

export const GET = answer;
export const POST = answer;
