import { expect } from "vitest";
import type { Answer, TestApi } from "#tests/support/api.ts";
import { type ReadStream, readStream } from "#tests/support/event-stream.ts";

type Json = Record<string, unknown>;

/** A participant, with the token of its player where it has one. */
export interface Somebody {
  readonly id: string;
  readonly token: string | null;
}

/** A message as it is answered. */
export interface SaidMessage {
  readonly number: number;
  readonly speaker: string;
  readonly listeners: string[];
  readonly audience: string[];
  readonly whisper: boolean;
  readonly text: string | null | { erased: true };
  readonly answers: number | null;
  readonly made_by: { kind: string; reason: string | null } | null;
}

/** A conversation in a project of its own. */
export class Talking {
  readonly api: TestApi;
  readonly project: string;
  readonly id: string;

  private constructor(api: TestApi, project: string, id: string) {
    this.api = api;
    this.project = project;
    this.id = id;
  }

  /** Makes a conversation, started unless said otherwise. */
  static async begin(
    api: TestApi,
    { project, isStarted = true, ...body }: Json & { project?: string; isStarted?: boolean } = {},
  ): Promise<Talking> {
    const in_ = project ?? (await api.makeProject());
    const made = await api.call<{ id: string }>("POST", `/v1/projects/${in_}/conversations`, { body });
    expect([made.status, made.body]).toEqual([201, expect.anything()]);
    const talking = new Talking(api, in_, made.body.id);
    if (isStarted) expect((await talking.call("POST", "/start")).status).toBe(200);
    return talking;
  }

  get path(): string {
    return `/v1/projects/${this.project}/conversations/${this.id}`;
  }

  get place(): { readonly projectId: string; readonly conversationId: string } {
    return { projectId: this.project, conversationId: this.id };
  }

  call<Body = Json>(
    method: string,
    path: string,
    { key, body, query }: { key?: string | null; body?: Json; query?: Record<string, string | number> } = {},
  ): Promise<Answer<Body>> {
    return this.api.call<Body>(method, `${this.path}${path}`, {
      ...(body !== undefined && { body }),
      ...(query !== undefined && { query }),
      ...(key != null && { key }),
    });
  }

  /** Makes a player of the project, with a token. */
  async player(external_id: string, more: Json = {}): Promise<{ id: string; token: string }> {
    const at = `/v1/projects/${this.project}/players`;
    const made = await this.api.call<{ id: string }>("POST", at, { body: { external_id, ...more } });
    expect(made.status).toBe(201);
    const token = await this.api.call<{ token: string }>("POST", `${at}/${made.body.id}/tokens`, {
      body: { messages_per_minute: 600 },
    });
    return { id: made.body.id, token: token.body.token };
  }

  /** Makes a player and adds the player to the conversation. */
  async join(external_id: string, body: Json = {}): Promise<Somebody> {
    const { id: player_id, token } = await this.player(external_id);
    return { ...(await this.add({ kind: "player", player_id, name: external_id, ...body })), token };
  }

  async add(body: Json): Promise<Somebody> {
    const added = await this.call<{ id: string }>("POST", "/participants", { body });
    expect([added.status < 300 || added.body]).toEqual([true]);
    return { id: added.body.id, token: null };
  }

  /** Says something: with the player's token, or for somebody who has none. */
  post(by: Somebody, body: Json): Promise<Answer<SaidMessage>> {
    return this.call<SaidMessage>("POST", "/messages", {
      key: by.token,
      body: { ...(by.token === null && { speaker: by.id }), ...body },
    });
  }

  async say(by: Somebody, text: string, more: Json = {}): Promise<SaidMessage> {
    const answer = await this.post(by, { text, ...more });
    expect([answer.status, answer.body]).toEqual([201, expect.objectContaining({ text })]);
    return answer.body;
  }

  /** Reads all messages, as a participant or as whoever runs the game. */
  async messages(by: Somebody | null = null, query: Record<string, string | number> = {}): Promise<SaidMessage[]> {
    const read = await this.call<{ messages: SaidMessage[] }>("GET", "/messages", {
      key: by?.token ?? null,
      query: { limit: 500, ...query },
    });
    expect(read.status).toBe(200);
    return read.body.messages;
  }

  async follow(
    by: Somebody | null,
    { after, lastEventId, participant_id }: { after?: number; lastEventId?: string; participant_id?: string } = {},
  ): Promise<ReadStream> {
    const query = new URLSearchParams();
    if (after !== undefined) query.set("after", String(after));
    if (participant_id !== undefined) query.set("participant_id", participant_id);
    return readStream(
      await this.api.fetch(`${this.path}/events?${query}`, {
        headers: {
          authorization: `Bearer ${by?.token ?? this.api.home.key}`,
          ...(lastEventId !== undefined && { "last-event-id": lastEventId }),
        },
      }),
    );
  }
}

/** Returns the messages that arrived in a stream. */
export const heard = (stream: ReadStream): SaidMessage[] =>
  stream.frames.filter(({ event }) => event === "message").map(({ data }) => data);
