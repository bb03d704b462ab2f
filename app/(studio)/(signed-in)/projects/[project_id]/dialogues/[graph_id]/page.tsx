import type { Metadata } from "next";
import { DialogueScreen } from "#components/screens/dialogue/dialogue-screen.tsx";

export const metadata: Metadata = { title: "Dialogue" };

interface DialoguePageProps {
  params: Promise<{ graph_id: string }>;
}

export default async function DialoguePage({ params }: DialoguePageProps) {
  const { graph_id } = await params;
  return <DialogueScreen graphId={graph_id} />;
}
