import type { Artifact } from "../../../artifacts/artifact.ts";
import type { ArtifactStore } from "../../../artifacts/artifact-store.ts";
import { Problem } from "../../../kernel/problem.ts";
import { JobProblem } from "../../../queue/job.ts";
import type { KeptTransfer } from "./kept-transfers.ts";
import { bytesOf, type FileLine } from "./lines.ts";

/** Returns the line of a file with its bytes, for who takes the project elsewhere. */
export async function lineWithBytes(artifacts: ArtifactStore, file: Artifact): Promise<FileLine> {
  const { sha256, media_type } = file;
  return { type: "file", sha256, media_type, content: (await readBytes(artifacts, file)).toString("base64") };
}

/** Returns the line of a file that is copied from its project. */
export function lineOfCopy({ project_id, sha256, media_type }: Artifact): FileLine {
  return { type: "file", sha256, media_type, project_id };
}

/**
 * Keeps the files of a part for the project that is imported. Called while nothing is locked; repeated, it keeps nothing twice.
 *
 * @throws JobProblem where the plan has no room for them, or a file that is copied is gone
 * @throws ObjectStoreFailure
 */
export async function keepFiles(
  artifacts: ArtifactStore,
  { into_project_id: id, workspace_id: workspaceId }: KeptTransfer,
  lines: readonly FileLine[],
): Promise<void> {
  for (const line of lines) {
    const bytes = await bytesFor(artifacts, line);
    const kept = await artifacts.keep({ id, workspaceId }, { bytes, mediaType: line.media_type }).catch(plainly);
    if (kept.sha256 !== line.sha256) throw new JobProblem(`The file ${line.sha256} is damaged.`);
  }
}

async function bytesFor(artifacts: ArtifactStore, { sha256, content, project_id }: FileLine): Promise<Buffer> {
  if (content !== undefined) return bytesOf(content);
  const file = project_id === undefined ? null : await artifacts.find(project_id, sha256);
  if (file === null) throw new JobProblem(`The file ${sha256} of the copied project is gone.`);
  return readBytes(artifacts, file);
}

async function readBytes(artifacts: ArtifactStore, file: Artifact): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of await artifacts.open({ object: file.object, bytes: Number(file.bytes) }))
    chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Ends the import for what no attempt could change. */
function plainly(error: unknown): never {
  throw error instanceof Problem ? new JobProblem(error.message) : error;
}
