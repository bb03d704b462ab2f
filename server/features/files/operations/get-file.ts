import { Problem } from "../../../kernel/problem.ts";
import { fileHash } from "../../../kernel/validation/fields.ts";
import { projectRead } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { StoredFile, toStoredFile } from "../stored-file.ts";

export const getFile = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/files/{hash}",
  scope: "read",
  summary: "Get a file",
  description: "Answers what is known of a file, with an address that opens it in a browser for five minutes.",
  params: projectScope.extend({ hash: fileHash().meta({ description: "SHA-256 of its content in hexadecimal." }) }),
  output: StoredFile,
  errors: ["not_found"],
  // A file is there or not, whatever the sequence; its address is another each time.
  timeTravel: false,
  inSnapshot: false,
  taggedBy: "answer",
  handle: async ({ project, services }, { params }) => {
    const file = await services.artifacts.find(project.id, params.hash);
    if (file === null) throw new Problem("not_found");
    return toStoredFile(services, file);
  },
});
