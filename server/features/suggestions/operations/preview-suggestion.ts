import { z } from "zod";
import { BatchError } from "../../../operation/batch.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { CanonViolation, proposedViolations } from "../../canon/public.ts";
import { applyParts, conflictsOf } from "../apply-parts.ts";
import { findDangling } from "../find-dangling.ts";
import { naming } from "../naming.ts";
import { edited, openParts } from "../parts.ts";
import { chosenParts, Dangling, PartEdits } from "../schemas.ts";
import { partsOf, suggestion } from "../suggestion.ts";

const SuggestionPreview = z
  .object({
    seq: z
      .int()
      .meta({ description: "The sequence this was found at; pass it as `base_seq` to accept over conflicts." }),
    parts: z
      .array(
        z.object({
          id: z.string(),
          outcome: z.enum(["fits", "conflicts", "refused"]).meta({ description: "Result of accepting the part now." }),
          needs_parts: z
            .array(z.string())
            .meta({ description: "Open parts that this part depends on and that are not included." }),
          problem: BatchError.nullable().meta({
            description: "Error that accepting would return; conflicts are in its detail.",
          }),
        }),
      )
      .meta({ description: "Result for each part." }),
    dangling: z.array(Dangling).meta({ description: "Branches and nodes that would become dangling." }),
    violations: z.array(CanonViolation).meta({
      description:
        "What the parts that fit would contradict by the rules of the canon; 50 at most, and without names and words for a key that may not read.",
    }),
  })
  .meta({ id: "SuggestionPreview" });

export const previewSuggestion = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/suggestions/{suggestion_id}/preview",
  scope: "write",
  long: true,
  summary: "Preview the acceptance of a suggestion",
  description:
    "Reports the result of accepting these parts without storing anything: the parts that fit, the conflicts with changes of others (both values), the branches that would dangle without the other parts, and what would contradict the rules of the canon.",
  params: suggestion.params,
  body: z.strictObject({
    parts: chosenParts,
    edits: PartEdits.default([]).meta({ description: "Try it with these changes." }),
  }),
  bodyOptional: true,
  output: SuggestionPreview,
  errors: ["not_found", "wrong_state", "suggestion_state", "batch_too_large"],
  example: { parts: ["p1"] },
  handle: async ({ record, services }, { params, body }) => {
    const stored = await record.require(suggestion.resource, params.suggestion_id);
    const version = { ...stored, ...edited(stored, body.edits, "edits") };
    const chosen = openParts(version, "accept", body.parts);
    const ids = chosen.map(({ id }) => id);
    const named = naming(partsOf(version));
    const { refused, dangling, violations } = await record.tryOut(async () => {
      const refusedParts = await applyParts(record, version, chosen, {
        baseSeq: version.base_seq,
        now: services.clock.now(),
      });
      return {
        refused: refusedParts,
        dangling: await findDangling(record, version.graph_id, named, ids),
        violations: await proposedViolations(record),
      };
    });
    await record.commit();
    const left = new Set(
      partsOf(version).flatMap(({ id, status }) => (status === "open" && !ids.includes(id) ? [id] : [])),
    );
    return {
      seq: record.seq,
      parts: chosen.map(({ id }) => {
        const problem = refused.find(({ part }) => part.id === id)?.problem ?? null;
        const makers = (named.neededBy.get(id) ?? []).flatMap((subject) => named.madeBy.get(subject) ?? []);
        return {
          id,
          outcome: problem === null ? "fits" : conflictsOf(problem).length > 0 ? "conflicts" : "refused",
          needs_parts: [...new Set(makers)].filter((maker) => left.has(maker)),
          problem,
        } as const;
      }),
      dangling,
      violations,
    };
  },
});
