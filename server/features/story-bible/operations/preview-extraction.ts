import { z } from "zod";
import { projectWrite } from "../../../operation/operation.ts";
import { CanonViolation, proposedViolations } from "../../canon/public.ts";
import { extraction } from "../extraction.ts";
import { ChosenParts, openParts } from "../open-parts.ts";
import { writeParts } from "../write-parts.ts";

export const previewExtraction = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/story-bible/extractions/{bible_extraction_id}/preview",
  scope: "write",
  long: true,
  summary: "Preview the acceptance of an extraction",
  description:
    "Reports what accepting these proposals would contradict by the rules of the canon, and which of them cannot be written, without storing anything.",
  params: extraction.params,
  body: ChosenParts,
  bodyOptional: true,
  output: z.object({
    refused: z
      .array(
        z.object({
          id: z.string().meta({ description: "The proposal." }),
          reason: z.string().meta({ description: "Why it cannot be written." }),
        }),
      )
      .meta({ description: "Proposals that cannot be written." }),
    violations: z.array(CanonViolation).meta({
      description:
        "What the others would contradict; 50 at most, and without names and words for a key that may not read.",
    }),
  }),
  errors: ["not_found", "wrong_state"],
  example: { parts: ["p1"] },
  handle: async (context, { params, body }) => {
    const { record } = context;
    const version = await record.require(extraction.resource, params.bible_extraction_id);
    const chosen = openParts(version, "accept", body.parts);
    const found = await record.tryOut(async () => {
      const failed = await writeParts(context, chosen);
      return { failed, violations: await proposedViolations(record) };
    });
    await record.commit();
    return { refused: found.failed.map(([{ id }, reason]) => ({ id, reason })), violations: found.violations };
  },
});
