import { sql } from "drizzle-orm";
import type { z } from "zod";
import { invalidValue, Problem } from "../../kernel/problem.ts";
import type { ProjectCallContext } from "../../operation/context.ts";
import { mayReadIn } from "../../operation/gate.ts";
import type { Perspective } from "../../operation/perspective.ts";
import type { RunChange, RunMemory } from "../../operation/run-memory.ts";
import type { Db } from "../../record/database.ts";
import type { Resource, Version } from "../../record/resource.ts";
import { findVersions, lastVersion } from "../../record/versions.ts";
import { MAX_CHAIN } from "./chain.ts";
import { answeredConflicts } from "./conflicts/written-conflicts.ts";
import { type FactVersion, factResource } from "./fact.ts";
import { openPerspective } from "./perspective.ts";
import type { Fact, WrittenFact } from "./schemas.ts";
import { findFactsInRun, seenFact } from "./show-facts.ts";
import type { NamedIn } from "./write-fact.ts";

/** A playthrough as a change of what is known in it finds it. */
export class FactsInRun implements NamedIn {
  readonly seq: number;
  readonly #db: Db;
  readonly #projectId: string;
  readonly #perspective: Perspective;
  readonly #mayRead: boolean;

  private constructor(
    db: Db,
    projectId: string,
    { seq, perspective, mayRead }: { seq: number; perspective: Perspective; mayRead: boolean },
  ) {
    this.#db = db;
    this.#projectId = projectId;
    this.seq = seq;
    this.#perspective = perspective;
    this.#mayRead = mayRead;
  }

  static async open(context: ProjectCallContext, run: RunMemory): Promise<FactsInRun> {
    const { services, project } = context;
    const { reads } = services.database;
    const perspective = await openPerspective(reads, { projectId: project.id, atSeq: run.seq, as: null, run });
    return new FactsInRun(reads, project.id, { seq: run.seq, perspective, mayRead: mayReadIn(context) });
  }

  async load<S>(resource: Resource<S>, ids: readonly string[]): Promise<Map<string, Version<S>>> {
    const versions = await findVersions(this.#db, resource, this.#projectId, { id: ids }, this.seq);
    return new Map(versions.map((version) => [version.id, version]));
  }

  /** A fact as the playthrough has it; null for none. */
  async find(id: string): Promise<FactVersion | null> {
    const at = { projectId: this.#projectId, seq: this.seq };
    return (await findFactsInRun(this.#db, at, this.#perspective, [id]))[0] ?? null;
  }

  /**
   * A fact as the playthrough has it.
   *
   * @throws {@link Problem} `not_found` where it has none of that id.
   */
  async require(id: string): Promise<FactVersion> {
    const found = await this.find(id);
    if (found === null) throw new Problem("not_found");
    return found;
  }

  /** Whether the record or the playthrough has, or ever had, a fact of this id. */
  async isUsed(id: string): Promise<boolean> {
    return (await this.find(id)) !== null || (await lastVersion(this.#db, factResource, this.#projectId, id)) !== null;
  }

  /** A fact as answers show it. */
  async shown(id: string): Promise<z.input<typeof Fact>> {
    const at = { projectId: this.#projectId, seq: this.seq };
    const shown = await seenFact(this.#db, at, this.#perspective, id);
    if (shown === null) throw new Problem("not_found");
    return shown;
  }

  /** A fact as the answer to its write has it. */
  async written(id: string): Promise<z.input<typeof WrittenFact>> {
    const at = { projectId: this.#projectId, atSeq: this.seq, facts: this.#perspective.facts };
    const conflicts = await answeredConflicts(this.#db, at, await this.require(id), { mayRead: this.#mayRead });
    return { ...(await this.shown(id)), conflicts };
  }

  /**
   * Refuses a fact that would take its own place, by way of others too; what was deleted leads on as it did.
   *
   * @throws {@link ValidationProblem} naming `by`.
   */
  async requireNoCircle(id: string, by: string): Promise<void> {
    const last = sql`SELECT f.superseded_by FROM ${this.#perspective.facts} f WHERE f.project_id = ${this.#projectId}
      AND f.id = chain.id AND f.valid_from_seq <= ${this.seq} ORDER BY f.valid_from_seq DESC LIMIT 1`;
    const [row] = await this.#db.execute<{ circles: boolean }>(
      sql`WITH RECURSIVE chain(id, steps) AS (SELECT ${by}::text COLLATE "C", 1 UNION ALL
            SELECT l.superseded_by, chain.steps + 1 FROM chain CROSS JOIN LATERAL (${last}) l
            WHERE chain.id <> ${id} AND chain.steps <= ${sql.raw(String(MAX_CHAIN))})
          SELECT bool_or(chain.id = ${id} OR chain.steps > ${sql.raw(String(MAX_CHAIN))}) AS circles FROM chain`,
    );
    if (row?.circles === true) throw invalidValue(["body", "by"], "a fact cannot supersede itself", by);
  }
}

/** Change of what is known in a playthrough, as a request asks for it. */
interface AskedChange extends Pick<RunChange, "isSame"> {
  readonly run: string | undefined;
  readonly step: number | undefined;
  readonly action: (facts: FactsInRun) => ReturnType<RunChange["action"]>;
}

/** Changes what is known in a playthrough, and answers its facts behind that, with its step. */
export async function changeInRun(
  context: ProjectCallContext,
  { run: runId = "", step, isSame, action }: AskedChange,
): Promise<{ readonly facts: FactsInRun; readonly run_step: number }> {
  const memory = await context.services.playthroughs.change(context, {
    runId,
    step,
    isSame,
    action: async (before) => action(await FactsInRun.open(context, before)),
  });
  return { facts: await FactsInRun.open(context, memory), run_step: memory.step };
}
