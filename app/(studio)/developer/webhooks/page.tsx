import type { Metadata } from "next";
import { StudioProviders } from "#components/frame/studio-providers.tsx";
import { ChooseProjectScreen } from "#components/screens/webhooks/choose-project-screen.tsx";
import { signedIn } from "../../signed-in.ts";

export const metadata: Metadata = { title: "Webhooks" };

export default async function WebhooksPage() {
  return (
    <StudioProviders session={await signedIn()}>
      <ChooseProjectScreen />
    </StudioProviders>
  );
}
