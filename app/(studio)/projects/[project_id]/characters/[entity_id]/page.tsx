import type { Metadata } from "next";
import { CharacterScreen } from "#components/screens/characters/character-screen.tsx";

export const metadata: Metadata = { title: "Character" };

export default async function CharacterPage({ params }: { params: Promise<{ entity_id: string }> }) {
  const { entity_id } = await params;
  return <CharacterScreen entityId={entity_id} />;
}
