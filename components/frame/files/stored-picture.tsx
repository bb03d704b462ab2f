"use client";

import { useQuery } from "@tanstack/react-query";
import { useApi } from "../api/api-provider.tsx";

/** Milliseconds for which an address of a picture is used; it opens the picture for five minutes. */
const ADDRESS_MS = 4 * 60_000;

interface StoredPictureProps {
  project_id: string;
  /** SHA-256 of its file. */
  hash: string;
  /** Words for those who do not see it. */
  alt: string;
}

/** Shows a picture that a project keeps, in a frame of its own. */
export function StoredPicture({ project_id, hash, alt }: StoredPictureProps) {
  const { data } = useQuery(useApi().files.get.queryOptions({ project_id, hash }, { staleTime: ADDRESS_MS }));
  return (
    <div className="flex h-44 items-center justify-center overflow-hidden rounded-md border border-line bg-panel">
      {data !== undefined && (
        // biome-ignore lint/performance/noImgElement: a signed address is for the browser alone, and no image service may fetch it.
        <img src={hereOf(data.url)} alt={alt} className="max-h-full max-w-full object-contain" />
      )}
    </div>
  );
}

/** The address on the origin that the studio is open at, which may be called by another name than the service. */
function hereOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}
