import { index } from "drizzle-orm/pg-core";
import { z } from "zod";
import { field } from "#server/kernel/field.ts";
import { sessionSourceField } from "#server/kernel/session-source.ts";
import { fileHash, finiteNumber, idOf, text } from "#server/kernel/validation/fields.ts";
import { isCurrent } from "./columns.ts";
import { versionTable } from "./version-table.ts";

/** Fields of a voice line. A line of words is spoken anew when its words change, so nothing of it is. */
export const voiceLineFields = {
  node_id: field(idOf("node"), {
    description: "The node whose words it speaks.",
    writable: "never",
    filter: "Only voice lines of this node.",
    mentions: "dialogue_node",
  }),
  file: field(fileHash(), {
    description: "SHA-256 of the file: MP3 or WAV.",
    writable: "never",
    file: true,
    column: "text",
  }),
  text: field(text(), {
    description: "The words that it speaks. The node may say something else by now.",
    writable: "never",
    column: "text",
  }),
  voice: field(text(), { description: "Name of the voice.", writable: "never", column: "text" }),
  speed: field(finiteNumber(), { description: "Speed, of which 1 is the usual.", writable: "never" }),
  model: field(text().nullable(), {
    description: "The model that speaks; null where none does.",
    writable: "never",
    default: null,
    column: "text",
  }),
  is_speech: field(z.boolean(), {
    description: "Whether it is speech; false for a placeholder, which is a tone for every word.",
    writable: "never",
  }),
  source: sessionSourceField,
};

/** Versions of voice lines. */
export const voiceLineVersions = versionTable("voice_line_versions", voiceLineFields, (t) => [
  index("voice_line_versions_node").on(t.project_id, t.node_id, t.created_seq).where(isCurrent),
]);
