import type { Metadata } from "next";
import { TalksScreen } from "#components/screens/talks/talks-screen.tsx";

export const metadata: Metadata = { title: "Talks" };

export default function TalksPage() {
  return <TalksScreen />;
}
