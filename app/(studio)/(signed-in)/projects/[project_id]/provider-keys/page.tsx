import type { Metadata } from "next";
import { ProviderKeysScreen } from "#components/screens/provider-keys/provider-keys-screen.tsx";

export const metadata: Metadata = { title: "Provider keys" };

export default function ProviderKeysPage() {
  return <ProviderKeysScreen />;
}
