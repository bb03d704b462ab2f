import type { Metadata } from "next";
import { PeopleScreen } from "#components/people/people-screen.tsx";
import { StudioProviders } from "#components/studio/studio-providers.tsx";
import { signedIn } from "../signed-in.ts";

export const metadata: Metadata = { title: "People" };

export default async function PeoplePage() {
  return (
    <StudioProviders session={await signedIn()}>
      <PeopleScreen />
    </StudioProviders>
  );
}
