import type { TestApi } from "#tests/support/api.ts";
import type { TestMember } from "#tests/support/workspace.ts";

/** Project in which a fixture prepares its call, with its parts made as they are needed. */
export interface FixtureContext {
  readonly api: TestApi;
  readonly projectId: Promise<string>;
  readonly person: Promise<TestMember>;
  /** The id of such a thing, made at the first call. */
  param(param: string, area: string): Promise<string>;
  /** Calls an operation of the product as the home workspace; throws unless it succeeds. */
  ask<Body = Record<string, unknown>>(name: string, call?: Partial<ValidCall>): Promise<Body>;
  /** Returns the last sequence of the project's record. */
  head(): Promise<number>;
}

/** A request that an operation accepts. */
export interface ValidCall {
  params: Record<string, string>;
  query: Record<string, string | number | boolean>;
  /** Undefined for an operation without a body. */
  body: unknown;
  /** The token that opens what is asked for by a share link; absent for everything else. */
  bearer?: string;
}

/** Preparation that an operation needs besides its own `example` to be called with success. */
export interface Fixture {
  /** `live key` for what test keys may not do, `person` for what only people who are signed in may. */
  as?: "key" | "live key" | "person";
  /** Whether a person is shown something else than a key is. */
  differsForPeople?: boolean;
  /** Prepares the ground, and says how the call differs from the operation's example. */
  call?: (scene: FixtureContext) => Promise<Partial<ValidCall>> | Partial<ValidCall>;
}
