import type { Answer, TestApi } from "#tests/support/api.ts";

/** An error as GraphQL answers it. */
export interface GraphqlError {
  message: string;
  path?: (string | number)[];
  extensions: { code: string; request_id: string; doc_url: string; detail?: unknown };
}

/** Answer to a document. */
export interface GraphqlBody<Data> {
  data?: Data | null;
  errors?: GraphqlError[];
  extensions?: { cost: { points: number; nodes: number } };
}

// biome-ignore lint/suspicious/noExplicitAny: what is asked differs with every document, and the expectations say what it is.
export type Loose = any;

/** Sends a document. */
export function ask<Data = Loose>(
  api: TestApi,
  query: string,
  variables: Record<string, unknown> = {},
  key: string | null = api.home.key,
): Promise<Answer<GraphqlBody<Data>>> {
  return api.call<GraphqlBody<Data>>("POST", "/v1/graphql", { key, body: { query, variables } });
}

/** Sends a document that must succeed, and returns its data. */
export async function data<Data = Loose>(
  api: TestApi,
  query: string,
  variables: Record<string, unknown> = {},
): Promise<Data> {
  const { body } = await ask<Data>(api, query, variables);
  if (body.errors !== undefined || body.data == null) throw new Error(JSON.stringify(body));
  return body.data;
}
