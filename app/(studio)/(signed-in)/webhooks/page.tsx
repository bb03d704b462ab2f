import type { Metadata } from "next";
import { ChooseProjectScreen } from "#components/screens/webhooks/choose-project-screen.tsx";

export const metadata: Metadata = { title: "Webhooks" };

export default function WebhooksPage() {
  return <ChooseProjectScreen />;
}
