import type { Metadata } from "next";
import { TableScreen } from "#components/screens/world/table/table-screen.tsx";

export const metadata: Metadata = { title: "Things" };

export default function ThingsPage() {
  return <TableScreen page="things" />;
}
