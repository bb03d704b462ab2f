"use client";

import { createContext, use, useEffect } from "react";
import { useStore } from "zustand";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { DescribedNames } from "#domain/describe-logic.ts";
import { type Known, NOTHING_KNOWN } from "../../../frame/project/known.ts";
import { useCharacters, useDialogueNames, useVariables } from "../../../frame/project/project-queries.ts";

import { placeName } from "../../fields/use-logic-names.ts";
import { useDialogueState } from "../../session/dialogue-context.ts";

/** Names that nodes show and do not hold. One place asks for them; each node reads the ones it shows. */
interface Names {
  readonly speakers: Known<{ readonly name: string }>;
  readonly dialogues: ReadonlyMap<string, string>;
  readonly variables: ReadonlyMap<string, { readonly name: string }>;
}

export type NamesStore = StoreApi<Names>;

export function createNamesStore(): NamesStore {
  return createStore<Names>(() => ({ speakers: NOTHING_KNOWN, dialogues: new Map(), variables: new Map() }));
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
  useEffect(() => store.setState({ speakers, dialogues, variables }), [store, speakers, dialogues, variables]);
  return null;
}

/** Who a line is by, as the node shows it; null for nobody. */
export function useSpeakerName(speakerId: string | null, label: string | null): string | null {
  return useNames(({ speakers }) => speakerName(speakers, speakerId, label));
}

/** Who a line is by: the character's name, else the label, else that they are not known. */
export function speakerName(
  speakers: Names["speakers"],
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
  const speakers = useNames((names) => names.speakers);
  const variables = useNames((names) => names.variables);
  return useDialogueState(({ nodes }) =>
    describe({
      variable: (id) => variables.get(id)?.name,
      entity: (id) => speakers.get(id)?.name,
      node: (id) => placeName(nodes, id),
    }),
  );
}
