import { instance } from "../instance.ts";
import type { OpenApiDocument } from "./openapi-document.ts";
import { type ApiReference, describeReference } from "./reference.ts";

let kept: { etag: string; reference: ApiReference } | null = null;

/** The reference of what this process serves, made again only when the description changed. Null when it fails. */
export async function servedReference(): Promise<ApiReference | null> {
  const { app, services } = await instance();
  const headers = kept === null ? {} : { "if-none-match": kept.etag };
  const response = await app.fetch(new Request(`${services.publicUrl}/v1/openapi.json`, { headers }));
  if (response.status === 304 && kept !== null) return kept.reference;
  if (!response.ok) return null;
  const reference = describeReference((await response.json()) as OpenApiDocument);
  kept = { etag: response.headers.get("etag") ?? "", reference };
  return reference;
}
