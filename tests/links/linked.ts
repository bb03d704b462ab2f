import { expect } from "vitest";
import type { JsonObject } from "#domain/json.ts";
import type { Services } from "#server/operation/context.ts";
import { starterFrom } from "#server/operation/starter.ts";
import { areas, registry } from "#server/operations.ts";
import type { Story } from "#tests/record/story.ts";

const { links } = registry;

/** Does a job of links to its end. */
async function does(services: Services, name: string, state: JsonObject): Promise<void> {
  const job = areas.links.jobs.find((each) => each.name === name);
  for (let next: JsonObject | "done" | undefined = state; next !== "done"; ) {
    expect(next).toBeDefined();
    next = await job?.step(services, next as never, new AbortController().signal);
  }
}

/** Does the work of a link and answers the link; null where it is gone. */
export async function work(title: Story, link_id: string, services = title.bench.services) {
  const { caller } = title.bench;
  const starter = { ...starterFrom(caller, null) } as unknown as JsonObject;
  await does(services, "bring_link", { project_id: title.projectId, link_id, starter });
  return title.ask(links.get, { params: { link_id } });
}

/** Makes a link and brings what it names. */
export async function linkTo(title: Story, source: Story, body: JsonObject = {}): Promise<string> {
  const made = await title.ask(links.create, { body: { source_project_id: source.projectId, ...body } });
  expect(await work(title, made.id)).toMatchObject({ status: "ready", error: null, pinned_seq: made.seq });
  return made.id;
}

/** Brings what a link names as it is at a sequence of its source. */
export async function repin(title: Story, link_id: string, seq?: number) {
  await title.ask(links.repin, { params: { link_id }, body: seq === undefined ? {} : { seq } });
  return work(title, link_id);
}

/** Follows all links once. */
export const followAll = (services: Services): Promise<void> => does(services, "follow_links", {});

/** Suggestions of the links of a project. */
export const suggested = async (title: Story, query: object = { status: "open" }) =>
  (await title.ask(links.listChanges, { query: { limit: 500, ...query } })).changes;
