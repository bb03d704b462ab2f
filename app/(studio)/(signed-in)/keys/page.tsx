import type { Metadata } from "next";
import { KeysScreen } from "#components/screens/keys/keys-screen.tsx";

export const metadata: Metadata = { title: "API keys" };

export default function KeysPage() {
  return <KeysScreen />;
}
