import type { Metadata } from "next";
import { BibleScreen } from "#components/screens/bible/bible-screen.tsx";

export const metadata: Metadata = { title: "Bible" };

export default function BiblePage() {
  return <BibleScreen />;
}
