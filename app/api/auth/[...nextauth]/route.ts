import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { nextAuthOptions } from "#server/auth/next-auth-options.ts";
import { withRefusalStatus } from "#server/auth/sign-in-refusal.ts";
import { instance } from "#server/instance.ts";
import { toOwnAddress } from "./own-address.ts";

interface Context {
  params: Promise<{ nextauth: string[] }>;
}

async function answer(request: NextRequest, context: Context): Promise<Response> {
  const { signIn } = await instance();
  const response: Response = await NextAuth(request, context, nextAuthOptions(signIn));
  return toOwnAddress(await withRefusalStatus(response));
}

export const GET = answer;
export const POST = answer;
