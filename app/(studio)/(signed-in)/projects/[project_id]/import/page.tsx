import type { Metadata } from "next";
import { ImportScreen } from "#components/screens/import/import-screen.tsx";

export const metadata: Metadata = { title: "Import" };

export default function ImportPage() {
  return <ImportScreen />;
}
