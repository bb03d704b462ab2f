import type { Metadata } from "next";
import { TableScreen } from "#components/screens/world/table/table-screen.tsx";

export const metadata: Metadata = { title: "Characters" };

export default function CharactersPage() {
  return <TableScreen page="characters" />;
}
