import { randomUUID } from "node:crypto";
import { newId } from "#server/kernel/ids.ts";
import { registry } from "#server/operations.ts";
import type { Workbench } from "#tests/record/workbench.ts";
import type { Episode, Turn } from "./read-crd3.ts";

/** Lines of one batch. */
const AT_ONCE = 500;

/** A project whose dialogues are the episodes, each a line a turn that leads to the next. */
export async function loadEpisodes(bench: Workbench, episodes: readonly Episode[]) {
  const params = { project_id: await bench.newProject() };
  const lineOf = new Map<Turn, string>();
  const dialogues = new Map<string, string>();
  for (const { name, turns } of episodes) {
    const { id } = await bench.ask(registry.dialogues.create, { params, body: { name } });
    dialogues.set(name, id);
    for (const turn of turns) lineOf.set(turn, newId("node"));
    for (let at = 0; at < turns.length; at += AT_ONCE) {
      const operations = turns.slice(at, at + AT_ONCE).map((turn, i) => {
        const next = turns[at + i + 1];
        const branches = next === undefined ? [] : [{ target_node_id: lineOf.get(next), choice_text: "" }];
        const node = { id: lineOf.get(turn), text: turn.text, speaker_label: turn.speaker.slice(0, 200), branches };
        return { op: "node.create", node };
      });
      await bench.ask(registry.dialogues.batch, {
        params: { ...params, graph_id: id },
        body: { batch_id: randomUUID(), client_id: "bench-retrieval", gestures: [{ label: "Load", operations }] },
      });
    }
  }
  return { params, dialogues, lineOf };
}
