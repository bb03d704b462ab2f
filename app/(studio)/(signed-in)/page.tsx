import type { Metadata } from "next";
import { HomeScreen } from "#components/screens/home/home-screen.tsx";

export const metadata: Metadata = { title: "Home" };

export default function HomePage() {
  return <HomeScreen />;
}
