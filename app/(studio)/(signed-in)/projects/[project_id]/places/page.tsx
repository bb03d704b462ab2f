import type { Metadata } from "next";
import { PlacesScreen } from "#components/screens/world/places/places-screen.tsx";

export const metadata: Metadata = { title: "Places" };

export default function PlacesPage() {
  return <PlacesScreen />;
}
