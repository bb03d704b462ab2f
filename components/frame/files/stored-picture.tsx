"use client";

import { useFileAddress } from "./use-file-address.ts";

interface StoredPictureProps {
  project_id: string;
  /** SHA-256 of its file. */
  hash: string;
  /** Words for those who do not see it. */
  alt: string;
}

/** Shows a picture that a project keeps, in a frame of its own. */
export function StoredPicture({ project_id, hash, alt }: StoredPictureProps) {
  const address = useFileAddress(project_id, hash);
  return (
    <div className="flex h-44 items-center justify-center overflow-hidden rounded-md border border-line bg-panel">
      {address !== undefined && (
        // biome-ignore lint/performance/noImgElement: a signed address is for the browser alone, and no image service may fetch it.
        <img src={address} alt={alt} className="max-h-full max-w-full object-contain" />
      )}
    </div>
  );
}
