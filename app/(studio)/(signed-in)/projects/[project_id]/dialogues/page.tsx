import type { Metadata } from "next";
import { DialoguesScreen } from "#components/screens/dialogues/dialogues-screen.tsx";

export const metadata: Metadata = { title: "Dialogues" };

export default function DialoguesPage() {
  return <DialoguesScreen />;
}
