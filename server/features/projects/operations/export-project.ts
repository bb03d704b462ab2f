import { z } from "zod";
import { declareExport } from "../../../operation/declare-export.ts";
import { sealed } from "../../../record/sealed-lines.ts";
import { projectParams, transferredFiles } from "../schemas.ts";
import { exportLines } from "../transfer/export-lines.ts";
import { lineWithBytes } from "../transfer/file-lines.ts";
import { CONTENTS } from "../transfer/lines.ts";

export const exportProject = declareExport({
  path: "/v1/projects/{project_id}/export",
  summary: "Export a whole project",
  description: `Lines of JSON: a header, a line for each file that a version names, a line for each change, and an end with a checksum. \`state\` is the project at the sequence;
\`history\` has all events up to it with their authors and times. An [import](/docs/reference/projects#projects_import) creates a project
that exports the same file except for the project's id.

Webhooks, provider keys, API keys, generation sessions, playthroughs, share links, players with what is kept of them, conversations,
feedback, and what links suggest are omitted. A state without history also omits checkpoints, suggestions, readings, and proposals of
extractions.`,
  params: projectParams,
  query: {
    contents: z
      .enum(CONTENTS)
      .default("state")
      .meta({ description: "Contents: the current state, or the whole history." }),
    files: transferredFiles,
  },
  id: "ProjectExport",
  content: z.string().meta({ description: "The file: NDJSON." }),
  formats: {
    ndjson: {
      name: "Lines of JSON",
      mediaType: "application/x-ndjson",
      ending: ".ndjson",
      write: (lines: Parameters<typeof sealed>[0]) => sealed(lines),
    },
  },
  open: async ({ project, atSeq, services }, { query: { contents, files } }) => {
    const { database, resources, artifacts } = services;
    const exported = { projectId: project.id, seq: atSeq ?? project.lastSeq, contents, files };
    const lines = exportLines(database.reads, resources, exported, (file) => lineWithBytes(artifacts, file));
    return { name: `${project.id}.${contents}`, source: lines };
  },
});
