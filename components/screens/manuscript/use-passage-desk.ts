"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import { useApi, useStudioClient } from "../../frame/api/api-provider.tsx";
import type { StudioClient } from "../../frame/api/client.ts";
import { failureOf, failureWords, isAbout } from "../../frame/api/failure.ts";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { useSession } from "../../frame/session/session-provider.tsx";
import { reportUnsentWork } from "../../frame/session/unsent-work.ts";
import { LAST } from "./outline-items.ts";
import { type Draft, type NewPassage, PassageDesk, type SaveAnswer } from "./passage-desk.ts";

/** Failures after which the same text is sent again. */
const AGAIN: readonly string[] = ["unreachable", "signed-out", "busy", "broken"];

/** The desk of this page's project: it outlives the chapters that are opened one after the other. */
export function usePassageDesk(): PassageDesk {
  const project_id = useProjectId();
  const client = useStudioClient();
  const api = useApi();
  const queries = useQueryClient();
  const { userId, workspaceId } = useSession();
  const prefix = `fabula.passage ${userId} ${workspaceId} ${project_id} `;
  const open = useMemo(() => openDesk(client, prefix, project_id), [client, prefix, project_id]);
  const { desk } = open;
  open.saved = (isNew) => {
    // Of a text that was saved here nothing new would be read, as long as its chapter is open.
    void queries.invalidateQueries({ queryKey: api.passages.pathKey(), refetchType: isNew ? "active" : "none" });
    void queries.invalidateQueries({ queryKey: api.chapters.outline.pathKey() });
  };
  useEffect(() => {
    desk.start();
    const report = () => reportUnsentWork(desk.drafts.size);
    const stop = desk.subscribe(report);
    const retry = () => desk.retry();
    const leave = () => desk.leave();
    const ask = (event: BeforeUnloadEvent) => {
      desk.leave();
      // What this browser keeps is sent the next time that the manuscript is opened: nobody is asked for that.
      if (desk.drafts.size > 0 && ownStorage() === null) event.preventDefault();
    };
    window.addEventListener("online", retry);
    window.addEventListener("pagehide", leave);
    window.addEventListener("beforeunload", ask);
    return () => {
      stop();
      desk.leave();
      window.removeEventListener("online", retry);
      window.removeEventListener("pagehide", leave);
      window.removeEventListener("beforeunload", ask);
      reportUnsentWork(0);
    };
  }, [desk]);
  return desk;
}

interface OpenDesk {
  readonly desk: PassageDesk;
  /** Told of each text that was saved; `isNew` for a passage that was made. */
  saved: (isNew: boolean) => void;
}

/** The last desk of each project, by the client of its page and by what the words are kept under. */
const desks = new WeakMap<StudioClient, Map<string, OpenDesk>>();

/** Opens the desk of a project. One that was left with words goes on: another would send them too, and meet its own as somebody else's. */
function openDesk(client: StudioClient, prefix: string, project_id: string): OpenDesk {
  const ofClient = desks.get(client) ?? new Map<string, OpenDesk>();
  desks.set(client, ofClient);
  const before = ofClient.get(prefix);
  if (before !== undefined && before.desk.drafts.size > 0) return before;
  const open: OpenDesk = {
    saved: () => undefined,
    desk: new PassageDesk({
      save: (draft) => save(client, project_id, draft),
      storage: ownStorage(),
      prefix,
      page: crypto.randomUUID(),
      now: Date.now,
      saved: (isNew) => open.saved(isNew),
      after: (ms, run) => {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
    }),
  };
  ofClient.set(prefix, open);
  return open;
}

/** The words that the record does not have yet, by passage. */
export function useDrafts(desk: PassageDesk): ReadonlyMap<string, Draft> {
  const read = () => desk.drafts;
  return useSyncExternalStore(desk.subscribe, read, read);
}

async function save(client: StudioClient, project_id: string, { id, text, base, made }: Draft): Promise<SaveAnswer> {
  const make = ({ chapterId, afterId }: NewPassage) =>
    client.passages.create.mutate({
      ...{ project_id, id, chapter_id: chapterId, text },
      ...(afterId !== LAST && { after_id: afterId }),
    });
  try {
    const passage = await (made === null
      ? client.passages.update.mutate({ project_id, passage_id: id, text, base_seq: base?.seq })
      : make(made).catch((error) => {
          // What it follows is no longer there: it goes to the end.
          if (!isAbout(error, "after_id")) throw error;
          return make({ ...made, afterId: LAST });
        }));
    return { kind: "saved", passage: { id, text: passage.text, seq: passage.valid_from_seq ?? 0 } };
  } catch (error) {
    const { kind, code } = failureOf(error);
    if (AGAIN.includes(kind)) return { kind: "offline" };
    // A passage whose making arrived, but not its answer, is there already.
    if (code !== "edit_conflict" && code !== "id_taken") return { kind: "refused", problem: failureWords(error) };
    return conflictOf(client, project_id, id, text);
  }
}

/** Reads what stands in the place of a text that was not taken. */
async function conflictOf(
  client: StudioClient,
  project_id: string,
  passage_id: string,
  mine: string,
): Promise<SaveAnswer> {
  try {
    const { text, valid_from_seq } = await client.passages.get.query({ project_id, passage_id });
    const theirs = { id: passage_id, text, seq: valid_from_seq ?? 0 };
    return text === mine ? { kind: "saved", passage: theirs } : { kind: "conflict", theirs };
  } catch (error) {
    return AGAIN.includes(failureOf(error).kind)
      ? { kind: "offline" }
      : { kind: "refused", problem: failureWords(error) };
  }
}

function ownStorage(): Storage | null {
  try {
    return typeof window === "undefined" ? null : window.localStorage;
  } catch {
    return null;
  }
}
