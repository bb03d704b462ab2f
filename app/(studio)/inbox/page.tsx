import type { Metadata } from "next";
import { InboxScreen } from "#components/inbox/inbox-screen.tsx";
import { StudioProviders } from "#components/studio/studio-providers.tsx";
import { signedIn } from "../signed-in.ts";

export const metadata: Metadata = { title: "Inbox" };

export default async function InboxPage() {
  return (
    <StudioProviders session={await signedIn()}>
      <InboxScreen />
    </StudioProviders>
  );
}
