import type { Metadata } from "next";
import { DialoguesScreen } from "#components/dialogues-list/dialogues-screen.tsx";

export const metadata: Metadata = { title: "Dialogues" };

export default function DialoguesPage() {
  return <DialoguesScreen />;
}
