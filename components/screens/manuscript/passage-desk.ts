/** Text of a passage as the record had it when it was read. */
export interface ReadPassage {
  readonly id: string;
  readonly text: string;
  readonly seq: number;
}

/** Passage that is to be made: its chapter, and what it follows there. */
export interface NewPassage {
  readonly chapterId: string;
  /** Null for the first place. */
  readonly afterId: string | null;
}

/** Words that the record does not have yet. */
export interface Draft {
  readonly id: string;
  readonly text: string;
  /** Version that it is an edit of; null for a passage that is not made yet. */
  readonly base: ReadPassage | null;
  /** Place at which it is made; null for a passage that is there. */
  readonly made: NewPassage | null;
  /** `waiting` until it is sent, `offline` until there is a connection; the others wait for a person. */
  readonly state: "waiting" | "sending" | "offline" | "conflict" | "refused";
  /** Reason of a refusal, in words. */
  readonly problem: string | null;
  /** Text that somebody else wrote meanwhile. */
  readonly theirs: ReadPassage | null;
}

/** Answer of the service to a text that was sent. */
export type SaveAnswer =
  | { readonly kind: "saved"; readonly passage: ReadPassage }
  | { readonly kind: "offline" }
  | { readonly kind: "conflict"; readonly theirs: ReadPassage }
  | { readonly kind: "refused"; readonly problem: string };

/** Parts of a page that saving passages needs. */
interface DeskParts {
  save(draft: Draft): Promise<SaveAnswer>;
  /** Storage that outlives the page; null where there is none. */
  readonly storage: Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length"> | null;
  /** Begins every key of the storage: one person in one project. */
  readonly prefix: string;
  /** Name of this page among those that are open: each keeps its words under keys of its own. */
  readonly page: string;
  /** Milliseconds of the clock. */
  now(): number;
  /** Called after each save; `isNew` for a passage that was made. */
  saved(isNew: boolean): void;
  after(ms: number, run: () => void): () => void;
}

/** Text that an earlier page, or another one that is open, keeps. */
interface Found {
  readonly key: string;
  readonly draft: Draft;
  /** Time of its keeping, in milliseconds. */
  readonly at: number;
}

/** Words for a passage that cannot be deleted, since what was typed in it would be lost. */
export const UNSAVED = "It is not deleted: its words are not saved yet. Save or discard them first.";

/** Milliseconds without a key after which a text is sent. */
const PAUSE_MS = 900;
/** Milliseconds after which a text that did not arrive is sent again. */
const AGAIN_MS = 5_000;

/**
 * Saves passages while they are written: each text is kept in this browser before it is sent, and stays there until the record has it. One
 * that somebody else changed meanwhile waits for a person to choose.
 */
export class PassageDesk {
  readonly #parts: DeskParts;
  readonly #timers = new Map<string, () => void>();
  readonly #listeners = new Set<() => void>();
  /** Saves under way, by passage. */
  readonly #running = new Map<string, Promise<void>>();
  /** Passages as the record has them since they were saved here, each with how it was made. */
  readonly #saved = new Map<string, { readonly passage: ReadPassage; readonly made: NewPassage | null }>();
  /** Texts of other pages that drafts here began with, by passage, until this page keeps them itself. */
  readonly #begun = new Map<string, Found>();
  /** Older texts that other pages left behind, by passage: the next one follows once the draft before it is saved. */
  readonly #found = new Map<string, Found[]>();
  #drafts: ReadonlyMap<string, Draft>;

  constructor(parts: DeskParts) {
    this.#parts = parts;
    for (const [id, [newest, ...older]] of Map.groupBy(this.#kept(), ({ draft }) => draft.id)) {
      if (newest !== undefined) this.#begun.set(id, newest);
      this.#found.set(id, older);
    }
    this.#drafts = new Map([...this.#begun].map(([id, { draft }]) => [id, draft]));
  }

  /** The words that the record does not have yet, by passage: another map after each change. */
  get drafts(): ReadonlyMap<string, Draft> {
    return this.#drafts;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Returns a passage as it was saved here, where that is newer than what was read. */
  newest(read: ReadPassage): ReadPassage {
    const saved = this.#saved.get(read.id)?.passage;
    return saved !== undefined && saved.seq > read.seq ? saved : read;
  }

  /** The passages of a chapter that were made here and that nothing read has yet, in the order of their making. */
  madeIn(
    chapterId: string,
    read: ReadonlySet<string>,
  ): readonly (NewPassage & { readonly id: string; readonly base: ReadPassage | null })[] {
    const made = [
      ...[...this.#saved].map(([id, own]) => ({ id, made: own.made, base: own.passage })),
      ...[...this.#drafts.values()].map((draft) => ({ id: draft.id, made: draft.made, base: null })),
    ];
    return made.flatMap(({ id, made: own, base }) =>
      own === null || own.chapterId !== chapterId || read.has(id) ? [] : [{ ...own, id, base }],
    );
  }

  /** Takes note of passages that were read: where one is missing later, it was deleted. */
  seen(ids: Iterable<string>): void {
    for (const id of ids) {
      const saved = this.#saved.get(id);
      if (saved !== undefined && saved.made !== null) this.#saved.set(id, { ...saved, made: null });
    }
  }

  /** Forgets a passage that was deleted. */
  gone(id: string): void {
    this.#saved.delete(id);
    this.forget(id);
  }

  /** Sends what an earlier page left behind. */
  start(): void {
    for (const { id, state } of this.#drafts.values()) if (state !== "conflict") this.#later(id, 0);
  }

  /**
   * Takes a text as it was typed; it is sent after a pause.
   *
   * @param base the passage that was read; null for one that is being made
   */
  write(id: string, base: ReadPassage | null, text: string): void {
    const before = this.#drafts.get(id);
    if (before === undefined && (base === null || text === base.text)) return;
    this.#put({ ...(before ?? { ...fresh(id), base }), text, ...open(before) });
    this.#later(id, PAUSE_MS);
  }

  /** Makes a passage with a text; it is sent at once. */
  make(id: string, made: NewPassage, text: string): void {
    this.#put({ ...fresh(id), made, text });
    this.#later(id, 0);
  }

  /** Sends a text now, without waiting for a pause; answers whether the record has it. One without a connection is tried once. */
  async flush(id: string): Promise<boolean> {
    this.#stop(id);
    const leader = this.#leaderOf(id);
    if (leader !== null && !(await this.flush(leader))) {
      if (this.#drafts.has(id)) this.#later(id, AGAIN_MS);
      return !this.#drafts.has(id);
    }
    for (let tries = 0; ; ) {
      const running = this.#running.get(id);
      if (running !== undefined) {
        await running;
        continue;
      }
      const draft = this.#drafts.get(id);
      if (draft === undefined) return true;
      if (draft.state !== "waiting" && !(draft.state === "offline" && tries === 0)) return false;
      tries++;
      await this.#send(id);
    }
  }

  /** Tries everything again that did not arrive: there is a connection again, or a person asked. */
  retry(): void {
    for (const draft of this.#drafts.values()) {
      if (draft.state !== "offline" && draft.state !== "refused") continue;
      this.#put({ ...draft, state: "waiting", problem: null });
      this.#later(draft.id, 0);
    }
  }

  /** Decides a conflict: what was written here is written over the other, or forgotten. */
  settle(id: string, keeps: "mine" | "theirs"): void {
    const draft = this.#drafts.get(id);
    if (draft === undefined) return;
    const { theirs } = draft;
    // What they wrote is there, whatever was read before.
    if (theirs !== null)
      this.#saved.set(id, { passage: theirs, made: draft.made ?? this.#saved.get(id)?.made ?? null });
    if (keeps === "theirs" || theirs === null) this.forget(id);
    else {
      this.#put({ ...draft, base: theirs, made: null, theirs: null, state: "waiting" });
      this.#later(id, 0);
    }
  }

  /** Lets go of a text that the record does not have. */
  forget(id: string): void {
    this.#stop(id);
    this.#drop(id);
  }

  /** Sends what waits, as the page is left; it is kept whatever comes of it. */
  leave(): void {
    for (const { id, state } of this.#drafts.values()) if (state === "waiting") void this.flush(id);
  }

  async #send(id: string): Promise<void> {
    const draft = this.#drafts.get(id);
    if (draft === undefined || this.#running.has(id)) return;
    const sent: Draft = { ...draft, state: "sending" };
    this.#put(sent);
    const done = this.#parts.save(sent).then((answer) => this.#answered(sent, answer));
    this.#running.set(id, done);
    try {
      await done;
    } finally {
      this.#running.delete(id);
    }
  }

  #answered(sent: Draft, answer: SaveAnswer): void {
    const { id } = sent;
    const now = this.#drafts.get(id);
    if (answer.kind === "saved") {
      this.#saved.set(id, { passage: answer.passage, made: sent.made ?? this.#saved.get(id)?.made ?? null });
      // What was typed meanwhile is an edit of what is there now.
      if (now === undefined || now.text === answer.passage.text) this.#drop(id);
      else this.#put({ ...now, base: answer.passage, made: null, state: "waiting" });
      this.#parts.saved(sent.made !== null);
      if (this.#drafts.has(id)) this.#later(id, PAUSE_MS);
      return;
    }
    if (now === undefined) return;
    if (answer.kind === "offline") {
      this.#put({ ...now, state: "offline" });
      this.#later(id, AGAIN_MS);
    } else if (answer.kind === "conflict") {
      if (answer.theirs.text === now.text) this.#drop(id);
      else this.#put({ ...now, state: "conflict", theirs: answer.theirs });
    } else this.#put({ ...now, state: "refused", problem: answer.problem });
  }

  #later(id: string, ms: number): void {
    this.#stop(id);
    const run = () => {
      this.#timers.delete(id);
      const draft = this.#drafts.get(id);
      if (draft === undefined || this.#running.has(id) || draft.state === "conflict") return;
      if (this.#leaderOf(id) !== null) this.#later(id, PAUSE_MS);
      else void this.#send(id);
    };
    this.#timers.set(id, this.#parts.after(ms, run));
  }

  /** Passage that has to be made before another, which follows it; null for none. */
  #leaderOf(id: string): string | null {
    const leader = this.#drafts.get(id)?.made?.afterId ?? null;
    return leader !== null && this.#drafts.get(leader)?.made != null ? leader : null;
  }

  #stop(id: string): void {
    this.#timers.get(id)?.();
    this.#timers.delete(id);
  }

  #put(draft: Draft): void {
    this.#drafts = new Map([...this.#drafts, [draft.id, draft]]);
    try {
      this.#parts.storage?.setItem(this.#keyOf(draft.id), JSON.stringify({ ...draft, at: this.#parts.now() }));
      this.#takeOver(draft.id);
    } catch {
      // A storage that is full keeps nothing; the page still has it.
    }
    this.#tell();
  }

  #drop(id: string): void {
    if (!this.#drafts.has(id)) return;
    this.#drafts = new Map([...this.#drafts].filter(([each]) => each !== id));
    const { storage } = this.#parts;
    storage?.removeItem(this.#keyOf(id));
    this.#takeOver(id);
    const older = this.#found.get(id) ?? [];
    const next = older.find((each) => this.#isKept(each));
    this.#found.set(id, next === undefined ? [] : older.slice(older.indexOf(next) + 1));
    if (next !== undefined) {
      this.#begun.set(id, next);
      this.#put(next.draft);
      this.#later(id, 0);
    }
    this.#tell();
  }

  /** Takes away the text of another page that a draft began with: this page keeps it now, or has saved it. */
  #takeOver(id: string): void {
    const begun = this.#begun.get(id);
    this.#begun.delete(id);
    if (begun !== undefined && this.#isKept(begun)) this.#parts.storage?.removeItem(begun.key);
  }

  #keyOf(id: string): string {
    const { prefix, page } = this.#parts;
    return `${prefix}${id} ${page}`;
  }

  /** Whether a text is still as it was found: a page that is open may have saved it since, or gone on with it. */
  #isKept({ key, draft }: Found): boolean {
    return parsed(this.#parts.storage?.getItem(key) ?? null)?.text === draft.text;
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }

  /** Texts that are kept, the newest first. */
  #kept(): Found[] {
    const { storage, prefix } = this.#parts;
    if (storage === null) return [];
    const keys = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? "");
    return keys
      .flatMap((key) => {
        const draft = key.startsWith(prefix) ? parsed(storage.getItem(key)) : null;
        if (draft === null) return [];
        const { at, ...rest } = draft;
        return [{ key, at, draft: rest.state === "conflict" ? rest : { ...rest, state: "waiting" as const } }];
      })
      .sort((a, b) => b.at - a.at);
  }
}

/** Reads a draft as it was kept, and when; null for anything else. */
function parsed(json: string | null): (Draft & { readonly at: number }) | null {
  try {
    const draft = JSON.parse(json ?? "null") as (Draft & { readonly at?: number }) | null;
    return typeof draft?.text === "string" ? { ...draft, at: draft.at ?? 0 } : null;
  } catch {
    return null;
  }
}

const fresh = (id: string): Draft => ({
  id,
  text: "",
  base: null,
  made: null,
  state: "waiting",
  problem: null,
  theirs: null,
});

/** State of a draft that is written on: a conflict stays one, and what is being sent is sent to its end. */
function open(before: Draft | undefined): Pick<Draft, "state" | "problem"> {
  const state = before?.state === "conflict" ? "conflict" : "waiting";
  return { state, problem: null };
}
