import type { Metadata } from "next";
import { ReadersScreen } from "#components/screens/readers/readers-screen.tsx";

export const metadata: Metadata = { title: "Readers" };

export default function ReadersPage() {
  return <ReadersScreen />;
}
