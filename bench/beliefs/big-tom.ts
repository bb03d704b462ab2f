import { readFileSync } from "node:fs";
import { join } from "node:path";
import { registry } from "#server/operations.ts";
import type { Workbench } from "#tests/record/workbench.ts";
import type { Belief } from "./belief.ts";

/** Conditions of a story: what somebody sees happen, or does not. */
const CONDITIONS = ["aware", "unaware", "control, aware", "control, unaware"] as const;

/**
 * Asks what the protagonist of each story believes, in each of four conditions. What happens supersedes what was believed before, and is
 * known by whoever sees it; in the controls something else happens, that changes nothing.
 *
 * @param folder with `data/bigtom/bigtom.csv` of github.com/cicl-stanford/procedural-evals-tom.
 */
export async function askBigTom(bench: Workbench, folder: string): Promise<Belief[]> {
  const rows = readFileSync(join(folder, "data", "bigtom", "bigtom.csv"), "utf8")
    .trimEnd()
    .split("\n");
  const params = { project_id: await bench.newProject() };
  const beliefs: Belief[] = [];
  for (const [n, row] of rows.entries()) {
    const columns = row.split(";");
    const [story = "", , , , , question = "", , , after = "", , , before = "", , , random = ""] = columns;
    const name = story.split(" ")[0] ?? "";
    for (const condition of CONDITIONS) {
      const body = { external_id: `${n}-${condition}`, name, type: "person" };
      const { id } = await bench.ask(registry.entities.create, { params, body });
      const fact = (text: string, known_by: string[]) => ({ text, subject_id: id, known_by });
      const believed = await bench.ask(registry.facts.create, { params, body: fact(before, [id]) });
      const isAware = !condition.endsWith("unaware");
      const known_by = isAware ? [id] : [];
      const isControl = condition.startsWith("control");
      if (isControl) {
        await bench.ask(registry.facts.create, { params, body: { text: random, known_by } });
      } else {
        await bench.ask(registry.facts.supersede, {
          params: { ...params, fact_id: believed.id },
          body: { by: fact(after, known_by), reason: "It changed.", mode: "from" },
        });
      }
      const right = isAware && !isControl ? after : before;
      const { knowledge } = await bench.ask(registry.facts.knowledge, {
        params: { ...params, entity_id: id },
        query: { subject_id: id },
      });
      const { sections } = await bench.ask(registry.context.assemble, {
        params,
        body: { query: question, as: id, subject_ids: [id], token_budget: 500, sections: ["facts"] },
      });
      const held = knowledge.map(({ fact: { text } }) => text);
      const said = sections.flatMap(({ items }) =>
        items.filter(({ subject_id }) => subject_id === id).map(({ text }) => text),
      );
      for (const [way, texts] of [
        ["knowledge", held],
        ["context", said],
      ] as const)
        beliefs.push({ set: "BigTOM", way, isRight: texts.length === 1 && texts[0] === right });
    }
  }
  return beliefs;
}
