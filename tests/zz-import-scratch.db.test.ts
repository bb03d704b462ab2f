import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { canonicalJson } from "#domain/canonical-json.ts";
import { seedDemo } from "#server/demo/seed.ts";
import { exportDialogue } from "#server/features/dialogues/operations/export-dialogue.ts";
import { importDialogues } from "#server/features/dialogues/operations/import-dialogues.ts";
import { listDialogues } from "#server/features/dialogues/operations/list-dialogues.ts";
import { validateDialogue } from "#server/features/dialogues/operations/validate-dialogue.ts";
import { newCaller, openWorkbench, type Workbench } from "#tests/record/workbench.ts";
let bench: Workbench;
beforeAll(async () => { bench = await openWorkbench(); });
afterAll(() => bench.close());
const dir = "/work/shared/corpus/stories/twee/";
it("round trip twee", async () => {
  const project_id = await bench.newProject();
  const other = await bench.newProject();
  for (const f of readdirSync(dir)) {
    const content = readFileSync(dir + f, "utf8");
    const a = await bench.ask(importDialogues, { params: { project_id }, body: { format: "twee3", content } });
    const graph_id = a.graphs[0]!.id;
    const first = await bench.call(exportDialogue, { params: { project_id, graph_id }, query: { format: "fabula_json" } });
    const c1 = canonicalJson(first.body.content);
    const same = await bench.call(importDialogues, { params: { project_id }, body: { format: "fabula_json", content: first.body.content } });
    expect(same.headers["x-project-seq"]).toBe(first.headers["x-project-seq"]);
    const away = await bench.call(importDialogues, { params: { project_id: other }, body: { format: "fabula_json", content: first.body.content } });
    const back = await bench.ask(exportDialogue, { params: { project_id: other, graph_id: away.body.graphs[0]!.id }, query: {} });
    expect(canonicalJson(back.content)).toBe(c1);
    const again = await bench.call(importDialogues, { params: { project_id: other }, body: { format: "fabula_json", content: back.content } });
    expect(again.headers["x-project-seq"]).toBe(away.headers["x-project-seq"]);
  }
  expect((await bench.replay(project_id)).differences).toEqual([]);
  expect((await bench.replay(other)).differences).toEqual([]);
});
it("seeds", async () => {
  const t = performance.now();
  const made = await seedDemo(bench.services);
  console.log(made, performance.now() - t);
  expect(await seedDemo(bench.services)).toBe(null);
  const caller = newCaller({ workspaceId: made!.workspace_id });
  const params = { project_id: made!.project_id };
  const { dialogues } = await bench.ask(listDialogues, { params, caller });
  for (const d of dialogues) {
    console.log(d.name, d.node_count, await bench.ask(validateDialogue, { params: { ...params, graph_id: d.id }, caller }));
    const e = await bench.ask(exportDialogue, { params: { ...params, graph_id: d.id }, caller, query: {} });
    const other = await bench.newProject();
    const r = await bench.ask(importDialogues, { params: { project_id: other }, body: { format: "fabula_json", content: e.content } });
    console.log(JSON.stringify(r.report).slice(0, 500), e.filename);
    const b = await bench.ask(exportDialogue, { params: { project_id: other, graph_id: r.graphs[0]!.id }, query: {} });
    expect(canonicalJson(b.content)).toBe(canonicalJson(e.content));
  }
  expect((await bench.replay(made!.project_id)).differences).toEqual([]);
});
