import type { Metadata } from "next";
import { FieldsScreen } from "#components/screens/fields/fields-screen.tsx";

export const metadata: Metadata = { title: "Fields" };

export default function FieldsPage() {
  return <FieldsScreen />;
}
