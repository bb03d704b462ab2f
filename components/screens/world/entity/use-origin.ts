import { useQuery } from "@tanstack/react-query";
import { useApi } from "../../../frame/api/api-provider.tsx";
import type { Outputs } from "../../../frame/api/client.ts";
import { useProjectNames } from "../../../frame/linked/use-project-name.ts";
import { useMoment } from "../../../frame/moment/moment-provider.tsx";
import type { Entity } from "./use-entity.ts";

/** Origin of an entity in another project, as its profile shows it. */
export interface Origin {
  /** Name of the project that it came from. */
  readonly project: string;
  /** Reason why what came along is not changed here. */
  readonly reason: string;
  /** Whether a property came along. */
  readonly isLinked: (property: string) => boolean;
  /** Properties that are this project's own, with what the other project has. */
  readonly held: Outputs["links"]["origin"]["held"];
}

/** Returns where an entity came from; null for the project's own. */
export function useOrigin({ project_id, id, source_link_id, source_project_id }: Entity): Origin | null {
  const isWanted = source_project_id != null;
  const input = { project_id, link_id: source_link_id ?? "", source_entity_id: id, ...useMoment().reading };
  const { data } = useQuery(useApi().links.origin.queryOptions(input, { enabled: isWanted }));
  const nameOf = useProjectNames(isWanted);
  if (source_project_id == null) return null;
  const project = nameOf(source_project_id);
  return {
    project,
    reason: `This comes from “${project}” and is changed there.`,
    // Until it is read, nothing is offered that would be refused.
    isLinked: (property) => data === undefined || data.linked.includes(property),
    held: data?.held ?? [],
  };
}
