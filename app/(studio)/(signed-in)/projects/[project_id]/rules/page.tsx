import type { Metadata } from "next";
import { RulesScreen } from "#components/screens/rules/rules-screen.tsx";

export const metadata: Metadata = { title: "Rules" };

export default function RulesPage() {
  return <RulesScreen />;
}
