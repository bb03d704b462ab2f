import type { Metadata } from "next";
import { TableScreen } from "#components/screens/world/table/table-screen.tsx";

export const metadata: Metadata = { title: "Groups" };

export default function GroupsPage() {
  return <TableScreen page="groups" />;
}
