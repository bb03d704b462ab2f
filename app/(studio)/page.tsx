import type { Metadata } from "next";
import { StudioProviders } from "#components/frame/studio-providers.tsx";
import { WithoutScripts } from "#components/frame/without-scripts.tsx";
import { HomeScreen } from "#components/screens/home/home-screen.tsx";
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
