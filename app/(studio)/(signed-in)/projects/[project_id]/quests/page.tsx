import type { Metadata } from "next";
import { QuestsScreen } from "#components/screens/quests/quests-screen.tsx";

export const metadata: Metadata = { title: "Quests" };

export default function QuestsPage() {
  return <QuestsScreen />;
}
