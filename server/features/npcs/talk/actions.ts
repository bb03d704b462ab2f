import { z } from "zod";
import type { Json } from "#domain/json.ts";
import { numberOfText } from "#domain/number-of-text.ts";
import type { ProjectCallContext } from "../../../operation/context.ts";
import { conditionsHold } from "../../runs/public.ts";
import type { NpcState } from "../npc.ts";
import type { Present } from "./present.ts";
import type { TakenAction } from "./taken-action.ts";

/** Action that an npc declares. */
export type DeclaredAction = NpcState["actions"][number];

/** Most actions of one answer. */
const MAX_TAKEN = 5;

/** Finds the actions of an npc whose conditions hold where it is talked to. */
export async function offeredActions(
  { services, project }: ProjectCallContext,
  { npc: { actions }, run, seq }: Present,
): Promise<readonly DeclaredAction[]> {
  const place = { projectId: project.id, runId: run?.id ?? null, seq };
  const hold = await conditionsHold(
    services.database.reads,
    place,
    actions.map(({ when }) => when),
  );
  return actions.filter((_, at) => hold[at]);
}

/** Returns the form in which a model names actions, some of those that are offered. */
export function actionsSchema(offered: readonly DeclaredAction[]): z.ZodType {
  return z
    .array(
      z.object({
        key: z.enum(offered.map(({ key }) => key)),
        arguments: z.array(z.object({ key: z.string(), value: z.string() })),
      }),
    )
    .meta({ description: "Actions that are taken now." });
}

/** Describes actions for a model: each with its parameters. */
export function describeActions(offered: readonly DeclaredAction[]): string {
  return offered
    .map(({ key, description, parameters }) =>
      [`- ${key}: ${description}`, ...parameters.map((each) => `  ${describeParameter(each)}`)].join("\n"),
    )
    .join("\n");
}

function describeParameter({ key, type, description, choices }: DeclaredAction["parameters"][number]): string {
  const form = type === "choice" ? choices.join(" | ") : type === "entity" ? "name of somebody or something" : type;
  return `${key} (${form})${description === "" ? "" : `: ${description}`}`;
}

const Named = z.object({
  key: z.string(),
  arguments: z.array(z.object({ key: z.string(), value: z.unknown() })).default([]),
});

/**
 * Reads the actions that a model named. One that is not offered, that lacks an argument or has one of another type is left out.
 *
 * @param entityOf returns the entity of a name that the npc knows.
 */
export function readActions(
  value: Json | undefined,
  offered: readonly DeclaredAction[],
  entityOf: (name: string) => string | null,
): TakenAction[] {
  const named = Array.isArray(value) ? value : [];
  return named
    .flatMap((each): TakenAction[] => {
      const said = Named.safeParse(each).data;
      const declared = offered.find(({ key }) => key === said?.key);
      if (said === undefined || declared === undefined) return [];
      const values = new Map(said.arguments.map(({ key, value: sent }) => [key, sent]));
      const read = declared.parameters.map(
        (parameter) => [parameter.key, argumentOf(parameter, values.get(parameter.key), entityOf)] as const,
      );
      if (read.some(([, argument]) => argument === null)) return [];
      return [{ key: declared.key, arguments: Object.fromEntries(read) as TakenAction["arguments"] }];
    })
    .slice(0, MAX_TAKEN);
}

/** Most characters of a text as an argument. */
const MAX_TEXT = 500;

function argumentOf(
  { type, choices }: DeclaredAction["parameters"][number],
  sent: unknown,
  entityOf: (name: string) => string | null,
): string | number | boolean | null {
  const said = typeof sent === "string" ? sent.trim() : String(sent);
  if (sent === undefined || !said.isWellFormed() || said.includes("\u0000")) return null;
  switch (type) {
    case "text":
      return said.length > MAX_TEXT ? null : said;
    case "number":
      return numberOfText(said);
    case "boolean":
      return said === "true" ? true : said === "false" ? false : null;
    case "choice":
      return choices.find((each) => each.toLowerCase() === said.toLowerCase()) ?? null;
    case "entity":
      return entityOf(said);
  }
}
