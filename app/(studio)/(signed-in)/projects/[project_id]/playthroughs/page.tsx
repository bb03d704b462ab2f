import type { Metadata } from "next";
import { PlaythroughsScreen } from "#components/screens/playthroughs/playthroughs-screen.tsx";

export const metadata: Metadata = { title: "Playthroughs" };

export default function PlaythroughsPage() {
  return <PlaythroughsScreen />;
}
