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

/** Returns the numbers of what packs that are switched off hide, in words. */
export function useHidden({ id: project_id, packs }: PackedProject): ReadonlyMap<Pack, string> {
  const api = useApi();
  const { reading } = useMoment();
  const options = { enabled: !packs.includes("game"), staleTime: FRESH_MS };
  const first = { project_id, limit: 1, ...reading };
  const [dialogues, variables] = useQueries({
    queries: [api.dialogues.list.queryOptions(first, options), api.variables.list.queryOptions(first, options)],
  });
  const parts = [...some(dialogues.data?.total, "dialogue"), ...some(variables.data?.total, "variable")];
  return new Map(options.enabled && parts.length > 0 ? [["game", parts.join(" and ")]] : []);
}

const some = (total: number | undefined, one: string) =>
  total === undefined || total === 0 ? [] : [counted(total, one)];

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
