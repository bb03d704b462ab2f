import type { Metadata } from "next";
import { StudioProviders } from "#components/frame/studio-providers.tsx";
import { KeysScreen } from "#components/screens/keys/keys-screen.tsx";
import { signedIn } from "../../signed-in.ts";

export const metadata: Metadata = { title: "API keys" };

export default async function KeysPage() {
  return (
    <StudioProviders session={await signedIn()}>
      <KeysScreen />
    </StudioProviders>
  );
}
