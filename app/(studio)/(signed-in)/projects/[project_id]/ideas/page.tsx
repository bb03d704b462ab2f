import type { Metadata } from "next";
import { IdeasScreen } from "#components/screens/ideas/ideas-screen.tsx";

export const metadata: Metadata = { title: "Ideas" };

export default function IdeasPage() {
  return <IdeasScreen />;
}
