import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { newId } from "#server/kernel/ids.ts";
import { Problem, ValidationProblem } from "#server/kernel/problem.ts";
import { holds } from "#server/record/versions.ts";
import { resources } from "#server/resources.ts";
import { type Choices, REQUESTS } from "./random-requests.ts";
import type { Action, Step } from "./random-steps.ts";
import type { AnyOperation, Input, Workbench } from "./workbench.ts";

/** Actions that need a subject of a kind to exist, with the action that makes it. */
const NEEDS: [needs: RegExp, prefix: string, instead: Action][] = [
  [/^(entity\.(?!create|batch|upsert)|relationship|subject|place)/, "ent", "entity.create"],
  [/^relationship\.(?!create)/, "rel", "relationship.create"],
  [/^variable\.(?!create)/, "var", "variable.create"],
  [/^(dialogue\.(?!create)|node|group|annotation|waiver\.create|gestures)/, "dlg", "dialogue.create"],
  [/^node\.(?!create)/, "node", "node.create"],
  [/^group\.(?!create)/, "grp", "group.create"],
  [/^waiver\.(?!create)/, "wvr", "waiver.create"],
];

/** Outcome of a request: its answer, or the code it was refused with. */
interface Sent {
  outcome: string;
  answer: { headers: Record<string, string>; body: unknown } | null;
}

const hasDryRun = ({ path }: AnyOperation): boolean => path.endsWith("/restore") && path.split("/").length > 5;

/** Project under random operations, with the ids that it has and ever had. */
export class RandomWorld implements Choices {
  readonly bench: Workbench;
  readonly projectId: string;
  /** Steps carried out, and refused by code. */
  readonly tally = new Map<string, number>();
  seq = 1;
  private live = new Map<string, string[]>();
  private readonly ever = new Map<string, Set<string>>();

  private constructor(bench: Workbench, projectId: string) {
    this.bench = bench;
    this.projectId = projectId;
  }

  static async begin(bench: Workbench): Promise<RandomWorld> {
    return new RandomWorld(bench, await bench.newProject());
  }

  /** Carries out one step. A refusal is part of the game; anything else that fails is a defect and is thrown. */
  async perform(step: Step): Promise<void> {
    if (this.bench.time !== null) this.bench.time += step.clock;
    const lacking = NEEDS.find(([needs, prefix]) => needs.test(step.action) && !this.live.has(prefix));
    for (const [operation, input] of REQUESTS[lacking?.[2] ?? step.action](step, this)) {
      const request = { ...input, params: { ...input.params, project_id: this.projectId } };
      const foreseen = hasDryRun(operation) ? await this.foresee(operation, request) : null;
      const before = this.seq;
      const { outcome, answer } = await this.send(operation, request);
      this.count(outcome);
      if (answer !== null) this.seq = Number(answer.headers["x-project-seq"]);
      if (foreseen === null) continue;
      // What is tried out is what happens: the same refusal, or the same answer with an event for each subject that was named.
      expect(foreseen.outcome, JSON.stringify(request)).toBe(outcome);
      if (foreseen.answer === null || answer === null) continue;
      const { preview, ...tried } = foreseen.answer.body as { preview: { total: number }; seq: number };
      expect({ ...tried, seq: this.seq }, JSON.stringify(request)).toEqual(answer.body);
      expect(preview.total, JSON.stringify(request)).toBe(this.seq - before);
    }
    await this.look();
  }

  /** Tries a request out, which leaves the record where it is. */
  private async foresee(operation: AnyOperation, input: Input): Promise<Sent> {
    const sent = await this.send(operation, { ...input, body: { ...(input.body as object), dry_run: true } });
    if (sent.answer !== null) expect(Number(sent.answer.headers["x-project-seq"])).toBe(this.seq);
    return sent;
  }

  private async send(operation: AnyOperation, input: Input): Promise<Sent> {
    try {
      return { outcome: "done", answer: await this.bench.call(operation, input) };
    } catch (error) {
      if (error instanceof ValidationProblem) return { outcome: "validation", answer: null };
      if (error instanceof Problem && error.status < 500) return { outcome: error.code, answer: null };
      throw error;
    }
  }

  pick(prefix: string, choice: number): string {
    const luck = choice % 16;
    if (luck === 0) return newId(prefix);
    const known = luck === 1 ? [...(this.ever.get(prefix) ?? [])] : (this.live.get(prefix) ?? []);
    return known[(choice >> 4) % known.length] ?? newId(prefix);
  }

  pickGone(prefixes: readonly string[], choice: number): string {
    const gone = prefixes.flatMap((prefix) => {
      const live = new Set(this.live.get(prefix));
      return [...(this.ever.get(prefix) ?? [])].filter((id) => !live.has(id));
    });
    return gone[choice % gone.length] ?? this.pick(prefixes[0] ?? "", choice);
  }

  private count(outcome: string): void {
    this.tally.set(outcome, (this.tally.get(outcome) ?? 0) + 1);
  }

  /** Takes note of what exists now. */
  private async look(): Promise<void> {
    const parts = resources.all().map(
      ({ table, prefix }) => sql`SELECT ${prefix}::text AS prefix, id FROM ${sql.identifier(table)}
        WHERE project_id = ${this.projectId} AND ${holds(null)}`,
    );
    const rows = await this.bench.database.reads.execute<{ prefix: string; id: string }>(
      sql`SELECT * FROM (${sql.join(parts, sql` UNION ALL `)}) t ORDER BY prefix, id`,
    );
    const groups = Map.groupBy(rows, ({ prefix }) => prefix);
    this.live = new Map([...groups].map(([prefix, all]) => [prefix, all.map(({ id }) => id)]));
    for (const [prefix, ids] of this.live) {
      this.ever.set(prefix, new Set([...(this.ever.get(prefix) ?? []), ...ids]));
    }
  }
}
