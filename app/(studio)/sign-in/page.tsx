import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { SignInForm } from "#components/studio/sign-in-form.tsx";
import { SignInFrame } from "#components/studio/sign-in-frame.tsx";
import { signInProblem } from "#components/studio/sign-in-problem.ts";
import { Notice } from "#components/ui/notice.tsx";
import { csrfToken } from "../csrf-cookie.ts";

export const metadata: Metadata = { title: "Sign in" };

interface SignInProps {
  searchParams: Promise<Partial<Record<"error" | "prepared" | "signed-out", string | string[]>>>;
}

export default async function SignIn({ searchParams }: SignInProps) {
  const query = await searchParams;
  const error = typeof query.error === "string" ? query.error : null;
  const hasSignedOut = query["signed-out"] !== undefined && error === null;
  const token = await csrfToken();
  if (token === null && query.prepared === undefined) {
    redirect(`/sign-in/prepare${hasSignedOut ? "?to=signed-out" : ""}`);
  }
  return (
    <SignInFrame>
      {hasSignedOut && (
        <div className="mb-6">
          <Notice tone="info">
            <p>You are signed out.</p>
          </Notice>
        </div>
      )}
      <SignInForm
        action="/api/auth/callback/credentials"
        csrfToken={token ?? ""}
        problem={signInProblem(token === null ? "cookies" : error)}
      />
    </SignInFrame>
  );
}
