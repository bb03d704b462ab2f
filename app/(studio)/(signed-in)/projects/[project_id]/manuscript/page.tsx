import type { Metadata } from "next";
import { ManuscriptScreen } from "#components/screens/manuscript/manuscript-screen.tsx";

export const metadata: Metadata = { title: "Manuscript" };

export default function ManuscriptPage() {
  return <ManuscriptScreen />;
}
