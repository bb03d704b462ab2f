import { NODE_KINDS } from "#domain/dialogue/wire.ts";
import { didYouMean, nearestName } from "#domain/nearest-name.ts";
import { PLAIN_PROPERTY } from "#domain/templates/template.ts";
import { templateFields, templateVersions } from "#drizzle/schema/templates.ts";
import { invalidValue, Problem } from "../../kernel/problem.ts";
import { recorded } from "../../operation/ordinary/recorded.ts";
import { maxBytes } from "../../record/limits.ts";

/** Bytes that the JSON of a template's properties may have, in UTF-8: every write that sets a property reads them. */
const MAX_PROPERTIES_BYTES = 65_536;
/** Templates of entities that a project may have. */
const MAX_TEMPLATES = 200;

/** A template: which properties entities of a type, or cards of a kind, have, and of which kind each is. */
export const template = recorded({
  type: "template",
  plural: "templates",
  path: "/v1/projects/{project_id}/templates",
  table: templateVersions,
  fields: templateFields,
  example: {
    state: {
      applies_to: "entity",
      type: "character",
      label: "Character",
      icon: "person",
      properties: [
        { ...PLAIN_PROPERTY, options: [], key: "age", label: "Age", kind: "number", min: 0, max: 120 },
        { ...PLAIN_PROPERTY, key: "loyalty", label: "Loyalty", kind: "choice", options: ["loyal", "wavering"] },
      ],
    },
    edits: { updated: { validate: "warn" } },
  },
  limits: [maxBytes("properties", MAX_PROPERTIES_BYTES)],
  invariants: async (record, changes, self) => {
    const made = changes.flatMap(({ id, before, after, loc }) =>
      after === null || before !== null ? [] : [{ id, after, loc }],
    );
    if (made.length === 0) return;
    const present = await record.find(self, { applies_to: made.map(({ after }) => after.applies_to) });
    for (const { id, after, loc } of made) {
      const { applies_to, type } = after;
      if (applies_to === "card" && !NODE_KINDS.some((kind) => kind === type)) {
        const reason = `there is no such kind of card${didYouMean(nearestName(type, NODE_KINDS))}`;
        throw invalidValue([...loc, "type"], reason, type);
      }
      const alike = present.filter((other) => other.applies_to === applies_to);
      const holder = alike.find((other) => other.type === type && other.id !== id);
      if (holder !== undefined) throw new Problem("name_taken", { detail: { id: holder.id, name: type } });
      if (alike.length > MAX_TEMPLATES) {
        throw invalidValue([...loc, "type"], `a project has at most ${MAX_TEMPLATES} templates`, type);
      }
    }
  },
});
