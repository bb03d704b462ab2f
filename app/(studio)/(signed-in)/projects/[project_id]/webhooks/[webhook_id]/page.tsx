import type { Metadata } from "next";
import { WebhookScreen } from "#components/screens/webhooks/webhook-screen.tsx";

export const metadata: Metadata = { title: "Webhook" };

export default async function WebhookPage({ params }: { params: Promise<{ webhook_id: string }> }) {
  const { webhook_id } = await params;
  return <WebhookScreen webhookId={webhook_id} />;
}
