import type { Metadata } from "next";
import { TalkScreen } from "#components/screens/talks/talk-screen.tsx";

export const metadata: Metadata = { title: "Talk" };

export default async function TalkPage({ params }: { params: Promise<{ conversation_id: string }> }) {
  const { conversation_id } = await params;
  return <TalkScreen conversationId={conversation_id} />;
}
