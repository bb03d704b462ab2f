import type { Metadata } from "next";
import { StudioProviders } from "#components/frame/studio-providers.tsx";
import { InboxScreen } from "#components/screens/inbox/inbox-screen.tsx";
import { signedIn } from "../signed-in.ts";

export const metadata: Metadata = { title: "Inbox" };

export default async function InboxPage() {
  return (
    <StudioProviders session={await signedIn()}>
      <InboxScreen />
    </StudioProviders>
  );
}
