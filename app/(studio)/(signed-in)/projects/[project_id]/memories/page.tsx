import type { Metadata } from "next";
import { MemoriesScreen } from "#components/screens/memories/memories-screen.tsx";

export const metadata: Metadata = { title: "Memories" };

export default function MemoriesPage() {
  return <MemoriesScreen />;
}
