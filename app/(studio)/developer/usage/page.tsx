import type { Metadata } from "next";
import { StudioProviders } from "#components/frame/studio-providers.tsx";
import { UsageScreen } from "#components/screens/usage/usage-screen.tsx";
import { signedIn } from "../../signed-in.ts";

export const metadata: Metadata = { title: "Usage and plan" };

export default async function UsagePage() {
  return (
    <StudioProviders session={await signedIn()}>
      <UsageScreen />
    </StudioProviders>
  );
}
