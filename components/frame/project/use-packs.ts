"use client";

import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { counted } from "#domain/counted.ts";
import { inOrderOfPacks, type Pack } from "#domain/packs.ts";
import { useApi, useStudioClient } from "../api/api-provider.tsx";
import { useRefresh } from "../api/use-refresh.ts";
import { useMoment } from "../moment/moment-provider.tsx";
import { deviceSetting, useDeviceSetting } from "../session/device-setting.ts";

/** Project with the packs that are on in it. */
export interface PackedProject {
  readonly id: string;
  readonly packs: readonly Pack[];
}

/** Milliseconds for which the number of hidden subjects may be old. */
const FRESH_MS = 300_000;

type Lists = ReturnType<typeof useApi>;
type First = { project_id: string; limit: 1; at_seq?: number };
type Asked = { enabled: boolean; staleTime: number };

const LIST = new Intl.ListFormat("en");

/** Lists of what packs show, with the word for one of each. */
const SHOWN = [
  {
    pack: "game",
    one: "dialogue",
    first: (api: Lists, page: First, asked: Asked) => api.dialogues.list.queryOptions(page, asked),
  },
  {
    pack: "game",
    one: "variable",
    first: (api: Lists, page: First, asked: Asked) => api.variables.list.queryOptions(page, asked),
  },
  {
    pack: "book",
    one: "idea",
    first: (api: Lists, page: First, asked: Asked) => api.ideas.list.queryOptions(page, asked),
  },
  {
    pack: "book",
    one: "set-up",
    first: (api: Lists, page: First, asked: Asked) => api.seeds.list.queryOptions(page, asked),
  },
  {
    pack: "book",
    one: "chapter",
    first: (api: Lists, page: First, asked: Asked) => api.chapters.list.queryOptions(page, asked),
  },
] as const;

/** Returns the numbers of what packs that are switched off hide, in words. */
export function useHidden({ id: project_id, packs }: PackedProject): ReadonlyMap<Pack, string> {
  const api = useApi();
  const { reading } = useMoment();
  const page: First = { project_id, limit: 1, ...reading };
  const isHidden = ({ pack }: { readonly pack: Pack }) => !packs.includes(pack);
  const answers = useQueries({
    queries: SHOWN.map((each) => each.first(api, page, { enabled: isHidden(each), staleTime: FRESH_MS })),
  });
  const numbers = SHOWN.map((each, index) => ({ ...each, total: answers[index]?.data?.total ?? 0 }));
  const hidden = numbers.filter((each) => isHidden(each) && each.total > 0);
  const words = Map.groupBy(hidden, ({ pack }): Pack => pack);
  return new Map(
    [...words].map(([pack, own]) => [pack, LIST.format(own.map(({ one, total }) => counted(total, one)))]),
  );
}

/**
 * Switches a pack of a project on or off.
 *
 * @throws what the server refuses it with.
 */
export function useChoosePack({ id: project_id, packs }: PackedProject): (pack: Pack, isOn: boolean) => Promise<void> {
  const client = useStudioClient();
  const readAgain = useRefresh((api) => [api.projects.pathKey()]);
  return async (pack, isOn) => {
    const others = packs.filter((each) => each !== pack);
    await client.projects.update.mutate({ project_id, packs: inOrderOfPacks(isOn ? [...others, pack] : others) });
    await readAgain();
  };
}

/** Whether a pack is offered to whoever uses the project on this device, and the way to decline it for good. */
export function usePackOffer(projectId: string, pack: Pack): { readonly isDeclined: boolean; decline(): void } {
  const setting = useMemo(
    () => deviceSetting(`pack.${pack}.${projectId}`, ["offered", "declined"], "offered"),
    [pack, projectId],
  );
  return { isDeclined: useDeviceSetting(setting) === "declined", decline: () => setting.set("declined") };
}
