import type { Problem } from "#domain/problems/problem.ts";
import type { Node } from "../model/model.ts";
import type { DialogueSession } from "../session/dialogue-session.ts";
import { nodesOfMoment } from "../store/dialogue-state.ts";
import { type KnownWaiver, type ProblemStore, type Since, sameProblems, withFindings } from "../store/problem-store.ts";
import type { CheckClient } from "./check-client.ts";
import { changesBetween, type KnownWorld } from "./check-request.ts";

/** Pause after a change before the dialogue is checked. */
export const PAUSE_MS = 120;
/** Longest pause before another try when neither checker could be loaded, as without a connection. */
export const LONGEST_PAUSE_MS = 15_000;

type Watched = Pick<DialogueSession, "store" | "history">;

const NO_NODES: ReadonlyMap<string, Node> = new Map();

/**
 * Keeps the problems of the open dialogue up to date: after each pause it sends what changed to the checker. There is
 * never more than one check on its way; what changes meanwhile goes with the next.
 */
export class ProblemRunner {
  readonly #session: Watched;
  readonly #problems: ProblemStore;
  readonly #start: () => CheckClient;
  readonly #fallback: () => CheckClient;
  #client: CheckClient | null = null;
  /** Failures one after the other: the worker's, the fallback's, and so on. */
  #failures = 0;
  #sent = NO_NODES;
  #sentStart: string | null = null;
  #world: KnownWorld | null = null;
  #worldSent: KnownWorld | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isChecking = false;
  #isWaiting = false;
  #isStopped = false;
  #unsubscribe: () => void = () => undefined;
  #lastLabel: string | null = null;

  constructor(
    session: Watched,
    problems: ProblemStore,
    clients: { start: () => CheckClient; fallback: () => CheckClient },
  ) {
    this.#session = session;
    this.#problems = problems;
    this.#start = clients.start;
    this.#fallback = clients.fallback;
  }

  /** Checks at once, and then after each change until {@link stop}. */
  start(): void {
    this.#unsubscribe = this.#session.store.subscribe((state, before) => {
      if (state.nodes !== before.nodes || state.graph !== before.graph) this.#soon();
    });
    void this.#check();
  }

  stop(): void {
    this.#isStopped = true;
    this.#unsubscribe();
    clearTimeout(this.#timer);
    this.#client?.close();
    this.#client = null;
  }

  /** Says what is known outside the dialogue; checks again. */
  know(world: KnownWorld): void {
    this.#world = world;
    this.#soon();
  }

  waive(waivers: readonly KnownWaiver[]): void {
    this.#problems.setState((state) => withFindings(state, { waivers, since: this.#since() }));
  }

  /** Holds back what is newly wrong with a node while it is being written; null while none is. */
  hold(nodeId: string | null): void {
    if (nodeId === this.#problems.getState().held) return;
    this.#problems.setState((state) => withFindings(state, { held: nodeId, since: this.#since() }));
  }

  /** Takes the server's word for it, as long as it speaks of what is seen here. */
  confirm(seq: number, found: readonly Problem[]): void {
    if (this.#isStopped || seq !== this.#session.store.getState().seq || this.#isWaiting || this.#isChecking) return;
    this.#problems.setState((state) => {
      // The server knows the whole project; what it adds was there before.
      const next = sameProblems(state.found, found) ? state : withFindings(state, { found, since: null });
      return { ...next, isChecked: true, confirmed: { seq, at: Date.now() } };
    });
  }

  #soon(): void {
    this.#isWaiting = true;
    clearTimeout(this.#timer);
    // The fallback follows at once; after it failed too, each pause is twice as long.
    const pauseMs = Math.min(PAUSE_MS * 2 ** Math.max(0, this.#failures - 1), LONGEST_PAUSE_MS);
    this.#timer = setTimeout(() => void this.#check(), pauseMs);
  }

  async #check(): Promise<void> {
    if (this.#isStopped || this.#isChecking) return;
    this.#isWaiting = false;
    const state = this.#session.store.getState();
    const { graph } = state;
    const nodes = nodesOfMoment(state);
    const changes = changesBetween(this.#sent, nodes);
    const world = this.#world === this.#worldSent ? null : this.#world;
    const isFirst = this.#client === null;
    const isSame =
      changes.changed.length === 0 &&
      changes.removed.length === 0 &&
      changes.order === null &&
      world === null &&
      graph.start_node_id === this.#sentStart;
    if (isSame && !isFirst) return;
    this.#isChecking = true;
    this.#sent = nodes;
    this.#sentStart = graph.start_node_id;
    this.#worldSent = this.#world;
    try {
      this.#client ??= this.#failures % 2 === 0 ? this.#start() : this.#fallback();
      const found = await this.#client.check({ startNodeId: graph.start_node_id, ...changes, world });
      if (this.#isStopped) return;
      this.#failures = 0;
      this.#problems.setState((state) => {
        // What comes to light because more is known now was there before.
        const since = world === null ? this.#since() : null;
        const next = sameProblems(state.found, found) ? state : withFindings(state, { found, since });
        return { ...next, isChecked: true, checkedAt: Date.now() };
      });
    } catch {
      // The worker could not start or has died: the next check brings everything, to this thread. What could not be fetched for
      // this thread either is asked of a worker again: the connection may be back.
      this.#client?.close();
      this.#client = null;
      this.#failures += 1;
      this.#sent = NO_NODES;
      this.#worldSent = null;
      this.#isWaiting = true;
    } finally {
      this.#isChecking = false;
    }
    if (this.#isWaiting || this.#session.store.getState().nodes !== this.#sent) this.#soon();
  }

  /** Returns the gesture after which a problem appeared; null at the first check, and after an old gesture. */
  #since(): Since | null {
    const { undoLabel } = this.#session.history.getState();
    const after = undoLabel === this.#lastLabel ? null : undoLabel;
    this.#lastLabel = undoLabel;
    return this.#problems.getState().isChecked ? { at: Date.now(), after } : null;
  }
}
