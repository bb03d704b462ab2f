import { FileBody, receivedFile } from "../../../operation/file-body.ts";
import { projectCall } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { StoredFile, toStoredFile, UPLOAD_BYTES } from "../stored-file.ts";

/** Largest body, in bytes: that of the largest file in base64. */
const BODY_BYTES = 14 * 1024 * 1024;

export const uploadFile = projectCall({
  method: "POST",
  path: "/v1/projects/{project_id}/files",
  scope: "write",
  summary: "Upload a file",
  description: `Keeps a file, so that a resource of the project can name it by its \`sha256\`. A file that a version names stays as long as
its project; one that nobody named is removed a day after its last upload. The same content is kept once.

PNG, JPEG, GIF, WebP, AVIF, common audio and video, and plain text are shown by browsers; all else is quarantined and only saved.`,
  params: projectScope,
  body: FileBody,
  takesFile: true,
  bodyLimit: BODY_BYTES,
  output: StoredFile,
  status: 201,
  errors: ["plan_limit_reached"],
  example: { media_type: "text/plain", content: "VGhlIHRpZGUgaGFzIHR1cm5lZC4=" },
  handle: async ({ project, services }, { body }) => {
    const file = receivedFile(body, UPLOAD_BYTES);
    return toStoredFile(services, await services.artifacts.keep(project, file));
  },
});
