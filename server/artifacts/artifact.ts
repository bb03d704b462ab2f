import type { Columns } from "../record/database.ts";

/** File of a project, as it is kept. */
export type Artifact = Columns<
  "artifacts",
  "project_id" | "sha256" | "object" | "bytes" | "media_type" | "is_quarantined"
>;

/** Project that files are in, with the workspace whose plan they count for. */
export interface FilesOf {
  readonly id: string;
  readonly workspaceId: string;
}
