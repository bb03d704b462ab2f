import type { ReactNode } from "react";
import { StudioFrame } from "#components/frame/shell/studio-frame.tsx";
import { StudioProviders } from "#components/frame/studio-providers.tsx";
import { WithoutScripts } from "#components/frame/without-scripts.tsx";
import { csrfToken } from "../csrf-cookie.ts";
import { signedIn } from "./signed-in.ts";

/** Layout of every page of a signed-in person: the session and what was read stay when a person goes from one to another. */
export default async function SignedInLayout({ children }: { children: ReactNode }) {
  const session = await signedIn();
  return (
    <>
      <noscript>
        <WithoutScripts workspace={session.workspaceName} csrfToken={await csrfToken()} />
      </noscript>
      <StudioProviders session={session}>
        <StudioFrame>{children}</StudioFrame>
      </StudioProviders>
    </>
  );
}
