import type { Metadata } from "next";
import { KeysScreen } from "#components/keys/keys-screen.tsx";
import { StudioProviders } from "#components/studio/studio-providers.tsx";
import { signedIn } from "../../signed-in.ts";

export const metadata: Metadata = { title: "API keys" };

export default async function KeysPage() {
  return (
    <StudioProviders session={await signedIn()}>
      <KeysScreen />
    </StudioProviders>
  );
}
