import { addToList } from "#domain/add-to-list.ts";
import { changeSignal } from "../../ui/change-signal.ts";
import type { Command, CommandPlace } from "./command.ts";
import { COMMANDS, type CommandId } from "./table.ts";

/** Handler of a command, with its current state. */
export interface CommandAct {
  run(): void;
  /** Reason why it is disabled, beyond its permission: "Nothing is selected." Null when it is enabled. */
  readonly disabled?: string | null | undefined;
  /** For something that is on or off. */
  readonly checked?: boolean | undefined;
}

export type CommandHandler = (() => void) | CommandAct;
/** A set of handlers, asked for again at each use so that it is never stale. */
type Source = () => Partial<Record<CommandId, CommandHandler>>;

const handlers = new Map<CommandId, Source[]>();
const changes = changeSignal();
let version = 0;

const table: ReadonlyMap<string, Command> = new Map(COMMANDS.map((command) => [command.id, command]));

/** The table's line of a command. */
export function commandOf(id: CommandId): Command {
  const command = table.get(id);
  if (command === undefined) throw new Error(`no command ${id}`);
  return command;
}

/** Tells those who show commands that something about them changed. */
export function commandsChanged(): void {
  version += 1;
  changes.tell();
}

/** Adds handlers; the last added are asked. Returns what takes them away. */
export function registerHandlers(ids: readonly CommandId[], source: Source): () => void {
  for (const id of ids) addToList(handlers, id, source);
  commandsChanged();
  return () => {
    for (const id of ids)
      handlers.set(
        id,
        (handlers.get(id) ?? []).filter((each) => each !== source),
      );
    commandsChanged();
  };
}

const awaited: CommandPlace[] = [];

/** Says that those who do the commands of a place are on their way. Returns what says that they are there. */
export function awaitHandlers(place: CommandPlace): () => void {
  awaited.push(place);
  return () => {
    awaited.splice(awaited.indexOf(place), 1);
  };
}

/** Whether somebody will do the commands of a place in a moment. */
export const isAwaited = (place: CommandPlace): boolean => awaited.includes(place);

const modes: ((id: CommandId) => boolean)[] = [];

/**
 * Begins a mode, in which keys do only some of the commands of the canvas: while somebody chooses the end of an edge, a letter that writes
 * something else would be a mistake. Returns what ends it.
 */
export function beginMode(isDone: (id: CommandId) => boolean): () => void {
  modes.push(isDone);
  return () => {
    modes.splice(modes.indexOf(isDone), 1);
  };
}

/** Whether the keys of a command do nothing in the mode that the canvas is in. */
export function isHeld({ id, place }: Pick<Command, "id" | "place">): boolean {
  return place === "canvas" && modes.some((isDone) => !isDone(id as CommandId));
}

/** Returns the current handler of a command; null when this screen has none. */
export function actOf(id: CommandId): CommandAct | null {
  const handler = handlers.get(id)?.at(-1)?.()[id];
  if (handler === undefined) return null;
  return typeof handler === "function" ? { run: handler } : handler;
}

export const subscribeCommands = changes.subscribe;

export const commandsVersion = (): number => version;
