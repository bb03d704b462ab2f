import type { Metadata } from "next";
import { VariablesScreen } from "#components/screens/variables/variables-screen.tsx";

export const metadata: Metadata = { title: "Variables" };

export default function VariablesPage() {
  return <VariablesScreen />;
}
