"use client";

import { useQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, use, useMemo } from "react";
import { useApi } from "../../../frame/api/api-provider.tsx";
import { useFileAddress } from "../../../frame/files/use-file-address.ts";
import { useMoment } from "../../../frame/moment/moment-provider.tsx";
import { PAGE } from "../../../frame/project/page-size.ts";
import { useProjectId } from "../../../frame/project/project-provider.tsx";
import { Face } from "../entity/face.tsx";
import type { Entity } from "../entity/use-entity.ts";

const NONE: ReadonlyMap<string, string> = new Map();
const Pictures = createContext(NONE);

/** Reads which picture each entity has, all at once. */
export function PicturesOfCards({ children }: { children: ReactNode }) {
  const input = { project_id: useProjectId(), limit: PAGE, ...useMoment().reading };
  const { data } = useQuery(useApi().images.list.queryOptions(input));
  const pictures = useMemo(() => {
    const first = new Map<string, string>();
    for (const { entity_id, file } of data?.images ?? []) if (!first.has(entity_id)) first.set(entity_id, file);
    return first;
  }, [data]);
  return <Pictures value={pictures}>{children}</Pictures>;
}

/** The first picture of an entity, or its initials or sign. */
export function CardFace({ entity, size }: { entity: Entity; size: "sm" | "lg" }) {
  const address = useFileAddress(useProjectId(), use(Pictures).get(entity.id) ?? null);
  return (
    <Face
      entity={entity}
      size={size}
      {...(address !== undefined && {
        // biome-ignore lint/performance/noImgElement: a signed address is for the browser alone, and no image service may fetch it.
        picture: <img src={address} alt="" className="size-full object-cover" />,
      })}
    />
  );
}
