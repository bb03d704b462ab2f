import type { z } from "zod";
import type { JsonObject } from "#domain/json.ts";
import { newId } from "../../kernel/ids.ts";
import { newState, type Resource } from "../../record/resource.ts";
import type { UnitOfWork } from "../../record/unit-of-work.ts";
import type { LandingSession } from "./generator.ts";

/** Recorded resource with a field `source`, as far as a generation makes subjects of it. */
export interface LandingResource<Body extends z.ZodObject = z.ZodObject> {
  readonly resource: Resource<never>;
  /** Body of a creation. */
  readonly body: Body;
}

/** Bodies of the subjects that come of a draft; their source is the session. */
export type LandingBody<Body extends z.ZodObject> = Omit<z.input<Body>, "id" | "source">;

/** Creates subjects with the session as their source, each as a caller would; returns the result of the session. */
export function landAs(
  unit: UnitOfWork,
  { resource, body }: LandingResource,
  bodies: readonly JsonObject[],
  session: LandingSession,
): JsonObject {
  const source = { kind: "session", session_id: session.id };
  const isSent = body.shape.source !== undefined;
  const ids = bodies.map((each) => {
    const sent = body.parse({ ...each, ...(isSent && { source }) });
    const id = newId(resource.prefix, session.now);
    unit.create(resource, id, newState(resource, { source, ...sent }));
    return id;
  });
  return { [`${resource.type}_ids`]: ids };
}
