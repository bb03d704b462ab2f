import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { importDialogues } from "../features/dialogues/operations/import-dialogues.ts";
import { batchEntities } from "../features/entities/operations/batch-entities.ts";
import { listEntities } from "../features/entities/operations/list-entities.ts";
import { createProject } from "../features/projects/operations/create-project.ts";
import { listProjects } from "../features/projects/operations/list-projects.ts";
import { createRelationship } from "../features/relationships/operations/create-relationship.ts";
import { listRelationships } from "../features/relationships/operations/list-relationships.ts";
import { type Caller, NO_PROJECT_ROLES } from "../kernel/scope.ts";
import type { Services } from "../operation/context.ts";
import type { KeyedOperation } from "../operation/operation.ts";
import { run } from "../operation/run.ts";
// The dialogues and their variables, as anybody would import them; a speaker's key is the external id of a character.
import story from "./salt-gate/story.json" with { type: "json" };
// Places, people and things, and how they are related, by external ids.
import world from "./salt-gate/world.json" with { type: "json" };

const PROJECT = {
  name: "The Salt Gate",
  description: "A harbour town, a toll, and a book that is missing. The sample project: change anything.",
};

/**
 * Writes the sample project through the operations, as any client would, and answers its id. What is there already stays:
 * each step looks first, so a seeding that was interrupted is completed by the next.
 */
export async function seedSaltGate(services: Services, workspaceId: string): Promise<string> {
  const seeder = new Seeder(services, workspaceId);
  const project_id = await seeder.project();
  const ids = await seeder.entities(project_id);
  await seeder.relationships(project_id, ids);
  await seeder.dialogues(project_id);
  return project_id;
}

type Parts = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown };

class Seeder {
  private readonly services: Services;
  private readonly caller: Caller;

  constructor(services: Services, workspaceId: string) {
    this.services = services;
    this.caller = {
      kind: "user",
      actor: "system:seed",
      id: "seed",
      workspaceId,
      scopes: ["read", "write"],
      modes: ["test"],
      projectIds: null,
      role: null,
      projectRoles: NO_PROJECT_ROLES,
      plan: "demo",
      sealKey: null,
      readsAs: null,
      player: null,
      sessionVersion: null,
    };
  }

  async project(): Promise<string> {
    const { projects } = await this.ask(listProjects, { query: { limit: 1 } });
    return projects[0]?.id ?? (await this.ask(createProject, { body: PROJECT })).id;
  }

  async entities(project_id: string): Promise<Map<string, string>> {
    const params = { project_id };
    const { entities: present } = await this.ask(listEntities, { params, query: { limit: 500 } });
    const ids = new Map(present.map(({ external_id, id }) => [external_id, id]));
    const missing = world.entities.filter(({ external_id }) => !ids.has(external_id));
    if (missing.length === 0) return ids;
    const made = await this.ask(batchEntities, { params, body: { entities: missing } });
    for (const { external_id, id } of made.entities) ids.set(external_id, id);
    return ids;
  }

  async relationships(project_id: string, ids: ReadonlyMap<string, string>): Promise<void> {
    const params = { project_id };
    const { relationships } = await this.ask(listRelationships, { params, query: { limit: 500 } });
    const present = new Set(relationships.map(({ source_id, type, target_id }) => `${source_id} ${type} ${target_id}`));
    for (const { type, source_external_id, target_external_id, properties } of world.relationships) {
      const source_id = ids.get(source_external_id);
      const target_id = ids.get(target_external_id);
      if (source_id === undefined || target_id === undefined) continue;
      if (present.has(`${source_id} ${type} ${target_id}`)) continue;
      await this.ask(createRelationship, { params, body: { type, source_id, target_id, properties } });
    }
  }

  async dialogues(project_id: string): Promise<void> {
    await this.ask(importDialogues, { params: { project_id }, body: { format: story.format, content: story } });
  }

  private async ask<O extends Pick<KeyedOperation, "kind" | "output">>(
    operation: O,
    { params = {}, query = {}, body }: Parts,
  ): Promise<z.output<O["output"]>> {
    const answer = await run(operation as unknown as KeyedOperation, this.services, {
      caller: this.caller,
      requestId: randomUUID(),
      params,
      query,
      laxQuery: false,
      body: async () => body,
      mistakes: [],
      ifMatch: null,
      idempotency: null,
    });
    return answer.body as z.output<O["output"]>;
  }
}
