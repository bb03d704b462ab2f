import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
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
  const response: Response = await NextAuth(request, context, nextAuthOptions(signIn));
  return toOwnAddress(await withRefusalStatus(response));
}

export const GET = answer;
export const POST = answer;
