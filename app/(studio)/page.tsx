import type { Metadata } from "next";
import { HomeScreen } from "#components/studio/home-screen.tsx";
import { StudioProviders } from "#components/studio/studio-providers.tsx";
import { WithoutScripts } from "#components/studio/without-scripts.tsx";
import { csrfToken } from "./csrf-cookie.ts";
import { signedIn } from "./signed-in.ts";

export const metadata: Metadata = { title: "Home" };

export default async function Home() {
  const session = await signedIn();
  return (
    <>
      <noscript>
        <WithoutScripts workspace={session.workspaceName} csrfToken={await csrfToken()} />
      </noscript>
      <StudioProviders session={session}>
        <HomeScreen />
      </StudioProviders>
    </>
  );
}
