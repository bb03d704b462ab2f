import type { Metadata } from "next";
import { TableScreen } from "#components/screens/world/table/table-screen.tsx";

export const metadata: Metadata = { title: "Places" };

export default function PlacesPage() {
  return <TableScreen page="places" />;
}
