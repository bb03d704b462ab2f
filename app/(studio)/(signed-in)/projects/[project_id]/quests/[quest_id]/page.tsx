import type { Metadata } from "next";
import { QuestScreen } from "#components/screens/quests/quest-screen.tsx";

export const metadata: Metadata = { title: "Quest" };

export default async function QuestPage({ params }: { params: Promise<{ quest_id: string }> }) {
  const { quest_id } = await params;
  return <QuestScreen questId={quest_id} />;
}
