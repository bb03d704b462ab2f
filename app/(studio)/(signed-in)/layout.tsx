import type { ReactNode } from "react";
import { StudioProviders } from "#components/frame/studio-providers.tsx";
import { signedIn } from "./signed-in.ts";

/** Layout of every page of a signed-in person: the session and what was read stay when a person goes from one to another. */
export default async function SignedInLayout({ children }: { children: ReactNode }) {
  return <StudioProviders session={await signedIn()}>{children}</StudioProviders>;
}
