import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { hashPassword } from "#server/auth/passwords.ts";
import { lockWorkspace, PLANS } from "#server/features/access/public.ts";
import { chargeAndInvoice } from "#server/features/billing/invoices.ts";
import { importEntitiesJob } from "#server/features/entities/public.ts";
import { importProjectJob, purgeProject } from "#server/features/projects/public.ts";
import { newId } from "#server/kernel/ids.ts";
import { areas } from "#server/operations.ts";
import { uuidOfJob } from "#server/queue/job-id.ts";
import { carryOn } from "#tests/generation/carry-on.ts";
import { eventually } from "#tests/support/eventually.ts";
import type { Fixture, FixtureContext, ValidCall } from "./fixture.ts";

/** Makes an entity beside the one the scene has, unless the scene has this one too. */
async function another(scene: FixtureContext, externalId: string): Promise<string> {
  const body = { external_id: externalId, type: "location", name: externalId, parent_id: null };
  return (await scene.ask<{ id: string }>("entities.upsert", { body })).id;
}

/** A rule of the canon. */
const RULE = { name: "Nobody lives in two places", kind: "one_value", predicates: ["lives in"] };

/** The ends of a new relationship. */
async function ends(scene: FixtureContext): Promise<{ source_id: string; target_id: string }> {
  return { source_id: await another(scene, "cleo"), target_id: await another(scene, "dara") };
}

/** Names a member of the home workspace: only who was invited can become one. */
async function someMember({ api }: FixtureContext): Promise<Partial<ValidCall>> {
  return { params: { user_id: (await api.home.makeMember("viewer")).userId } };
}

/** Names a guest of the scene's project. */
async function someGuest({ api, projectId }: FixtureContext): Promise<Partial<ValidCall>> {
  return { params: { user_id: (await api.home.makeProjectMember(await projectId, "viewer")).userId } };
}

/** Has the stranger's workspace invite the scene's person. */
async function invited(scene: FixtureContext): Promise<Partial<ValidCall>> {
  const { userId } = await scene.person;
  const { body } = await scene.api.call<{ id: string }>("POST", "/v1/invitations", {
    key: scene.api.stranger.liveKey,
    body: { email: `${userId}@example.com`, role: "viewer" },
  });
  return { body: { invitation_id: body.id } };
}

/** Has the home workspace invite someone new, whose link it answers. */
async function entryToken({ api }: FixtureContext): Promise<Partial<ValidCall>> {
  const { body } = await api.call<{ url: string }>("POST", "/v1/invitations", {
    key: api.home.liveKey,
    body: { email: emailOf(), role: "designer" },
  });
  return { bearer: body.url.split("#")[1] ?? "" };
}

/** A job of the home workspace that failed too often. */
async function deadJob({ api, projectId: project }: FixtureContext): Promise<Partial<ValidCall>> {
  const { jobs } = api.services;
  const projectId = await project;
  const owner = { workspaceId: api.home.id, mode: "test", projectId } as const;
  const job_id = await api.database.writes.transaction("write", async (db) => {
    const id = await jobs.enqueue(db, purgeProject, owner, { project_id: projectId });
    await db.execute(
      sql`UPDATE fabula_jobs.job SET state = 'failed', retry_count = retry_limit, started_on = now(), completed_on = now(),
            output = '{"message": "The database has no room left.", "at": "2026-11-20T19:10:00.000Z"}'
          WHERE id = ${uuidOfJob(id)}::uuid`,
    );
    return id;
  });
  return { params: { job_id } };
}

/** Charges the home workspace for a month. */
async function someInvoice({ api }: FixtureContext): Promise<Partial<ValidCall>> {
  const now = Date.now();
  const charge = {
    workspaceId: api.home.id,
    sourceEventId: randomUUID(),
    currency: "usd",
    lines: [{ description: "Studio plan, one month", amount: 4_900 }],
    period: { from: now, to: now + 30 * 24 * 60 * 60 * 1000 },
    actor: "system:tests",
    now,
  };
  const id = await api.database.writes.transaction("write", async (db) => {
    await lockWorkspace(db, api.home.id);
    return chargeAndInvoice(db, charge);
  });
  return { params: { invoice_id: id ?? "" } };
}

/** Makes two quests, and a playthrough that knows of them. */
async function questing(
  scene: FixtureContext,
): Promise<{ params: { run_id: string }; quests: string[]; player_id: string }> {
  const quests: string[] = [];
  for (const name of ["Before the ebb", "The keeper’s toll"]) {
    const stages = [{ name: "Provisions", objectives: [{ text: "Find rope", count: 2 }] }];
    quests.push((await scene.ask<{ id: string }>("quests.create", { body: { name, stages } })).id);
  }
  const { id: run_id, player_id } = await scene.ask<{ id: string; player_id: string }>("runs.start", {
    body: { player_id: "player-4711" },
  });
  return { params: { run_id }, quests, player_id };
}

/** A conversation under way, with a game master who speaks. */
async function talking(scene: FixtureContext, settings: object = {}) {
  const made = { title: "At the salt gate", entry: "players", ...settings };
  const params = { conversation_id: (await scene.ask<{ id: string }>("conversations.create", { body: made })).id };
  await scene.ask("conversations.start", { params });
  const teller = { kind: "gm", name: "The teller" };
  const { id: speaker } = await scene.ask<{ id: string }>("conversations.addParticipant", { params, body: teller });
  return { params, speaker };
}

/** A conversation in which two things were said, with the number of the second. */
async function saidTwice(scene: FixtureContext) {
  const { params, speaker } = await talking(scene);
  await scene.ask("conversations.post", { params, body: { text: "The gate is open.", speaker } });
  const body = { text: "The lamp is out.", speaker };
  return { params, number: (await scene.ask<{ number: number }>("conversations.post", { params, body })).number };
}

/** A playthrough that stands at its first node, and how it goes on. */
async function playing(scene: FixtureContext, kind: "choice" | "event") {
  const graph_id = (await scene.ask<{ id: string }>("dialogues.create", { body: { name: "At the gate" } })).id;
  const params = { graph_id };
  const end = await scene.ask<{ id: string }>("dialogues.createNode", { params, body: { kind: "end", text: "In." } });
  const first = await scene.ask<{ id: string; branches: { id: string }[] }>("dialogues.createNode", {
    params,
    body: { text: "Halt!", branches: [{ kind, choice_text: "The gate opens", target_node_id: end.id }] },
  });
  await scene.ask("dialogues.update", { params, body: { start_node_id: first.id } });
  const run = await scene.ask<{ id: string }>("runs.start", { params, body: { seed: 7 } });
  const branch_id = first.branches[0]?.id ?? "";
  const body = kind === "choice" ? { branch_id, step: 0 } : { event: "The gate opens", step: 0 };
  return { params: { run_id: run.id }, body, path: params };
}

/** A playthrough in which an npc was told two things that it keeps. */
async function learnt(scene: FixtureContext): Promise<{ params: { memory_id: string } }> {
  const entity_id = await another(scene, `odo-${randomUUID()}`);
  const npc = await scene.ask<{ id: string }>("npcs.create", { body: { entity_id } });
  // A playthrough knows the npcs of its sequence.
  const { params } = await playing(scene, "choice");
  const ids: string[] = [];
  for (const text of ["I hid the ledger under the third stone.", "The lamp on the mole is broken."]) {
    const told = { params: { npc_id: npc.id }, body: { text, run: params.run_id, provider: "authored" } };
    const { memories } = await scene.ask<{ memories: { fact_id: string }[] }>("npcs.talk", told);
    ids.push(...memories.map(({ fact_id }) => fact_id));
  }
  return { params: { memory_id: ids[0] ?? "" } };
}

/** A choice of a player, as a game sends it; `at` ends the id of its branch. */
function playerChoice(client_id: string, at: string): object {
  return {
    ...{ client_id, kind: "choice", player: "player-4711", at: new Date().toISOString(), version: 1 },
    graph_id: "dlg_01k9hq3xg1r7m4k2vn5te8y6cb",
    node_id: "node_01k9hq3ynp5s0w9d3zx7ja4hfq",
    branch_id: `br_01k9hq3ynp5s0w9d3zx7ja4h${at}`,
  };
}

/** Player events of several branches. */
async function playedEvents(scene: FixtureContext): Promise<Partial<ValidCall>> {
  const events = ["01", "02", "03"].map((at) => playerChoice(`choice-${at}`, at));
  await scene.ask("playerEvents.receive", { body: { events } });
  // A loop tells the record of them within a second: from then on its sequence stays.
  const told = () => scene.ask<{ total: number }>("playerEvents.listNews");
  await eventually(told, ({ total }) => total > 0, { about: "what the record is told of player events" });
  return {};
}

/** A session that waits for a person. */
async function asking(scene: FixtureContext): Promise<Partial<ValidCall>> {
  const body = { prompt: "A line for the keeper.", review: true };
  const { session_id } = await scene.ask<{ session_id: string }>("generation.text", { body });
  await goOn(scene, session_id);
  return { params: { session_id } };
}

/** Carries a session on until it is under way no more. */
async function goOn(scene: FixtureContext, sessionId: string): Promise<void> {
  // Sessions of other scenes are left alone: hundreds wait by then, and each would be carried on before this one (20 s).
  await scene.api.database.writes.execute(
    sql`DELETE FROM project_work WHERE kind = 'session' AND project_id <> ${await scene.projectId}`,
  );
  await carryOn(scene.api, sessionId);
}

/** A voice line of a node. */
async function voiced(scene: FixtureContext): Promise<Partial<ValidCall>> {
  const node_id = await scene.param("node_id", "dialogues");
  const { session_id } = await scene.ask<{ session_id: string }>("audio.generate", { params: { node_id }, body: {} });
  await goOn(scene, session_id);
  const { voice_lines } = await scene.ask<{ voice_lines: { id: string }[] }>("audio.list", { query: { node_id } });
  return { params: { voice_line_id: voice_lines[0]?.id ?? "" } };
}

/** A question about somebody who is there. */
async function askedAbout(scene: FixtureContext): Promise<Partial<ValidCall>> {
  const properties = { occupation: "harbour clerk", keeps: "the ledgers of the flood" };
  await scene.ask("entities.create", { body: { external_id: "mara", type: "person", name: "Mara", properties } });
  return { body: { query: "What does Mara know of the flood?", token_budget: 1_500, sections: ["entities"] } };
}

/** The receipt of a context. */
async function receipt(scene: FixtureContext): Promise<Partial<ValidCall>> {
  const { receipt_id } = await scene.ask<{ receipt_id: string }>("context.assemble", await askedAbout(scene));
  return { params: { receipt_id } };
}

/** An import that is done, with a row that was refused. */
async function imported(scene: FixtureContext): Promise<Partial<ValidCall>> {
  const body = { format: "csv", content: "id,name,type\nquay,The Quay,location\npier,,location\n" };
  const { id: import_id } = await scene.ask<{ id: string }>("entities.import", { body });
  const state = { project_id: await scene.projectId, import_id };
  await importEntitiesJob.step(scene.api.services, state, new AbortController().signal);
  return { params: { import_id } };
}

/** A link whose job is over, so that nothing else changes it. */
async function linked(scene: FixtureContext): Promise<Partial<ValidCall>> {
  const body = { source_project_id: await scene.api.makeProject() };
  const { id: link_id } = await scene.ask<{ id: string }>("links.create", { body });
  await over(scene, link_id);
  return { params: { link_id } };
}

/** Waits for the job of a link. */
async function over(scene: FixtureContext, link_id: string): Promise<void> {
  for (;;) {
    const { status } = await scene.ask<{ status: string }>("links.get", { params: { link_id } });
    if (status !== "waiting") return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Links of scenes that suggest what their sources have; each source is empty at its first sequence. */
const following = new WeakMap<FixtureContext, Promise<{ link_id: string; source: string }>>();

/** A change that a link suggests: of a new entity of its source. */
async function suggested(scene: FixtureContext): Promise<Partial<ValidCall>> {
  const make = async () => {
    const source = await scene.api.makeProject();
    const body = { source_project_id: source, mode: "following", seq: 1 };
    const { id } = await scene.ask<{ id: string }>("links.create", { body });
    return { link_id: id, source };
  };
  const made = following.get(scene) ?? make();
  following.set(scene, made);
  const { link_id, source } = await made;
  const { id: subject_id } = await scene.ask<{ id: string }>("entities.create", {
    params: { project_id: source },
    body: { external_id: `tower-${randomUUID()}`, type: "location", name: "Tower" },
  });
  await scene.ask("links.repin", { params: { link_id }, body: { seq: 1 } });
  const query = { link_id, subject_id, status: "open" };
  for (;;) {
    const { changes } = await scene.ask<{ changes: { id: string }[] }>("links.listChanges", { query });
    const [change] = changes;
    if (change !== undefined) return { params: { link_change_id: change.id } };
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** An entity that a link brought but for one property. */
async function brought(scene: FixtureContext): Promise<Partial<ValidCall>> {
  const source = await scene.api.makeProject();
  const body = { external_id: "tower", type: "location", name: "Tower", properties: { mood: "grim" } };
  const params = { project_id: source };
  const { id: source_entity_id } = await scene.ask<{ id: string }>("entities.create", { params, body });
  const linked = { source_project_id: source, overlay: ["mood"] };
  const { id: link_id } = await scene.ask<{ id: string }>("links.create", { body: linked });
  await over(scene, link_id);
  return { params: { link_id, source_entity_id } };
}

/** A copy of the scene's project that is made. */
async function copied(scene: FixtureContext): Promise<Partial<ValidCall>> {
  const { id: import_id } = await scene.ask<{ id: string }>("projects.copy", { body: { mode: "test" } });
  await importProjectJob.step(scene.api.services, { import_id }, new AbortController().signal);
  return { params: { import_id } };
}

/** A picture of one point, in base64. */
const POINT = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** An entity, and a file of the project that can show it. */
async function pictured(scene: FixtureContext): Promise<{ entity_id: string; file: string }> {
  const body = { media_type: "image/png", content: POINT };
  const { sha256 } = await scene.ask<{ sha256: string }>("files.upload", { body });
  return { entity_id: await another(scene, `mara-${randomUUID()}`), file: sha256 };
}

const emailOf = () => `${randomUUID()}@example.com`;

/**
 * Preparations of operations whose own examples are not enough. A new operation whose example works in an empty
 * project, and whose area has a `create`, needs none.
 */
export const FIXTURES: Readonly<Record<string, Fixture>> = {
  // People make live projects unless they say otherwise, and keys of tests would not see those.
  "samples.createProject": { call: () => ({ body: { sample_id: "harbour", mode: "test" } }) },
  "players.erase": {
    call: async (scene) => {
      const { id } = await scene.ask<{ id: string }>("players.create", { body: { external_id: randomUUID() } });
      return { params: { player_id: id } };
    },
  },
  "players.getExport": {
    call: async (scene) => {
      const asked = await scene.ask<{ player_id: string; job_id: string }>("players.export");
      const project = { project_id: await scene.projectId, workspace_id: scene.api.home.id, mode: "test" };
      await areas.players.jobs[0]?.step(scene.api.services, { ...project, ...asked }, new AbortController().signal);
      const params = { player_id: asked.player_id };
      // The worker of the API may be at it as well.
      await eventually(
        () => scene.ask<{ status: string }>("players.getExport", { params }),
        ({ status }) => status !== "running",
      );
      return { params };
    },
  },
  "score.judge": {
    call: async (scene) => {
      await scene.param("byok_id", "byok");
      return {};
    },
  },
  "styleWords.create": { call: () => ({ body: { word: `word-${randomUUID()}` } }) },
  "feedback.create": {
    call: async (scene) => ({
      body: {
        ...{ subject_id: await scene.param("entity_id", "entities"), name: `name-${randomUUID()}` },
        ...{ data_type: "boolean", value: true },
      },
    }),
  },
  "ideas.merge": {
    call: async (scene) => ({
      body: {
        into_id: (await scene.ask<{ id: string }>("ideas.create", { body: { premise: "A comet is seen." } })).id,
      },
    }),
  },
  "ideas.promote": {
    call: () => ({ body: { entities: [{ external_id: randomUUID(), type: "character", name: "The ferryman" }] } }),
  },
  "npcs.create": { call: async (scene) => ({ body: { entity_id: await another(scene, `odo-${randomUUID()}`) } }) },
  "npcs.upsert": {
    call: async (scene) => ({
      body: { external_id: "keeper", entity_id: await another(scene, `odo-${randomUUID()}`), role: "ferryman" },
    }),
  },
  "players.create": { call: () => ({ body: { external_id: randomUUID(), display_name: "Ines" } }) },
  "projects.create": { call: () => ({ body: { name: "The Salt Gate", mode: "test" } }) },
  "projects.copy": { call: () => ({ body: { name: "The Salt Gate, again", mode: "test" } }) },
  "projects.import": {
    call: async (scene) => {
      const { content } = await scene.ask<{ content: string }>("projects.exportProject");
      return { body: { content, mode: "test" } };
    },
  },
  "projects.getImport": { call: copied },
  "projects.unarchive": {
    call: async (scene) => {
      await scene.ask("projects.archive");
      return {};
    },
  },

  "files.get": {
    call: async (scene) => ({ params: { hash: (await pictured(scene)).file } }),
  },
  "images.generate": {
    call: async (scene) => ({ params: { entity_id: await another(scene, `mara-${randomUUID()}`) } }),
  },
  "images.create": {
    call: async (scene) => ({ body: { ...(await pictured(scene)), alt_text: "Mara on the mole." } }),
  },

  "audio.list": {
    call: async (scene) => {
      await voiced(scene);
      return {};
    },
  },
  "audio.get": { call: voiced },
  "audio.delete": { call: voiced },
  "audio.restore": {
    call: async (scene) => {
      const call = await voiced(scene);
      await scene.ask("audio.delete", call);
      return call;
    },
  },

  "entities.values": { call: () => ({ query: { path: "guarded" } }) },

  "record.diff": { call: () => ({ query: { from_seq: 0 } }) },
  "record.deleted": {
    call: async (scene) => {
      await scene.ask("entities.delete");
      return {};
    },
  },
  "record.sequence": { call: () => ({ query: { at: "2026-11-20T19:10:00Z" } }) },
  "record.restore": {
    call: async (scene) => {
      await scene.ask("entities.delete");
      return {};
    },
  },
  "record.takeBack": {
    call: async (scene) => {
      const node_id = await scene.param("node_id", "dialogues");
      await scene.ask("dialogues.updateNode", { params: { node_id }, body: { text: "Stop right there!" } });
      return { params: { commit_seq: String(await scene.head()) }, body: {} };
    },
  },

  "entities.getByExternalId": {
    call: async (scene) => {
      await another(scene, "a/b %2F");
      return { params: { external_id: "a/b %2F" } };
    },
  },
  "entities.getImport": { call: imported },
  "entities.listImportRows": { call: imported },
  "entities.listImports": {
    call: async (scene) => {
      await imported(scene);
      return {};
    },
  },
  "entities.undoImport": { call: imported },
  "relationships.getByExternalId": {
    call: async (scene) => {
      const body = { external_id: "ana/bor", type: "owes", ...(await ends(scene)) };
      await scene.ask("relationships.create", { body });
      return { params: { external_id: "ana/bor" } };
    },
  },
  "relationships.neighbors": {
    call: async (scene) => {
      const source_id = await scene.param("entity_id", "relationships");
      await scene.ask("relationships.create", {
        body: { type: "owes", source_id, target_id: await another(scene, "cleo") },
      });
      return {};
    },
  },
  "relationships.upsert": {
    call: async (scene) => ({ body: { external_id: "ana-owes-bor", type: "owes", ...(await ends(scene)) } }),
  },
  "relationships.batch": {
    call: async (scene) => ({
      body: {
        relationships: [
          { op: "upsert", external_id: "ana-owes-bor", type: "owes", ...(await ends(scene)) },
          { op: "update", external_id: "ana-owes-bor", patch: { increment: { "/crowns": -5 } } },
        ],
      },
    }),
  },
  "relationships.create": {
    call: async (scene) => ({
      body: {
        type: "owes",
        source_id: await another(scene, "ana"),
        target_id: await another(scene, "bor"),
        properties: { crowns: 40 },
      },
    }),
  },

  "links.create": {
    call: async (scene) => ({ body: { source_project_id: await scene.api.makeProject() } }),
  },
  "links.update": { call: async (scene) => ({ ...(await linked(scene)), body: { overlay: ["mood"] } }) },
  "links.repin": { call: linked },
  "links.release": { call: linked },
  "links.listChanges": {
    call: async (scene) => {
      await suggested(scene);
      return {};
    },
  },
  "links.getChange": { call: suggested },
  "links.acceptChange": { call: suggested },
  "links.rejectChange": { call: suggested },
  "links.origin": { call: brought },
  "links.resetProperty": { call: async (scene) => ({ ...(await brought(scene)), body: { property: "mood" } }) },
  "facts.unsupersede": {
    call: async (scene) => {
      const body = { by: { text: "The salt gate stays open since the flood." }, reason: "The flood took its doors." };
      await scene.ask("facts.supersede", { body });
      return {};
    },
  },
  "facts.tell": {
    call: async (scene) => ({
      body: { to: [await another(scene, "cleo")], how: "told", from: await another(scene, "ana") },
    }),
  },
  "facts.untell": {
    call: async (scene) => {
      const to = [await another(scene, "cleo")];
      await scene.ask("facts.tell", { body: { to, how: "saw" } });
      return { body: { to } };
    },
  },
  "secrets.batch": {
    call: async (scene) => {
      const subject_id = await another(scene, "hooded");
      return { body: { secrets: [{ subject_id }, { op: "upsert", external_id: "hooded", subject_id, note: "Him." }] } };
    },
  },
  "secrets.upsert": {
    call: async (scene) => ({
      body: {
        external_id: "true-name",
        subject_id: await another(scene, "stranger"),
        pointer: "/properties/true_name",
        known_by: [await another(scene, "confidant")],
      },
    }),
  },
  "secrets.create": {
    call: async (scene) => ({
      body: {
        subject_id: await another(scene, "stranger"),
        pointer: "/properties/true_name",
        known_by: [await another(scene, "confidant")],
      },
    }),
  },

  "locations.create": {
    call: async (scene) => {
      await another(scene, "harbour");
      return {};
    },
  },
  "locations.restore": {
    call: async (scene) => {
      const entity_id = await scene.param("entity_id", "locations");
      const seq = await scene.head();
      await scene.ask("locations.update", { params: { entity_id }, body: { name: "Renamed since" } });
      return { body: { seq } };
    },
  },
  "locations.move": {
    call: async (scene) => ({ body: { parent_id: await another(scene, "old-town") } }),
  },

  "variables.uses": {
    call: async (scene) => {
      const variable_id = await scene.param("variable_id", "variables");
      const params = { graph_id: await scene.param("graph_id", "dialogues") };
      const conditions = [{ op: "eq", args: [{ var: variable_id }, { lit: true }] }];
      await scene.ask("dialogues.createNode", { params, body: { text: "The toll is paid.", conditions } });
      return { params: { variable_id } };
    },
  },

  "quests.uses": {
    call: async (scene) => {
      const quest_id = await scene.param("quest_id", "quests");
      const params = { graph_id: await scene.param("graph_id", "dialogues") };
      const on_enter_effects = [{ op: "quest.set_state", target: quest_id, value: { lit: "offered" } }];
      await scene.ask("dialogues.createNode", { params, body: { text: "Will you cross?", on_enter_effects } });
      return { params: { quest_id } };
    },
  },

  "facts.uses": {
    call: async (scene) => {
      const fact_id = await scene.param("fact_id", "facts");
      const params = { graph_id: await scene.param("graph_id", "dialogues") };
      const on_enter_effects = [{ op: "fact.tell", key: fact_id }];
      await scene.ask("dialogues.createNode", { params, body: { text: "They all hear of it.", on_enter_effects } });
      return { params: { fact_id } };
    },
  },

  "dialogues.names": {
    call: async (scene) => ({ query: { ids: await scene.param("node_id", "dialogues") } }),
  },
  "dialogues.matchSpeaker": {
    call: async (scene) => {
      const params = { graph_id: await scene.param("graph_id", "dialogues") };
      await scene.ask("dialogues.createNode", { params, body: { speaker_label: "???" } });
      return { body: { speaker_label: "???", entity_id: await another(scene, "mara") } };
    },
  },
  "dialogues.unmatchSpeaker": {
    call: async (scene) => {
      const params = { graph_id: await scene.param("graph_id", "dialogues") };
      await scene.ask("dialogues.createNode", { params, body: { speaker_label: "???" } });
      const body = { speaker_label: "???", entity_id: await another(scene, "mara") };
      return { body: { seq: (await scene.ask<{ seq: number }>("dialogues.matchSpeaker", { body })).seq } };
    },
  },
  "dialogues.move": {
    call: async (scene) => ({
      body: { moves: [{ graph_id: await scene.param("graph_id", "dialogues"), folder: "Act 1/Harbour" }] },
    }),
  },
  "dialogues.moveFolder": {
    call: async (scene) => {
      const params = { graph_id: await scene.param("graph_id", "dialogues") };
      await scene.ask("dialogues.update", { params, body: { folder: "Act 1/Harbour" } });
      return { body: { from: "Act 1/Harbour", to: "Act 1/Port" } };
    },
  },
  "dialogues.replace": {
    call: async (scene) => {
      const params = { graph_id: await scene.param("graph_id", "dialogues") };
      await scene.ask("dialogues.createNode", { params, body: { text: "The toll is due." } });
      return { body: { find: "toll", replace: "tithe", whole_word: true } };
    },
  },
  "dialogues.undoReplace": {
    call: async (scene) => {
      const params = { graph_id: await scene.param("graph_id", "dialogues") };
      await scene.ask("dialogues.createNode", { params, body: { text: "The toll is due." } });
      const node = { title: "At the gate", text: "Pay the toll." };
      const { id: node_id } = await scene.ask<{ id: string }>("dialogues.createNode", { params, body: node });
      const body = { find: "toll", replace: "tithe" };
      const { seq } = await scene.ask<{ seq: number }>("dialogues.replace", { body });
      await scene.ask("dialogues.updateNode", { params: { node_id }, body: { text: "Nobody pays." } });
      return { body: { seq } };
    },
  },
  "dialogues.restore": {
    call: async (scene) => {
      const params = { graph_id: await scene.param("graph_id", "dialogues") };
      const seq = await scene.head();
      await scene.ask("dialogues.createNode", { params, body: { text: "Written later." } });
      return { body: { seq } };
    },
  },
  "dialogues.batch": {
    call: async (scene) => ({
      body: {
        batch_id: randomUUID(),
        gestures: [
          {
            label: "Move a node",
            operations: [
              { op: "node.move", id: await scene.param("node_id", "dialogues"), canvas_x: 40, canvas_y: 80 },
            ],
          },
        ],
      },
    }),
  },

  "suggestions.create": {
    call: async (scene) => ({
      body: {
        graph_id: await scene.param("graph_id", "dialogues"),
        label: "Another way past the keeper",
        gestures: [
          {
            label: "Give the start another position",
            operations: [
              { op: "node.move", id: await scene.param("node_id", "dialogues"), canvas_x: 40, canvas_y: 80 },
            ],
          },
        ],
      },
    }),
  },

  "acts.move": {
    call: async (scene) => {
      const make = () => scene.ask<{ id: string }>("acts.create", { body: { title: "The flood" } });
      await make();
      return { params: { act_id: (await make()).id } };
    },
  },
  "chapters.move": {
    call: async (scene) => {
      await scene.ask("acts.create", { body: { title: "The flood" } });
      const { id } = await scene.ask<{ id: string }>("chapters.create", { body: { title: "The keeper" } });
      return { params: { chapter_id: id } };
    },
  },
  "chapters.compare": {
    call: async (scene) => {
      const chapter_id = await scene.param("chapter_id", "chapters");
      const from_seq = await scene.head();
      await scene.ask("passages.create", { body: { chapter_id, text: "The gate stood dry." } });
      return { params: { chapter_id }, query: { from_seq } };
    },
  },
  "passages.move": {
    call: async (scene) => {
      const chapter_id = await scene.param("chapter_id", "chapters");
      const make = () => scene.ask<{ id: string }>("passages.create", { body: { chapter_id, text: "The gate." } });
      await make();
      return { params: { passage_id: (await make()).id } };
    },
  },
  "passages.create": {
    call: async (scene) => ({
      body: {
        chapter_id: await scene.param("chapter_id", "chapters"),
        text: "The tide had gone out so far that the gate stood dry.",
      },
    }),
  },

  "comments.create": {
    call: async (scene) => ({
      body: {
        node_id: await scene.param("node_id", "dialogues"),
        quote: "Salt pays",
        text: "Is it still salt in the last act?",
      },
    }),
  },

  "runs.choose": { call: (scene) => playing(scene, "choice") },
  "runs.answer": { call: (scene) => playing(scene, "event") },
  "runs.explore": {
    call: async (scene) => {
      const { graph_id } = (await playing(scene, "choice")).path;
      return { params: { graph_id }, body: { to: { ending: true } } };
    },
  },
  "runs.back": {
    call: async (scene) => {
      const { params, body } = await playing(scene, "choice");
      await scene.ask("runs.choose", { params, body });
      return { params, body: { step: 1 } };
    },
  },
  "runs.fork": {
    call: async (scene) => {
      const { params, body } = await playing(scene, "choice");
      await scene.ask("runs.choose", { params, body });
      return { params, body: { step: 1 } };
    },
  },
  "runs.memories": {
    call: async (scene) => {
      await learnt(scene);
      return {};
    },
  },
  "runs.acceptMemory": { call: learnt },
  "runs.dismissMemory": { call: learnt },
  "runs.saves": {
    call: async (scene) => {
      const { params } = await playing(scene, "choice");
      for (const label of ["At the gate", "Before the weighing"]) {
        await scene.ask("runs.save", { params, body: { label } });
      }
      return { params };
    },
  },
  "runs.quests": {
    call: async (scene) => {
      const { params, quests } = await questing(scene);
      for (const quest_id of quests)
        await scene.ask("runs.moveQuest", { params: { ...params, quest_id }, body: { state: "active" } });
      return { params };
    },
  },
  "players.quests": {
    call: async (scene) => {
      const { params, quests, player_id } = await questing(scene);
      for (const quest_id of quests)
        await scene.ask("runs.moveQuest", { params: { ...params, quest_id }, body: { state: "active" } });
      return { params: { player_id } };
    },
  },
  "players.saves": {
    call: async (scene) => {
      const { params, player_id } = await questing(scene);
      for (const label of ["At the gate", "Before the weighing"]) {
        await scene.ask("runs.save", { params, body: { label } });
      }
      return { params: { player_id } };
    },
  },
  "runs.moveQuest": {
    call: async (scene) => {
      const { params, quests } = await questing(scene);
      return { params: { ...params, quest_id: quests[0] ?? "" } };
    },
  },
  "runs.rebase": {
    call: async (scene) => {
      const { params } = await playing(scene, "choice");
      return { params, body: { step: 0, to_seq: await scene.head() } };
    },
  },

  "conversations.join": {
    call: async (scene) => {
      const { params } = await talking(scene);
      return { params, body: { player_id: await scene.param("player_id", "players"), name: "Ines" } };
    },
  },
  "conversations.post": {
    call: async (scene) => {
      const { params, speaker } = await talking(scene);
      return { params, body: { text: "When does the gate open?", speaker, client_id: "m-1" } };
    },
  },
  "conversations.giveTurn": {
    call: async (scene) => {
      const { params, speaker } = await talking(scene, { mode: "led" });
      return { params, body: { participant_id: speaker } };
    },
  },
  "conversations.participants": { call: async (scene) => ({ params: (await talking(scene)).params }) },
  "conversations.ofPlayer": {
    call: async (scene) => {
      const player_id = await scene.param("player_id", "players");
      for (const _ of [1, 2]) {
        const { params } = await talking(scene);
        await scene.ask("conversations.join", { params, body: { player_id, name: "Ines" } });
      }
      return { params: { player_id } };
    },
  },
  "conversations.export": { call: async (scene) => ({ params: (await saidTwice(scene)).params }) },
  "conversations.recap": { call: async (scene) => ({ params: (await saidTwice(scene)).params }) },
  "conversations.messages": { call: async (scene) => ({ params: (await saidTwice(scene)).params }) },
  "conversations.redact": {
    call: async (scene) => {
      const { params, number } = await saidTwice(scene);
      return { params: { ...params, number: String(number) } };
    },
  },

  "storyBible.createEntry": {
    call: async () => ({ body: { key: `fact:${randomUUID()}`, text: "The keeper has never crossed the flats." } }),
  },
  "storyBible.extract": {
    call: async () => {
      const name = `Odo ${randomUUID()}`;
      return {
        body: {
          files: [{ name: `Characters/${name}.markdown`, content: `${name} keeps the gate.\n\n- ${name} limps.` }],
        },
      };
    },
  },
  "storyBible.compare": { call: async () => ({ query: { from_seq: 1 } }) },

  "playerEvents.receive": { call: async () => ({ body: { events: [playerChoice("0d7c2b1e", "05")] } }) },
  "playerEvents.feed": { call: playedEvents },
  "playerEvents.counts": { call: playedEvents },

  "readings.create": {
    call: async (scene) => {
      const { path, body } = await playing(scene, "choice");
      const steps = [{ branch_id: "branch_id" in body ? body.branch_id : "" }];
      return { body: { graph_id: path.graph_id, name: "The way in", seed: 7, steps } };
    },
  },
  "readings.cause": {
    call: async (scene) => {
      const { path, body } = await playing(scene, "choice");
      const steps = [{ branch_id: "branch_id" in body ? body.branch_id : "" }];
      const reading = { graph_id: path.graph_id, name: "The way in", seed: 7, steps };
      const { id, lines } = await scene.ask<{ id: string; lines: { node_id: string }[] }>("readings.create", {
        body: reading,
      });
      const node_id = lines[0]?.node_id ?? "";
      await scene.ask("dialogues.updateNode", { params: { node_id }, body: { text: "Stop!" } });
      return { params: { reading_id: id } };
    },
  },

  "canonWaivers.create": {
    call: async (scene) => {
      const { id } = await scene.ask<{ id: string }>("canonRules.create", { body: RULE });
      return { body: { violation_id: newId("vio"), rule_id: id, reason: "He is a ghost in this chapter." } };
    },
  },
  "checkpoints.unrelease": {
    call: async (scene) => {
      const { id } = await scene.ask<{ id: string }>("checkpoints.create", { body: { name: "First reading" } });
      await scene.ask("checkpoints.release", { params: { checkpoint_id: id } });
      return { params: { checkpoint_id: id } };
    },
  },

  "shares.create": {
    call: async (scene) => ({
      body: { graph_id: (await playing(scene, "choice")).path.graph_id, name: "For the table read" },
    }),
  },
  "shared.sendPath": {
    call: async (scene) => {
      const { graph_id, branch_id } = await playing(scene, "choice").then(({ path, body }) => ({ ...path, ...body }));
      const share = await scene.ask<{ token: string }>("shares.create", { body: { graph_id, name: "Readers" } });
      const body = {
        base_seq: await scene.head(),
        seed: 7,
        actions: [{ choose: branch_id }],
        words: "I liked the gate.",
      };
      return { body, bearer: share.token };
    },
  },
  "shared.story": {
    call: async (scene) => {
      const { graph_id } = (await playing(scene, "choice")).path;
      const { token } = await scene.ask<{ token: string }>("shares.create", { body: { graph_id, name: "Readers" } });
      return { bearer: token };
    },
  },

  "keys.list": { differsForPeople: true },
  "keys.me": { differsForPeople: true },

  // People see live and test data, and what was asked a moment ago counts.
  "usage.get": { differsForPeople: true },
  "usage.hours": { differsForPeople: true },
  "billing.subscription": { differsForPeople: true },
  "billing.usage": { differsForPeople: true },
  "billing.changePlan": {
    as: "live key",
    // What was taken from the window of the demo plan is more than another's whole window.
    call: async ({ api }) => {
      await api.database.writes.execute(
        sql`UPDATE workspaces SET rate_limit_per_minute = ${PLANS.demo.requestsPerMinute} WHERE id = ${api.home.id}`,
      );
      return {};
    },
  },
  "billing.checkout": { as: "live key" },
  "billing.portal": { as: "live key" },
  "billing.invoice": { call: someInvoice },
  "billing.settleInvoice": { as: "live key", call: someInvoice },
  "billing.voidInvoice": { as: "live key", call: someInvoice },

  // Those retried a moment ago are being done.
  "jobs.list": { differsForPeople: true },
  "jobs.get": { call: deadJob },
  "jobs.retry": { call: deadJob },

  "presence.announce": { as: "person" },
  "inbox.get": { as: "person", differsForPeople: true },

  // What they answer is asked by a session that has come as far as its question.
  "sessions.respond": { call: asking },
  "context.assemble": { call: askedAbout },
  "context.assembleForPlayer": {
    call: async (scene) => {
      const player_id = await scene.param("player_id", "players");
      const body = { text: "Ines promised the keeper to bring the lamp back." };
      await scene.ask("playerFacts.create", { params: { player_id }, body });
      return { query: { q: "Who has the lamp?" } };
    },
  },
  "context.getReceipt": { call: receipt },
  "context.replay": { call: receipt },
  "sessions.context": { call: asking },
  "sessions.trace": { call: asking },
  "sessions.retry": {
    call: async (scene) => {
      const params = { session_id: await scene.param("session_id", "sessions") };
      await scene.ask("sessions.cancel", { params });
      return { params };
    },
  },

  "workspace.update": { as: "live key" },
  "members.invite": {
    as: "live key",
    call: () => ({ body: { email: emailOf(), name: "Ana", role: "designer", password: "correct horse battery" } }),
  },
  "members.revokeInvitation": { as: "live key" },
  "members.renewInvitation": { as: "live key" },
  "members.createPasswordLink": { as: "live key", call: someMember },
  "joining.get": { call: entryToken },
  "joining.accept": { call: entryToken },
  "members.myInvitations": {
    as: "person",
    differsForPeople: true,
    call: async (scene) => {
      await invited(scene);
      return {};
    },
  },
  "members.myWorkspaces": { as: "person", differsForPeople: true },
  "members.acceptInvitation": { as: "person", call: invited },
  "members.declineInvitation": { as: "person", call: invited },
  "members.get": { call: someMember },
  "projectMembers.changeRole": { call: someGuest },
  "projectMembers.remove": { call: someGuest },
  "projectMembers.invite": { call: () => ({ body: { email: emailOf(), name: "Ana", role: "writer" } }) },
  "members.changeRole": { as: "live key", call: someMember },
  "members.remove": { as: "live key", call: someMember },
  "members.setPassword": { as: "live key", call: someMember },
  "members.signOut": { as: "live key", call: someMember },
  "members.signOutEverywhere": { as: "person" },
  "members.changeMyPassword": {
    as: "person",
    call: async ({ api, person }) => {
      const { userId } = await person;
      const hash = await hashPassword("correct horse battery");
      await api.database.writes.execute(sql`UPDATE users SET password_hash = ${hash} WHERE id = ${userId}`);
      return {};
    },
  },
};
