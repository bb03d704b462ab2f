import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { entityResource } from "#server/features/entities/public.ts";
import { newId } from "#server/kernel/ids.ts";
import { Problem, ValidationProblem } from "#server/kernel/problem.ts";
import { idOf } from "#server/kernel/validation/fields.ts";
import { projectWrite } from "#server/operation/operation.ts";
import { registry } from "#server/operations.ts";
import { holds } from "#server/record/versions.ts";
import { rounds } from "#test-size";
import { seedOf } from "./random-steps.ts";
import { refusal } from "./refusal.ts";
import { Story } from "./story.ts";
import { newCaller, openWorkbench, type Workbench } from "./workbench.ts";

const { entities, relationships, record, projects } = registry;

/** Workbenches that are separate processes to the database: each has pools and a queue of its own. */
let benches: Workbench[];
const PROCESSES = 4;
const WRITERS = 16;
/** Changes that each of them tries. */
const EACH = rounds({ gate: 12, full: 60 });

beforeAll(async () => {
  const first = await openWorkbench({ writes: 4, reads: 2 });
  const options = { url: first.url, caller: first.caller, writes: 4, reads: 2 };
  const others = await Promise.all(Array.from({ length: PROCESSES - 1 }, () => openWorkbench(options)));
  benches = [first, ...others];
});
afterAll(async () => {
  for (const bench of benches.toReversed()) await bench.close();
});

const benchOf = (n: number): Workbench => {
  const bench = benches[n % benches.length];
  if (bench === undefined) throw new Error("no workbench");
  return bench;
};

/** Writes everything a write writes, and then fails: what a crash or a lost connection leaves to the database. */
const doomed = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/doomed",
  scope: "write",
  summary: "Fail after writing",
  params: z.object({ project_id: idOf("prj") }),
  output: z.object({}),
  handle: async ({ record: unit }) => {
    const state = { external_id: newId("ext"), type: "location", name: "Never seen", properties: {} };
    const place = { parent_id: null, located: true, source_format: null, source_key: null, brought: null };
    for (let i = 0; i < 3; i++) {
      unit.create(entityResource, newId("ent"), { ...state, external_id: `${state.external_id}${i}`, ...place });
    }
    await unit.commit();
    throw new Problem("unavailable");
  },
});

describe("many writers and readers on one project", () => {
  test("given more restorations of a locked project than connections, then its neighbours are written meanwhile", async () => {
    const [elsewhere, here] = [benchOf(0), benchOf(1)];
    const [hot, neighbour] = [await elsewhere.newProject(), await here.newProject()];
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let hasLock = () => {};
    const locked = new Promise<void>((resolve) => {
      hasLock = resolve;
    });
    const holding = elsewhere.database.writes.transaction("write", async (db) => {
      await db.execute(sql`SELECT last_seq FROM project_heads WHERE project_id = ${hot} FOR UPDATE`);
      hasLock();
      await held;
    });
    await locked;
    const restorations = Array.from({ length: 8 }, () =>
      refusal(here.call(projects.restore, { params: { project_id: hot } })),
    );
    const body = { external_id: "beside", type: "npc", name: "N" };
    expect(await here.call(entities.create, { params: { project_id: neighbour }, body })).toMatchObject({
      status: 201,
    });
    release();
    await holding;
    for (const refused of await Promise.all(restorations)) expect(refused).toMatchObject({ code: "not_found" });
  });

  test("given rollbacks and conflicts, then no reader ever sees a gap, two versions, or a sequence that is not true", async () => {
    const seed = seedOf("sixteen writers");
    const story = await Story.begin(benchOf(0));
    const choices = fc.sample(fc.noBias(fc.tuple(fc.nat(99), fc.nat(1_000))), { numRuns: WRITERS * EACH, seed });
    const outcomes = new Map<string, number>();
    let writing = true;

    const writer = async (number: number): Promise<void> => {
      const bench = benchOf(number);
      const params = { project_id: story.projectId };
      for (const [what, which] of choices.slice(number * EACH, (number + 1) * EACH)) {
        const outcome = await write(bench, params, what, which).catch((error: unknown) => {
          if (error instanceof ValidationProblem) return "validation";
          if (error instanceof Problem) return error.code;
          throw error;
        });
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      }
    };
    const reads: Promise<number>[] = [
      watchGaps(benchOf(0), story.projectId, () => writing),
      watchVersions(benchOf(1), story.projectId, () => writing),
      watchFeed(benchOf(2), story.projectId, () => writing),
      watchSequence(benchOf(3), story.projectId, () => writing),
    ];
    try {
      await Promise.all(Array.from({ length: WRITERS }, (_, number) => writer(number)));
    } finally {
      writing = false;
    }
    const looks = await Promise.all(reads);
    process.stdout.write(`outcomes ${JSON.stringify([...outcomes])}, looks ${looks.join(", ")}\n`);
    // How many writers meet an entity that is gone depends on the machine.
    expect(outcomes.get("done")).toBeGreaterThan((WRITERS * EACH) / 10);
    expect(outcomes.get("unavailable")).toBeGreaterThan(10);
    expect(outcomes.get("edit_conflict")).toBeGreaterThan(0);
    for (const count of looks) expect(count).toBeGreaterThan(3);
    const report = await benchOf(0).replay(story.projectId);
    expect(report.differences).toEqual([]);
    const rows = await benchOf(0).database.reads.execute<{ n: number }>(
      sql`SELECT count(*) AS n FROM entity_versions WHERE project_id = ${story.projectId} AND name = 'Never seen'`,
    );
    expect(rows[0]?.n).toBe(0);
  });
});

/** A few hot entities, so that writers meet. */
async function write(bench: Workbench, params: Record<string, string>, what: number, which: number): Promise<string> {
  const external_id = `hot-${which % 12}`;
  if (what < 12) {
    await bench.call(doomed, { params });
  } else if (what < 60) {
    const parent = which % 3 === 0 ? {} : { parent_external_id: `hot-${which % 7}` };
    const body = { external_id, type: "location", name: `n${which}`, properties: { n: which }, ...parent };
    await bench.call(entities.upsert, { params, body });
  } else {
    const page = await bench.call(entities.list, { params, query: { external_id } });
    const seen = page.body.entities[0];
    if (seen === undefined) return "absent";
    const at = { params: { ...params, entity_id: seen.id } };
    const base_seq = Number(page.headers["x-project-seq"]);
    if (what < 85) {
      await bench.call(entities.update, { ...at, body: { name: `edited ${which}`, base_seq } });
      // Whoever edits twice from what was seen once meets a conflict on every machine.
      if (which % 2 === 0) {
        await bench.call(entities.update, { ...at, body: { name: `edited again ${which}`, base_seq } });
      }
    } else if (what < 93) {
      await bench.call(entities.delete, { ...at, query: { children: which % 2 === 0 ? "cascade" : "detach" } });
    } else {
      await bench.call(relationships.create, {
        params,
        body: { type: "knows", source_id: seen.id, target_id: seen.id },
      });
    }
  }
  return "done";
}

/** Each statement sees only what is committed: the record must have no hole in any of them. */
async function watchGaps(bench: Workbench, projectId: string, going: () => boolean): Promise<number> {
  let looks = 0;
  for (; going(); looks++) {
    const rows = await bench.database.reads.execute<{ top: number; n: number; head: number; open_commits: number }>(
      sql`SELECT max(seq) AS top, count(*) AS n, (SELECT last_seq FROM project_heads WHERE project_id = ${projectId}) AS head,
            max(commit_seq) - max(seq) AS open_commits FROM events WHERE project_id = ${projectId}`,
    );
    const row = rows[0];
    expect([row?.n, row?.head, row?.open_commits]).toEqual([row?.top, row?.top, 0]);
  }
  return looks;
}

/** Watches that at no sequence a subject has two versions or two paths, nor two entities have one external_id. */
async function watchVersions(bench: Workbench, projectId: string, going: () => boolean): Promise<number> {
  let looks = 0;
  for (; going(); looks++) {
    await bench.snapshot(async (db) => {
      const [head] = await db.execute<{ last_seq: number }>(
        sql`SELECT last_seq FROM project_heads WHERE project_id = ${projectId}`,
      );
      for (const seq of [null, Math.floor((head?.last_seq ?? 0) / 2)]) {
        const where = sql`project_id = ${projectId} AND ${holds(seq)}`;
        const doubles = await db.execute(
          sql`SELECT id FROM entity_versions WHERE ${where} GROUP BY id HAVING count(*) > 1
              UNION ALL SELECT external_id FROM entity_versions WHERE ${where} GROUP BY external_id HAVING count(*) > 1
              UNION ALL SELECT entity_id FROM entity_paths WHERE ${where} GROUP BY entity_id HAVING count(*) > 1`,
        );
        expect([...doubles]).toEqual([]);
      }
    });
  }
  return looks;
}

/** A cursor over the change feed never skips and never repeats. */
async function watchFeed(bench: Workbench, projectId: string, going: () => boolean): Promise<number> {
  let looks = 0;
  let after = 0;
  for (; going(); looks++) {
    const page = await bench.ask(record.events, {
      params: { project_id: projectId },
      query: { after_seq: after, limit: 7 },
    });
    expect(page.events.map(({ seq }) => seq)).toEqual(page.events.map((_, index) => after + 1 + index));
    after = page.events.at(-1)?.seq ?? after;
  }
  return looks;
}

/** Watches that a list gives the same answer again when it is asked for the sequence that it named. */
async function watchSequence(bench: Workbench, projectId: string, going: () => boolean): Promise<number> {
  let looks = 0;
  const params = { project_id: projectId };
  for (; going(); looks++) {
    const now = await bench.call(entities.list, { params, query: { limit: 100 } });
    const at_seq = Number(now.headers["x-project-seq"]);
    const then = await bench.call(entities.list, { params, query: { limit: 100, at_seq } });
    const told = (page: typeof now) =>
      page.body.entities.map(({ id, name, location_path, valid_from_seq }) => [
        id,
        name,
        location_path,
        valid_from_seq,
      ]);
    expect(told(then)).toEqual(told(now));
    expect(then.body.total).toBe(now.body.total);
  }
  return looks;
}

describe("writers that race for one thing", () => {
  test("given two moves that together make a circle, then exactly one wins", async () => {
    const story = await Story.begin(benchOf(0));
    for (let round = 0; round < 10; round++) {
      const [a, b] = [
        await story.place(`a${round}`, { parent_id: null }),
        await story.place(`b${round}`, { parent_id: null }),
      ];
      const move = (n: number, id: string, parent_id: string) =>
        benchOf(n).call(entities.update, {
          params: { project_id: story.projectId, entity_id: id },
          body: { parent_id },
        });
      const results = await Promise.allSettled([move(1, a, b), move(2, b, a)]);
      expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      const lost = results.find((result) => result.status === "rejected");
      expect(lost?.reason).toBeInstanceOf(ValidationProblem);
    }
    expect((await benchOf(0).replay(story.projectId)).differences).toEqual([]);
  });

  test("given many creates of one external_id, then one wins and the others are told who", async () => {
    const story = await Story.begin(benchOf(0));
    const body = { external_id: "gate", type: "location", name: "Gate" };
    const params = { project_id: story.projectId };
    const results = await Promise.allSettled(
      Array.from({ length: 12 }, (_, n) => benchOf(n).ask(entities.create, { params, body })),
    );
    const won = results.flatMap((result) => (result.status === "fulfilled" ? [result.value.id] : []));
    expect(won).toHaveLength(1);
    for (const result of results) {
      if (result.status === "rejected") {
        expect(result.reason).toMatchObject({ code: "external_id_taken", detail: { entity_id: won[0] } });
      }
    }
  });

  test("given many updates from one version, then If-Match lets exactly one through", async () => {
    const story = await Story.begin(benchOf(0));
    const id = await story.place("gate");
    const ifMatch = (await story.entity(id)).valid_from_seq ?? 0;
    const params = { project_id: story.projectId, entity_id: id };
    const results = await Promise.allSettled(
      Array.from({ length: 12 }, (_, n) =>
        benchOf(n).ask(entities.update, { params, body: { name: `n${n}` }, ifMatch }),
      ),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await story.seq()).toBe(3);
  });
});

describe("the line of a project's writers", () => {
  test("given it is long, then strangers are refused at once, and neither learn of it nor lengthen it", async () => {
    const { caller, services, newProject, ask, call } = benchOf(0);
    const projectId = await newProject("A hot project");
    const params = { project_id: projectId };
    const { create } = entities;
    const code = async (work: Promise<unknown>) => (await refusal(work)).code;
    // Another process knows nothing of the project yet; this one has written to it.
    for (const [n, bench] of [benchOf(0), benchOf(1)].entries()) {
      const body = { external_id: `ada-${n}`, type: "npc", name: "Ada" };
      let letGo = () => {};
      const first = bench.services.queue.run(projectId, () => new Promise<void>((resolve) => (letGo = resolve)));
      const own = bench.ask(create, { params, body });
      const strangers = [
        newCaller(),
        { ...caller, modes: ["live" as const] },
        { ...caller, projectIds: [newId("prj")] },
      ].map((stranger) => code(bench.call(create, { params, body, caller: stranger })));
      const missing = code(bench.call(create, { params: { project_id: newId("prj") }, body }));
      // Nothing lets the line move on before they are answered.
      expect(await Promise.all([...strangers, missing])).toEqual(Array(4).fill("not_found"));
      letGo();
      await first;
      expect((await own).name).toBe("Ada");
    }
    await ask(projects.delete, { params });
    const gone = code(call(create, { params, body: { external_id: "late", type: "npc", name: "Ada" } }));
    expect([await gone, services.queue.isBusy(projectId)]).toEqual(["not_found", false]);
  });
});
