import type { Metadata } from "next";
import { CharactersScreen } from "#components/screens/characters/characters-screen.tsx";

export const metadata: Metadata = { title: "Characters" };

export default function CharactersPage() {
  return <CharactersScreen />;
}
