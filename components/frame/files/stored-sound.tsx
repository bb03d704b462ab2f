"use client";

import { useFileAddress } from "./use-file-address.ts";

interface StoredSoundProps {
  project_id: string;
  /** SHA-256 of its file. */
  hash: string;
  /** Name for those who do not see the player. */
  label: string;
}

/** Plays a sound that a project keeps. */
export function StoredSound({ project_id, hash, label }: StoredSoundProps) {
  const address = useFileAddress(project_id, hash);
  // biome-ignore lint/a11y/useMediaCaption: it speaks words that are text elsewhere.
  return <audio controls src={address} aria-label={label} className="w-full max-w-sm" />;
}
