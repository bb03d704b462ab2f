import type { Metadata } from "next";
import { SeedsScreen } from "#components/screens/seeds/seeds-screen.tsx";

export const metadata: Metadata = { title: "Set-ups and pay-offs" };

export default function SeedsPage() {
  return <SeedsScreen />;
}
