import type { Metadata } from "next";
import { PeopleScreen } from "#components/screens/people/people-screen.tsx";

export const metadata: Metadata = { title: "Members" };

export default function MembersPage() {
  return <PeopleScreen />;
}
