"use client";

import { useRef } from "react";
import { useStudioClient } from "../../../../frame/api/api-provider.tsx";
import { isRefusal } from "../../../../frame/api/client.ts";
import { newId } from "../../../../frame/project/new-id.ts";
import { useProjectId } from "../../../../frame/project/project-provider.tsx";

/** Dialogue for a line: one that is there, or the name of one to be made. */
export type LinePlace = { readonly id: string } | { readonly name: string };

/**
 * Makes a card of a line, and its dialogue where that is new. The same line in the same place is the same act however often it is sent: an
 * answer may be lost after the work was done.
 */
export function useKeepLine(speakerId: string): (place: LinePlace, text: string) => Promise<Kept> {
  const project_id = useProjectId();
  const { dialogues } = useStudioClient();
  const ids = useRef(new Map<string, string>());
  const idOf = (prefix: "dlg" | "node", what: string): string => {
    const id = ids.current.get(`${prefix} ${what}`) ?? newId(prefix);
    ids.current.set(`${prefix} ${what}`, id);
    return id;
  };
  return async (place, text) => {
    const graph_id = "id" in place ? place.id : idOf("dlg", place.name);
    if ("name" in place) await once(dialogues.create.mutate({ project_id, id: graph_id, name: place.name }));
    const id = idOf("node", `${graph_id} ${text}`);
    await once(dialogues.createNode.mutate({ project_id, graph_id, id, kind: "line", text, speaker_id: speakerId }));
    return { graph_id, id };
  };
}

/** Card of a line that was kept. */
interface Kept {
  readonly graph_id: string;
  readonly id: string;
}

/** Waits for something to be made; its id is taken where an earlier request made it. */
async function once(making: Promise<unknown>): Promise<void> {
  await making.catch((error: unknown) => {
    if (!isRefusal(error) || error.data?.problem?.code !== "id_taken") throw error;
  });
}
