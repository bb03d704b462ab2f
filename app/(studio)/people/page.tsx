import type { Metadata } from "next";
import { StudioProviders } from "#components/frame/studio-providers.tsx";
import { PeopleScreen } from "#components/screens/people/people-screen.tsx";
import { signedIn } from "../signed-in.ts";

export const metadata: Metadata = { title: "People" };

export default async function PeoplePage() {
  return (
    <StudioProviders session={await signedIn()}>
      <PeopleScreen />
    </StudioProviders>
  );
}
