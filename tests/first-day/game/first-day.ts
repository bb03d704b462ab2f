// A first day with Fabula: a world, a story, a character with a model, a webhook, a mirror and a key for players.
//   npx openapi-typescript $FABULA_URL/v1/openapi.json --output fabula/api.d.ts
//   curl --remote-name-all --output-dir fabula $FABULA_URL/runtime.js $FABULA_URL/runtime.d.ts
//   FABULA_URL=… FABULA_KEY=sk_test_… MODEL_URL=… MODEL_KEY=… node first-day.ts
import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { keepChanges, recall, remember, speak, storeModelKey } from "./character.ts";
import { Fabula, FabulaError, type Schemas } from "./client.ts";
import { Mirror, readLists } from "./mirror.ts";
import { type Playthrough, playOffline, playOnline, type Turn } from "./play.ts";
import { writeStory } from "./story.ts";
import { eventOf, gradeOf, register, startReceiver } from "./webhooks.ts";
import { hideSecrets, loadWorld, readNames, rename } from "./world.ts";

const setting = (name: string): string => {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set`);
  return value;
};

const url = setting("FABULA_URL");
const SEED = 7;

/** Makes a project, and a key for each part of the game with no more scopes than it needs. */
async function begin(admin: Fabula) {
  const { data: project } = await admin.post("/v1/projects", { body: { name: "The Lantern Isles" } });
  const keyFor = async (body: Schemas["KeysCreateRequest"]) => {
    const { data } = await admin.post("/v1/keys", { body: { ...body, project_ids: [project.id] } });
    return new Fabula(url, data.key);
  };
  return {
    project_id: project.id,
    loader: await keyFor({ name: "World loader", scopes: ["read", "write"] }),
    server: await keyFor({
      name: "Game server",
      scopes: ["read", "write", "generate", "byok:write", "webhooks:manage"],
    }),
    players: await keyFor({ name: "Game client", kind: "publishable" }),
  };
}

/** Plays the same night: is refused, asks, pays with the token, takes a step back and rows on. */
async function playNight(play: Playthrough): Promise<Turn[]> {
  const turns = [play.turn];
  const note = () => turns.push(play.turn);
  await play.choose("Ask about the lamp").then(note);
  await play.choose().then(note);
  await play.choose("Show the silver token").then(note);
  await play.back();
  // What a step back gives again is the state, not the words that led to it.
  turns.push({ ...play.turn, said: [], trace: [] });
  await play.choose("Show the silver token").then(note);
  return turns;
}

/** Plays the rest of the night to its end. */
async function playOn(play: Playthrough): Promise<Turn[]> {
  const turns: Turn[] = [];
  const note = () => turns.push(play.turn);
  await play.choose("Row").then(note);
  await play.choose().then(note);
  await play.done({ bell: true }).then(note);
  return turns;
}

/** The code of a refusal. */
const codeOf = async (request: Promise<unknown>): Promise<string> => {
  try {
    await request;
  } catch (error) {
    if (error instanceof FabulaError) return error.body.code;
    throw error;
  }
  return "accepted";
};

const admin = new Fabula(url, setting("FABULA_KEY"));
const { project_id, loader, server, players } = await begin(admin);
const path = { project_id };
const headOf = async () => (await server.get("/v1/projects/{project_id}", { path })).data.last_seq;

const mirror = new Mirror(server, project_id);
const following = mirror.follow();

// The world is loaded; the answer is lost and the load repeated; the next day it is loaded again.
const load = randomUUID();
const first = await loadWorld(loader, project_id, load);
const loadedAt = await headOf();
const repeated = await loadWorld(loader, project_id, load);
const reloaded = await loadWorld(loader, project_id, randomUUID());
const { cast } = first;
const unchangedSince = await headOf();
await hideSecrets(loader, project_id, cast);
const names = await readNames(loader, project_id);

// Two writers name the ferry at once; the second keeps the name of the first.
const base = await headOf();
const renamed = [
  await rename(loader, project_id, cast.ferry, "The Last Ferry", base),
  await rename(loader, project_id, cast.ferry, "The Ferry", base),
];

await mirror.until(base);
mirror.cut();

const { graph_id, draft, checked } = await writeStory(loader, project_id, cast);
const { data: story } = await server.get("/v1/projects/{project_id}/game-narrative/dialogues/{graph_id}/story", {
  path: { project_id, graph_id },
});

// The same night online and offline. The saved game is continued by the other way as well.
const online = await playOnline(server, project_id, graph_id, SEED);
const offline = playOffline(story, { seed: SEED });
const onlineTurns = await playNight(online);
const offlineTurns = await playNight(offline);
const saves = [await online.save(), await offline.save()] as const;
const continued = await playOn(playOffline(story, { saved: saves[0] }));
onlineTurns.push(...(await playOn(online)));
offlineTurns.push(...(await playOn(offline)));

// What the night changed is made true, and Ilse remembers it.
const { data: runs } = await server.get("/v1/projects/{project_id}/game-narrative/runs", {
  path,
  query: { player_id: "traveller" },
});
const runPath = { project_id, run_id: runs.runs[0]?.id ?? "" };
const { data: run } = await server.get("/v1/projects/{project_id}/game-narrative/runs/{run_id}", { path: runPath });
const kept = await keepChanges(
  server,
  project_id,
  cast,
  run.transcript.flatMap(({ proposed }) => proposed),
);
await remember(server, project_id, cast.ilse, [cast.you], "The traveller paid the crossing with a silver token.");

const question = "Who sank the lamp of Morrow? What did the traveller pay with?";
const asIlse = await recall(server, project_id, cast.ilse, question);
const asTam = await recall(server, project_id, cast.tam, question);

const receiver = await startReceiver();
const webhook_id = await register(server, project_id, receiver);
const key = await storeModelKey(server, project_id, setting("MODEL_URL"), setting("MODEL_KEY"));
const spoken = await speak(server, project_id, cast.ilse, `Answer as Ilse Marrow: ${question}`, randomUUID());
const entity = { path: { project_id, entity_id: cast.ilse } };
await server.patch("/v1/projects/{project_id}/entities/{entity_id}", {
  ...entity,
  // Too large for a delivery.
  body: { increment: { "/crossings": 1 }, properties: { song: "Row, row. ".repeat(2_500) } },
});
const [completed, updated] = [await receiver.until("session.completed"), await receiver.until("entity.updated")];

const arrivals = [...receiver.arrivals];
const changed = await eventOf(server, updated);
const grade = await gradeOf(server, project_id, webhook_id);

// A player's client reads what everyone may read, and plays by a share link.
const { data: share } = await server.post("/v1/projects/{project_id}/shares", {
  path,
  body: { graph_id, name: "Players", plays: "seq", seq: story.base_seq },
});
const { data: shared } = await new Fabula(url, share.token).get("/v1/shared/story");
const sharedTurns = await playNight(playOffline(shared, { seed: SEED }));
const seen = await readNames(players, project_id);
const { data: tam } = await players.get("/v1/projects/{project_id}/entities/{entity_id}", {
  path: { project_id, entity_id: cast.tam },
});
const { data: told } = await players.get("/v1/projects/{project_id}/facts", { path, query: { q: "Morrow" } });

const head = await headOf();
await mirror.until(head);
mirror.close();
await following;
const lists = await readLists(server, project_id, head);
const differing = Object.entries(lists).flatMap(([type, list]) => {
  const copied = mirror.of(type);
  return [...new Set([...list.keys(), ...copied.keys()])].filter(
    (id) => !isDeepStrictEqual(list.get(id), copied.get(id)),
  );
});

const report = {
  world: {
    loaded: first.loaded,
    repeated: repeated.loaded,
    reloaded: reloaded.loaded,
    written_again: unchangedSince - loadedAt,
    names: names.size,
    renamed,
  },
  story: { draft, checked },
  play: {
    online: onlineTurns,
    offline: offlineTurns,
    saves,
    continued,
    // Readers of a share link get the words, and nothing behind them.
    shared: sharedTurns.map(({ said, halt, offers }) => ({ said, halt, offers })),
    kept,
  },
  memory: { ilse: asIlse, tam: asTam },
  model: { status: key.status, model: key.model, ...spoken },
  webhook: {
    arrivals,
    completed: completed.data.subject_type,
    sent_whole: [completed, updated].map(({ data }) => data.change !== undefined),
    crossings: changed.change.set?.["/properties/crossings"],
    grade,
  },
  mirror: { rows: Object.values(lists).map((list) => list.size), differing, opened: mirror.opened, head },
  refusals: {
    "loader reads keys": await codeOf(loader.get("/v1/keys")),
    "client reads secrets": await codeOf(players.get("/v1/projects/{project_id}/secrets", { path })),
    "client reads the hidden lamp": await codeOf(
      players.get("/v1/projects/{project_id}/entities/{entity_id}", { path: { project_id, entity_id: cast.lamp } }),
    ),
    "client starts a playthrough": await codeOf(playOnline(players, project_id, graph_id, SEED)),
    "an ended playthrough is continued": await codeOf(online.done({ bell: false })),
    "a misspelt field": await codeOf(
      // @ts-expect-error no such field
      server.post("/v1/projects/{project_id}/memories", { path, body: { text: "Fog.", knownBy: [] } }),
    ),
  },
  client: { names: seen.size, tam: tam.properties, facts: told.facts.map(({ text }) => text) },
};
await receiver.close();
console.log(JSON.stringify(report));
