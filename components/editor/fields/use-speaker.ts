"use client";

import { useQueryClient } from "@tanstack/react-query";
import { searchForm } from "#domain/search-form.ts";
import { useApi, useStudioClient } from "../../frame/api/api-provider.tsx";
import { isRefusal } from "../../frame/api/client.ts";
import type { Known } from "../../frame/project/known.ts";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import type { Character } from "../../frame/project/project-queries.ts";
import type { Node } from "../model/model.ts";

type Spoken = Pick<Node, "speaker_id" | "speaker_label">;

/** Who speaks, in words. */
export interface SpeakerShown {
  readonly name: string;
  /** The character is gone: the label, or "Unknown speaker", is all there is. */
  readonly isGone: boolean;
}

/** Who speaks a node, in words; null for nobody. */
export function speakerShown(
  { speaker_id, speaker_label }: Spoken,
  characters: Known<Pick<Character, "name">>,
): SpeakerShown | null {
  if (speaker_id === null) return speaker_label === null ? null : { name: speaker_label, isGone: false };
  const character = characters.get(speaker_id);
  if (character !== undefined) return { name: character.name, isGone: false };
  // Before all characters are here nobody is known to be gone.
  if (!characters.isWhole) return { name: speaker_label ?? "…", isGone: false };
  return { name: speaker_label ?? "Unknown speaker", isGone: true };
}

/** The character of this name, case and accents aside. */
export function characterNamed(name: string, characters: Iterable<Character>): Character | undefined {
  const wanted = searchForm(name.trim());
  return [...characters].find((character) => searchForm(character.name) === wanted);
}

/** Makes a character; answers its id. */
export function useCreateCharacter(): (name: string) => Promise<string> {
  const project_id = useProjectId();
  const client = useStudioClient();
  const api = useApi();
  const queries = useQueryClient();
  return async (name) => {
    const create = (external_id: string) =>
      client.entities.create.mutate({ project_id, external_id, type: "character", name });
    const key = keyOf(name);
    const made = await create(key).catch((error: unknown) => {
      const isTaken = isRefusal(error) && error.data?.problem?.code === "external_id_taken";
      if (!isTaken) throw error;
      return create(`${key}-${crypto.randomUUID().slice(0, 8)}`);
    });
    await queries.invalidateQueries({ queryKey: api.entities.pathKey() });
    return made.id;
  };
}

/** A stable key made of a name, as people write them: `old-mara`. */
function keyOf(name: string): string {
  const key = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 80);
  return key === "" ? `character-${crypto.randomUUID().slice(0, 8)}` : key;
}
