import { beforeEach, expect, test } from "vitest";
import { playedFromWire } from "#domain/runtime/from-wire.ts";
import { begin, choose } from "#domain/runtime/run.ts";
import type { WorldChange } from "#domain/runtime/story.ts";
import type { StudioClient } from "../../frame/api/client.ts";
import { branch, sampleNode } from "../model/sample-content.ts";
import { carriedTo, dropCarried } from "./carried-play.ts";
import { carryRun } from "./play-run.ts";

const STORY = {
  base_seq: 4,
  dialogue: {
    id: "dlg_a",
    start_node_id: null,
    nodes: [
      sampleNode({
        id: "node_1",
        text: "Halt!",
        branches: [{ ...branch("br_pay", "Pay."), target_node_id: "node_2" }],
      }),
      sampleNode({ id: "node_2", text: "Pass.", branches: [branch("br_on", "Go on.")] }),
    ],
  },
  others: [],
  variables: [{ id: "var_1", name: "coins", type: "integer", default: 3, scope: "dialogue" }],
};

beforeEach(dropCarried);

/** Carries a playthrough that began with these values and paid, as the service tells of it. */
async function carried(values: Record<string, number>, quests: WorldChange[] = []) {
  const played = playedFromWire(STORY as never);
  const first = begin(played, { seed: 7, values, quests });
  const pay = played.nodes.get("node_1")?.branches[0];
  if (pay === undefined) throw new Error("the story has no branch");
  const { state } = choose(played, first.state, pay);
  const page = { trace: [], proposed: [], text_marks: [] };
  const said = (node_id: string, text: string) => [{ graph_id: "dlg_a", node_id, text, text_marks: [] }];
  const run = {
    graph_id: "dlg_a",
    base_seq: 4,
    seed: 7,
    state,
    pages: 2,
    transcript: [
      { did: "begin", branch_id: null, text: null, said: said("node_1", "Halt!"), ...page },
      { did: "choose", branch_id: "br_pay", text: "Pay.", said: said("node_2", "Pass."), ...page },
    ],
  };
  const asked: object[] = [];
  const client = {
    runs: {
      get: { query: async () => run },
      story: {
        query: async (input: object) => {
          asked.push(input);
          return STORY;
        },
      },
    },
  };
  await carryRun("dlg_a", { client: client as unknown as StudioClient, projectId: "prj_1", runId: "run_1" });
  expect(asked).toEqual([{ project_id: "prj_1", graph_id: "dlg_a", at_seq: 4 }]);
  return carriedTo("prj_1", "dlg_a")?.pages.map((each) => [each.said.map(({ text }) => text), each.state.values]);
}

test("a playthrough is in the player page by page, so that one can step back in it", async () => {
  expect(await carried({})).toEqual([
    [["Halt!"], { var_1: 3 }],
    [["Pass."], { var_1: 3 }],
  ]);
});

test("one that began with a quest of its player stands where it stands, with the quest", async () => {
  const quest: WorldChange = { what: "quest", entity: "qst_1", key: "state", value: "active" };
  expect(await carried({}, [quest])).toEqual([[["Pass."], { var_1: 3 }]]);
});

test("one that is opened at a save is asked for at its step", async () => {
  const asked: object[] = [];
  const query = async (input: object) => {
    asked.push(input);
    throw new Error("offline");
  };
  const client = { runs: { get: { query } } } as unknown as StudioClient;
  const place = { client, projectId: "prj_1", runId: "run_1", step: 4 };
  await expect(carryRun("dlg_a", place)).rejects.toThrow("offline");
  expect(asked).toEqual([{ project_id: "prj_1", run_id: "run_1", pages: 1_000, step: 4 }]);
});

test("one that began with values nobody is told of stands where it stands, with its own values", async () => {
  expect(await carried({ var_1: 9 })).toEqual([[["Pass."], { var_1: 9 }]]);
});
