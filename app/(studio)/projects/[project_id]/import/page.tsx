import type { Metadata } from "next";
import { ImportScreen } from "#components/screens/world/import/import-screen.tsx";

export const metadata: Metadata = { title: "Import" };

export default function ImportPage() {
  return <ImportScreen />;
}
