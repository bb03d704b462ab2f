import type { Metadata } from "next";
import { TableScreen } from "#components/screens/world/table/table-screen.tsx";

export const metadata: Metadata = { title: "Cast" };

export default function CastPage() {
  return <TableScreen page="cast" />;
}
