import type { Metadata } from "next";
import { LinksScreen } from "#components/screens/links/links-screen.tsx";

export const metadata: Metadata = { title: "Links" };

export default function LinksPage() {
  return <LinksScreen />;
}
