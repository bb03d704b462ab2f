import { type Resource, stateOf, type Version } from "../../record/resource.ts";
import { versionMeta } from "../../record/wire.ts";

/** Form on the wire of a version that shows all of its state, under the names it is stored by. */
export function shownVersion<S>(
  resource: Resource<S>,
  version: Version<S>,
): { id: string; project_id: string } & S & ReturnType<typeof versionMeta> {
  const { id, project_id } = version;
  return { id, project_id, ...stateOf(resource, version), ...versionMeta(version) };
}
