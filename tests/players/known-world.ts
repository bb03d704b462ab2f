import { expect } from "vitest";
import type { Loose } from "#tests/graphql/client.ts";
import type { TestApi } from "#tests/support/api.ts";

/** A project with two players, of whom one has an avatar, and two entities besides, one in a group that knows together. */
export async function knownWorld(api: TestApi) {
  const project_id = await api.makeProject();
  const at = `/v1/projects/${project_id}`;
  const send = (method: string, path: string, body?: unknown, key: string = api.home.key) =>
    api.call<Loose>(method, `${at}${path}`, {
      key,
      ...(body !== undefined && { body: body as Record<string, unknown> }),
    });
  const ask = async (method: string, path: string, body?: unknown, key?: string): Promise<Loose> => {
    const answer = await send(method, path, body, key);
    expect([method, path, answer.status < 300 || answer.body]).toEqual([method, path, true]);
    return answer.body;
  };
  const entity = async (name: string) =>
    (await ask("POST", "/entities", { type: "character", name, external_id: name })).id as string;
  const [avatar, keeper, smith, nobody] = [
    await entity("Ines"),
    await entity("Mara"),
    await entity("Bor"),
    await entity("Rui"),
  ];
  const guild = (await ask("POST", "/entities", { type: "faction", name: "The guild", external_id: "guild" }))
    .id as string;
  await ask("PATCH", "", { knowing_types: ["member_of"] });
  await ask("POST", "/relationships", { source_id: smith, target_id: guild, type: "member_of" });
  const player = async (external_id: string, more: object = {}) =>
    (await ask("POST", "/players", { external_id, ...more })).id as string;
  const [ana, bob] = [await player("ana", { avatar_id: avatar }), await player("bob")];
  const tokenOf = async (id: string) =>
    (await ask("POST", `/players/${id}/tokens`, { messages_per_minute: 600 })).token as string;
  const tell = (id: string, body: object) => ask("POST", `/players/${id}/facts`, body);
  return { project_id, at, send, ask, tell, tokenOf, ana, bob, avatar, keeper, smith, guild, nobody };
}
