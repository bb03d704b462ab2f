import type { Metadata } from "next";
import { ProfileScreen } from "#components/screens/world/profile/profile-screen.tsx";

export const metadata: Metadata = { title: "Group" };

export default async function GroupPage({ params }: { params: Promise<{ entity_id: string }> }) {
  const { entity_id } = await params;
  return <ProfileScreen entityId={entity_id} page="groups" />;
}
