import type { Metadata } from "next";
import { PlayersScreen } from "#components/screens/players/players-screen.tsx";

export const metadata: Metadata = { title: "Players" };

export default function PlayersPage() {
  return <PlayersScreen />;
}
