"use client";

import { createContext, use, useEffect } from "react";
import { useStore } from "zustand";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { DescribedNames } from "#domain/describe-logic.ts";
import { DEFAULT_COLOR } from "#domain/dialogue/wire.ts";
import { type NameMap, NOTHING_KNOWN } from "../../../frame/project/known.ts";
import {
  type Character,
  useCharacters,
  useDialogueNames,
  useSubjectNames,
  useVariables,
} from "../../../frame/project/project-queries.ts";
import { SPEAKER_INKS } from "../../../ui/color-swatches.ts";
import { placeName, subjectsNamedBy } from "../../fields/use-logic-names.ts";
import { NO_PLACE_NAMES, type PlaceNames, usePlaceNames } from "../../fields/use-place-names.ts";
import { type SpeakerInks, useSpeakerInks } from "../../fields/use-speaker.ts";
import { useDialogueState } from "../../session/dialogue-context.ts";

/** Names that nodes show and do not hold. One place asks for them; each node reads the ones it shows. */
interface Names {
  readonly speakers: NameMap<Character>;
  readonly dialogues: ReadonlyMap<string, string>;
  readonly variables: ReadonlyMap<string, { readonly name: string }>;
  /** Entities, facts and quests that logic names, with stages and objectives of these. */
  readonly subject: (id: string) => string | undefined;
  /** Cards and choices of other dialogues that logic names. */
  readonly places: PlaceNames;
  readonly inks: SpeakerInks;
}

export type NamesStore = StoreApi<Names>;

export function createNamesStore(): NamesStore {
  return createStore<Names>(() => ({
    speakers: NOTHING_KNOWN,
    dialogues: new Map(),
    variables: new Map(),
    subject: () => undefined,
    places: NO_PLACE_NAMES,
    inks: () => SPEAKER_INKS[DEFAULT_COLOR],
  }));
}

export const NamesContext = createContext<NamesStore | null>(null);

function useNames<T>(select: (names: Names) => T): T {
  const store = use(NamesContext);
  if (store === null) throw new Error("used outside the canvas");
  return useStore(store, select);
}

/** Keeps the names as the project has them. */
export function NamesOfProject({ store }: { store: NamesStore }) {
  const speakers = useCharacters();
  const dialogues = useDialogueNames();
  const variables = useVariables();
  const subject = useSubjectNames(useDialogueState(({ nodes }) => subjectsNamedBy(nodes)));
  const places = usePlaceNames();
  const inks = useSpeakerInks();
  useEffect(
    () => store.setState({ speakers, dialogues, variables, subject, places, inks }),
    [store, speakers, dialogues, variables, subject, places, inks],
  );
  return null;
}

/** Returns the speaker of a line as the node shows it; null for none. */
export function useSpeakerName(speakerId: string | null, label: string | null): string | null {
  return useNames(({ speakers }) => speakerName(speakers, speakerId, label));
}

/** The ink in which that name stands. */
export function useSpeakerInk(speaker_id: string | null, speaker_label: string | null): string {
  return useNames(({ inks }) => inks({ speaker_id, speaker_label }));
}

/** Returns the speaker of a line: the character's name, else the label, else that they are unknown. */
export function speakerName(
  speakers: NameMap<Pick<Character, "name">>,
  speakerId: string | null,
  label: string | null,
): string | null {
  const name = speakerId === null ? undefined : speakers.get(speakerId)?.name;
  if (name !== undefined) return name;
  if (label !== null && label !== "") return label;
  // Before the whole list is here, an unknown speaker is one that has not arrived.
  return speakerId === null ? null : speakers.isWhole ? "Unknown speaker" : "…";
}

export function useDialogueName(id: string | null): string | null {
  return useNames(({ dialogues }) => (id === null ? null : (dialogues.get(id) ?? null)));
}

/** Logic in words over the names of the project and of this dialogue; renders again only when its words are others. */
export function useLogicWords(describe: (names: DescribedNames) => string): string {
  const subject = useNames((names) => names.subject);
  const places = useNames((names) => names.places);
  const variables = useNames((names) => names.variables);
  return useDialogueState(({ nodes }) =>
    describe({
      variable: (id) => variables.get(id)?.name,
      entity: subject,
      fact: subject,
      quest: subject,
      questPart: subject,
      node: (id) => placeName(nodes, id) ?? places.nameOf(id),
    }),
  );
}
