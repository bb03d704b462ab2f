import { newId } from "#server/kernel/ids.ts";
import { registry } from "#server/operations.ts";
import type { Story } from "#tests/record/story.ts";

const { dialogues, entities, facts, quests, variables } = registry;

const lit = (value: unknown) => ({ lit: value });

/**
 * A gate at which whoever plays tells Odo who forged the seal, hears of the tide, takes up a quest and comes on with it, throws dice, does
 * what a command says, and leaves.
 */
export async function gateStory(story: Story) {
  const person = async (name: string) =>
    (await story.ask(entities.create, { body: { type: "character", name, external_id: name } })).id;
  const [odo, wenna] = [await person("odo"), await person("wenna")];
  const fact = async (text: string, known_by: string[] | "everyone") =>
    (await story.ask(facts.create, { body: { text, known_by } })).id;
  const seal = await fact("The abbot forged the seal.", [wenna]);
  const tide = await fact("The tide turns at four.", []);
  await fact("The gate is shut.", "everyone");
  const { id: coins } = await story.ask(variables.create, { body: { name: "coins", type: "integer", default: 5 } });
  const quest = await story.ask(quests.create, {
    body: { name: "Rope", repeatable: true, stages: [{ name: "Find", objectives: [{ text: "Find rope", count: 2 }] }] },
  });
  const objective = quest.stages[0]?.objectives[0]?.id ?? "";
  const { id: graph_id } = await story.ask(dialogues.create, { body: { name: "The gate" } });
  const [gate, road, oar, out] = [newId("node"), newId("node"), newId("node"), newId("node")];
  const add = (id: string, body: object) =>
    story.ask(dialogues.createNode, { params: { graph_id }, body: { id, ...body } });
  await add(gate, {
    text: "Odo waits. You have {coins}.",
    speaker_id: odo,
    branches: [
      {
        choice_text: "Tell him of the seal",
        target_node_id: gate,
        conditions: [{ op: "not", args: [{ fn: "knows", args: [lit(odo), lit(seal)] }] }],
        effects: [{ op: "fact.tell", target: odo, key: seal, value: lit("told") }],
      },
      {
        choice_text: "Ask for the tide",
        target_node_id: road,
        conditions: [{ fn: "knows", args: [lit(odo), lit(seal)] }],
        effects: [{ op: "fact.tell", target: null, key: tide, value: null }],
      },
      {
        choice_text: "Take up the rope",
        target_node_id: gate,
        effects: [{ op: "quest.set_state", target: quest.id, value: lit("active") }],
      },
      {
        choice_text: "Find rope",
        target_node_id: gate,
        conditions: [{ op: "eq", args: [{ fn: "quest_state", args: [lit(quest.id)] }, lit("active")] }],
        effects: [{ op: "quest.advance", target: quest.id, key: objective, value: lit(1) }],
      },
      {
        choice_text: "Throw dice",
        target_node_id: gate,
        repeat: "limited",
        repeat_limit: 3,
        effects: [{ op: "set", target: coins, value: { fn: "random", args: [lit(0), lit(9)] } }],
      },
      { choice_text: "Row", target_node_id: oar },
      { choice_text: "Leave", target_node_id: out },
    ],
  });
  await add(road, { text: "Low water.", speaker_id: wenna, branches: [{ kind: "auto", target_node_id: gate }] });
  await add(oar, {
    kind: "command",
    text: "Play the sound of an oar.",
    branches: [{ kind: "auto", target_node_id: gate }],
  });
  await add(out, { kind: "end", text: "You leave." });
  await story.ask(dialogues.update, { params: { graph_id }, body: { start_node_id: gate } });
  return { graph_id, odo, wenna, seal, tide, quest: quest.id, coins };
}
