import type { Metadata } from "next";
import { ProblemsScreen } from "#components/screens/problems/problems-screen.tsx";

export const metadata: Metadata = { title: "Problems" };

export default function ProblemsPage() {
  return <ProblemsScreen />;
}
