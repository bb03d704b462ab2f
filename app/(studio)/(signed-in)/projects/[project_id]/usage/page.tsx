import type { Metadata } from "next";
import { UsageScreen } from "#components/screens/usage/usage-screen.tsx";

export const metadata: Metadata = { title: "Usage and plan" };

export default function UsagePage() {
  return <UsageScreen />;
}
