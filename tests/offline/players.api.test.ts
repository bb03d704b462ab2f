import { afterAll, beforeAll, expect, test } from "vitest";
import { loadedGame, newGame, played } from "#domain/offline/game.ts";
import { knows } from "#domain/offline/known-facts.ts";
import { readSave, writeSave } from "#domain/offline/save.ts";
import { type PostToServer, sendGame } from "#domain/offline/send-game.ts";
import { choose, offersOf, type Page, stand } from "#domain/runtime/run.ts";
import type { PlayState } from "#domain/runtime/state.ts";
import { newId } from "#server/kernel/ids.ts";
import { expectInvalidAt, expectProblem } from "#tests/contract/expectations.ts";
import type { Loose } from "#tests/graphql/client.ts";
import { knownWorld } from "#tests/players/known-world.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { readDialogue } from "../../packages/runtime/src/index.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const CANARY = "canary-of-authors";

/** A gate at which a card counts fame over playthroughs, tells the keeper and the avatar facts, and hides what authors keep. */
async function gateOfPlayers() {
  const world = await knownWorld(api);
  const { ask, avatar, keeper } = world;
  const fact = async (text: string, known_by: string[]) =>
    (await ask("POST", "/facts", { text, known_by })).id as string;
  const seal = await fact("The abbot forged the seal.", [avatar]);
  const hidden = await fact(`The ${CANARY} forged it.`, []);
  const variable = async (name: string, more: object) =>
    (await ask("POST", "/variables", { name, type: "integer", ...more })).id as string;
  const fame = await variable("fame", { scope: "project", default: 0 });
  await variable("plot", { type: "string", default: CANARY });
  const { id: graph_id } = await ask("POST", "/game-narrative/dialogues", { name: "The gate" });
  const [gate, yard] = [newId("node"), newId("node")];
  const nodes = `/game-narrative/dialogues/${graph_id}/nodes`;
  const property = { op: "property.set", target: keeper, key: "plan", value: { lit: CANARY } };
  const tell = (key: string) => ({ op: "fact.tell", target: keeper, key, value: null });
  await ask("POST", nodes, {
    ...{ id: yard, text: "You are known {fame} times.", speaker_id: keeper },
    branches: [{ choice_text: "Back", target_node_id: gate }],
  });
  await ask("POST", nodes, {
    ...{ id: gate, text: "Halt.", speaker_id: keeper },
    branches: [
      {
        ...{ choice_text: "In", target_node_id: yard },
        effects: [{ op: "add", target: fame, value: { lit: 1 } }, ...[property, tell(seal), tell(hidden)]],
      },
    ],
  });
  await ask("POST", nodes, { text: "Nothing leads here, {plot}." });
  await ask("PATCH", `/game-narrative/dialogues/${graph_id}`, { start_node_id: gate });
  return { ...world, graph_id, seal, hidden, fame };
}

test("the token of a player plays offline, sends what was played and loads, and is told nothing that is not the player's", async () => {
  const { project_id, ask, send, tokenOf, ana, bob, keeper, graph_id, seal, hidden } = await gateOfPlayers();
  const token = await tokenOf(ana);
  const seen: string[] = [];
  const asPlayer = async (method: string, path: string, body?: unknown) => {
    const answer = await ask(method, `/game-narrative${path}`, body, token);
    seen.push(JSON.stringify(answer));
    return answer;
  };
  const post: PostToServer = async (path, body) => {
    const answer = await api.call<Loose>("POST", `/v1/projects/${project_id}/game-narrative${path}`, {
      ...{ key: token, body: body as Record<string, unknown> },
    });
    expect([path, answer.status < 300 || answer.body]).toEqual([path, true]);
    seen.push(JSON.stringify(answer.body));
    return answer.body;
  };
  const begin = async () => {
    const run = await asPlayer("POST", `/dialogues/${graph_id}/runs`, {});
    const file = await asPlayer("GET", `/dialogues/${graph_id}/story?at_seq=${run.base_seq}`);
    const { step, state } = await asPlayer("POST", `/runs/${run.id}/actions`, { step: 0, actions: [] });
    const { dialogue, ...parts } = file;
    return { file, story: readDialogue(dialogue, parts), game: newGame({ id: run.id, step }, state as PlayState) };
  };
  const only = (story: Parameters<typeof stand>[0], state: PlayState): Page => {
    const [offer] = offersOf(stand(story, state).halt);
    if (offer === undefined) throw new Error("nothing is offered");
    return choose(story, state, offer.branch);
  };
  const { file, story, game: first } = await begin();
  const save = JSON.stringify(writeSave(file, first));
  const inYard = only(story, first.state);
  expect(inYard.said.map(({ text }) => text)).toEqual(["You are known 1 times."]);
  let game = played(first, { client_id: "1", choose: inYard.way[0] ?? "" }, inYard.state);
  expect(knows(file, game.state, keeper, seal)).toBe(true);
  const sent = await sendGame(game, post);
  expect([sent.refused, sent.game.run?.step]).toEqual([null, 1]);
  // The state that the server answers is that which the game came to by itself.
  expect(sent.game.state).toEqual(JSON.parse(JSON.stringify(game.state)));
  const knowledge = async (run: string | undefined) =>
    (await ask("GET", `/entities/${keeper}/knowledge?run=${run}`)).knowledge.map(({ fact }: Loose) => fact.id);
  expect((await knowledge(sent.game.run?.id)).toSorted()).toEqual([seal, hidden].toSorted());
  // The next playthrough brings along what is kept for the player, offline as well.
  const next = await begin();
  expect(only(next.story, next.game.state).said.map(({ text }) => text)).toEqual(["You are known 2 times."]);
  // Loaded, she forgets; what is done then is a playthrough of its own, made once though it is sent twice.
  game = loadedGame(readSave(file, save), newId("run"));
  expect(knows(file, game.state, keeper, seal)).toBe(false);
  const [one, other] = await Promise.all([sendGame(game, post), sendGame(game, post)]);
  expect(one).toEqual(other);
  expect(await knowledge(one.game.run?.id)).toEqual([]);
  expect(await ask("GET", `/game-narrative/runs/${game.run?.id}`)).toMatchObject({ player_id: ana, forked_step: 0 });
  expect(seen.filter((answer) => answer.includes(CANARY))).toEqual([]);
  const actions = `/game-narrative/runs/${game.run?.id}/actions`;
  const refused = (body: object, key: string) => send("POST", actions, body, key);
  const variables = { step: 0, actions: [{ client_id: "9", answer: { variables: { fame: 9 } } }] };
  expectInvalidAt(await refused(variables, token), ["body", "actions", 0, "answer", "variables"]);
  expectProblem(api, await refused({ step: 0, actions: [] }, await tokenOf(bob)), "not_found");
  expectProblem(api, await refused({ step: 7, actions: [] }, token), "run_step");
});
