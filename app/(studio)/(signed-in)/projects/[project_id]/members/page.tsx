import type { Metadata } from "next";
import { ProjectMembersScreen } from "#components/screens/people/project-members-screen.tsx";

export const metadata: Metadata = { title: "Members" };

export default function MembersPage() {
  return <ProjectMembersScreen />;
}
