import { readFileSync } from "node:fs";
import { join } from "node:path";
import { registry } from "#server/operations.ts";
import type { Workbench } from "#tests/record/workbench.ts";
import type { Belief } from "./belief.ts";

interface Item {
  readonly deception: boolean;
  readonly question_order: number;
  readonly story: string;
  readonly question: string;
  readonly answer: string;
}

/** Happening in a story. */
type Happening =
  | { readonly kind: "enter" | "exit"; readonly who: readonly string[]; readonly room: string }
  | { readonly kind: "place"; readonly thing: string; readonly place: string };

/** Reads what matters of a story: who comes and goes, and where things are put. Everything else in it is noise. */
function happenings(story: string): Happening[] {
  return story.split("\n").flatMap((line): Happening[] => {
    const walk = /^\d+ (.+) (enter|exit)ed the (\w+)\.$/.exec(line);
    if (walk !== null) {
      const [, people = "", kind, room = ""] = walk;
      return [{ kind: kind as "enter" | "exit", who: people.split(/, | and /), room }];
    }
    const put = /^\d+ (?:The (\w+) is in the|\w+ moved the (\w+) to the) (\w+)\.$/.exec(line);
    return put === null ? [] : [{ kind: "place", thing: put[1] ?? put[2] ?? "", place: put[3] ?? "" }];
  });
}

/**
 * Asks the questions of order 0 and 1 without deception. The client says who is there: whoever is in a room knows what is put there, and
 * whoever enters it sees what lies there. Where a thing is now is one chain of facts. For each question one fact may come, the right one.
 *
 * @param folder with `Hi-ToM_data.json` of github.com/ying-hui-he/Hi-ToM_dataset.
 */
export async function askHiTom(bench: Workbench, folder: string): Promise<Belief[]> {
  const { data } = JSON.parse(readFileSync(join(folder, "Hi-ToM_data.json"), "utf8")) as { data: Item[] };
  const asked = data.filter(({ deception, question_order: order }) => !deception && order <= 1);
  const beliefs: Belief[] = [];
  for (const item of asked) {
    const params = { project_id: await bench.newProject() };
    const world = await tell(bench, params, item.story);
    const [, thinker, thing] = /^Where (?:is|does (\w+) really think) the (\w+)/.exec(item.question) ?? [];
    const fact_about = { subject_id: world.get(thing ?? ""), superseded: false };
    const reader = thinker === undefined ? undefined : world.get(thinker);
    const { facts } = await bench.ask(registry.facts.list, {
      params,
      query: { ...fact_about, ...(reader !== undefined && { as: reader }) },
    });
    const { sections } = await bench.ask(registry.context.assemble, {
      params,
      body: {
        query: item.question,
        subject_ids: [fact_about.subject_id ?? ""],
        as: reader ?? null,
        token_budget: 500,
        sections: ["facts"],
      },
    });
    const right = `The ${thing} is in the ${item.answer}.`;
    for (const [way, texts] of [
      ["list of facts", facts.map(({ text }) => text)],
      ["context", sections.flatMap(({ items }) => items.map(({ text }) => text))],
    ] as const) {
      beliefs.push({
        set: `Hi-ToM, order ${item.question_order}`,
        way,
        isRight: texts.length === 1 && texts[0] === right,
      });
    }
  }
  return beliefs;
}

/** Tells a story; answers the ids of its people and things. */
async function tell(
  bench: Workbench,
  params: { project_id: string },
  story: string,
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  const idOf = async (who: string, type: string): Promise<string> => {
    const known = ids.get(who);
    if (known !== undefined) return known;
    const body = { external_id: who, name: who, type };
    const { id } = await bench.ask(registry.entities.create, { params, body });
    ids.set(who, id);
    return id;
  };
  const present = new Map<string, Set<string>>();
  const lying = new Map<string, { fact_id: string; room: string }>();
  let here = "";
  for (const event of happenings(story)) {
    if (event.kind === "place") {
      const subject_id = await idOf(event.thing, "item");
      const body = {
        text: `The ${event.thing} is in the ${event.place}.`,
        subject_id,
        known_by: [...(present.get(here) ?? [])],
      };
      const before = lying.get(event.thing);
      const fact =
        before === undefined
          ? await bench.ask(registry.facts.create, { params, body })
          : (
              await bench.ask(registry.facts.supersede, {
                params: { ...params, fact_id: before.fact_id },
                body: { by: body, reason: "It was moved.", mode: "from" },
              })
            ).by;
      lying.set(event.thing, { fact_id: fact.id, room: here });
      continue;
    }
    const people = await Promise.all(event.who.map((who) => idOf(who, "person")));
    if (event.kind === "exit") {
      for (const id of people) present.get(event.room)?.delete(id);
      continue;
    }
    here = event.room;
    for (const others of present.values()) for (const id of people) others.delete(id);
    present.set(here, new Set([...(present.get(here) ?? []), ...people]));
    for (const { fact_id, room } of lying.values()) {
      if (room !== here) continue;
      await bench.ask(registry.facts.tell, { params: { ...params, fact_id }, body: { to: people, how: "saw" } });
    }
  }
  return ids;
}
