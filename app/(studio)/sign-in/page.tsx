import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { returnPath } from "#components/frame/session/return-path.ts";
import { SignInForm } from "#components/screens/sign-in/sign-in-form.tsx";
import { SignInFrame } from "#components/screens/sign-in/sign-in-frame.tsx";
import { signInProblem } from "#components/screens/sign-in/sign-in-problem.ts";
import { Notice } from "#components/ui/notice.tsx";
import { csrfToken } from "../csrf-cookie.ts";
import { wantedPath } from "./wanted-path.ts";

export const metadata: Metadata = { title: "Sign in" };

interface SignInProps {
  searchParams: Promise<Partial<Record<"error" | "prepared" | "signed-out" | "to", string | string[]>>>;
}

export default async function SignIn({ searchParams }: SignInProps) {
  const query = await searchParams;
  const error = typeof query.error === "string" ? query.error : null;
  const hasSignedOut = query["signed-out"] !== undefined && error === null;
  const token = await csrfToken();
  if (token === null && query.prepared === undefined) {
    const next = new URLSearchParams();
    const to = returnPath(query.to);
    if (hasSignedOut) next.set("signed-out", "1");
    if (to !== null) next.set("to", to);
    redirect(`/sign-in/prepare${next.size === 0 ? "" : `?${next}`}`);
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
        goTo={await wantedPath(query.to, error !== null)}
        problem={signInProblem(token === null ? "cookies" : error)}
      />
    </SignInFrame>
  );
}
