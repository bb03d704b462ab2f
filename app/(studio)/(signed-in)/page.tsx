import type { Metadata } from "next";
import { WithoutScripts } from "#components/frame/without-scripts.tsx";
import { HomeScreen } from "#components/screens/home/home-screen.tsx";
import { csrfToken } from "../csrf-cookie.ts";
import { signedIn } from "./signed-in.ts";

export const metadata: Metadata = { title: "Home" };

export default async function Home() {
  const { workspaceName } = await signedIn();
  return (
    <>
      <noscript>
        <WithoutScripts workspace={workspaceName} csrfToken={await csrfToken()} />
      </noscript>
      <HomeScreen />
    </>
  );
}
