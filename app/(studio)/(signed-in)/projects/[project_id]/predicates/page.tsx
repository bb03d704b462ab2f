import type { Metadata } from "next";
import { PredicatesScreen } from "#components/screens/predicates/predicates-screen.tsx";

export const metadata: Metadata = { title: "Predicates" };

export default function PredicatesPage() {
  return <PredicatesScreen />;
}
