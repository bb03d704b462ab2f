import type { PresenceBoard, PresenceWatch, Present } from "../../operation/live.ts";
import type { Db } from "../../record/database.ts";
import { loggableError } from "../../record/database-errors.ts";
import type { ProcessNotifications } from "../../record/process-notifications.ts";
import { findPlaces } from "./places.ts";

interface Room {
  people: readonly Present[];
  /** People of a project as text: the form that is compared, and the one that a watch was last sent. */
  told: string;
  readonly wakes: Set<() => void>;
}

interface Parts {
  db: Db;
  calls: ProcessNotifications;
  log: { warn(fields: object, message: string): void };
  /** Milliseconds between two reads of all watched projects; expired places are noticed by these reads. */
  pollMs: number;
}

/** Serialised list of an empty project, which a new watch starts from. */
const NOBODY = "[]";

/** Keeps the people present in the projects that streams of this process are open for; one query serves all of them. */
export class Board implements PresenceBoard {
  readonly #parts: Parts;
  readonly #rooms = new Map<string, Room>();
  #poll: NodeJS.Timeout | null = null;
  #deafen: (() => void) | null = null;
  /** Projects to look at next; one look is under way at a time. */
  readonly #due = new Set<string>();
  #looking: Promise<void> | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  watch(projectId: string, wake: () => void): PresenceWatch {
    const room = this.#open(projectId);
    room.wakes.add(wake);
    let told = NOBODY;
    return {
      news: () => {
        if (room.told === told) return null;
        told = room.told;
        return room.people;
      },
      close: () => {
        room.wakes.delete(wake);
        if (room.wakes.size === 0 && this.#rooms.get(projectId) === room) this.#rooms.delete(projectId);
        if (this.#rooms.size === 0) this.close();
      },
    };
  }

  announced(projectId: string): void {
    this.#lookAt([projectId]);
    this.#parts.calls.send({ topic: "presence", projectId, seq: 0 });
  }

  close(): void {
    if (this.#poll !== null) clearInterval(this.#poll);
    this.#poll = null;
    this.#deafen?.();
    this.#deafen = null;
  }

  #open(projectId: string): Room {
    let room = this.#rooms.get(projectId);
    if (room === undefined) {
      room = { people: [], told: NOBODY, wakes: new Set() };
      this.#rooms.set(projectId, room);
      this.#lookAt([projectId]);
    }
    this.#deafen ??= this.#parts.calls.hear(({ topic, projectId: id }) => {
      if (topic === "presence") this.#lookAt([id]);
    });
    this.#poll ??= setInterval(() => this.#lookAt([...this.#rooms.keys()]), this.#parts.pollMs).unref();
    return room;
  }

  #lookAt(projectIds: readonly string[]): void {
    for (const id of projectIds) if (this.#rooms.has(id)) this.#due.add(id);
    if (this.#due.size === 0) return;
    this.#looking ??= this.#look().finally(() => {
      this.#looking = null;
    });
  }

  async #look(): Promise<void> {
    // Whoever asks in this turn of the event loop is part of this look.
    await null;
    while (this.#due.size > 0) {
      const due = [...this.#due];
      this.#due.clear();
      try {
        const found = await findPlaces(this.#parts.db, due);
        for (const id of due) this.#show(id, found.get(id) ?? []);
      } catch (error) {
        this.#parts.log.warn({ error: loggableError(error) }, "who is where could not be read");
      }
    }
  }

  #show(projectId: string, people: readonly Present[]): void {
    const room = this.#rooms.get(projectId);
    if (room === undefined) return;
    const told = JSON.stringify(people);
    if (told === room.told) return;
    room.people = people;
    room.told = told;
    for (const wake of room.wakes) wake();
  }
}
