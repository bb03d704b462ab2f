"use client";

import type { Json, JsonObject } from "#domain/json.ts";
import { PLAIN_PROPERTY, type PropertyDefinition, type PropertyKind } from "#domain/templates/template.ts";
import { FieldRow } from "../../frame/fields/field-row.tsx";
import { useTemplates } from "../../frame/fields/use-templates.ts";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { sayKey } from "../../ui/list/property-columns.tsx";
import { TitledSection } from "../../ui/titled-section.tsx";
import { quoted } from "../gestures/gesture.ts";
import type { Node } from "../model/model.ts";
import { useDialogue } from "../session/dialogue-context.ts";

/** Fields of a card: those that its kind has, then what an import or the game wrote beside them; empty where there is neither. */
export function FieldsSection({ node }: { node: Node }) {
  const session = useDialogue();
  const disabledReason = reasonOf(useCan()("edit"));
  const templates = useTemplates("card");
  const template = templates?.get(node.kind);
  const fields = template?.properties ?? [];
  // A dialogue that this browser kept from before cards had fields has none.
  const properties: JsonObject = node.properties ?? {};
  const others = Object.entries(properties).flatMap(([key, value]) =>
    fields.some((field) => field.key === key) ? [] : (definitionOf(key, value) ?? []),
  );
  if (templates === null || fields.length + others.length === 0) return null;
  const save = async (key: string, value: Json | undefined) => {
    const patch = { properties: Object.fromEntries([[key, value ?? null]]) };
    session.dispatch(`Change a field of ${quoted(node)}`, [{ op: "node.update", id: node.id, patch }]);
  };
  return (
    <TitledSection title="Fields" level={3} heading="mb-1 font-medium text-12 text-ink-2">
      <dl className="border-line border-t">
        {[...fields, ...others].map((definition) => (
          <FieldRow
            key={definition.key}
            definition={definition}
            validate={template?.validate ?? "off"}
            value={Object.hasOwn(properties, definition.key) ? properties[definition.key] : undefined}
            disabledReason={disabledReason}
            onSave={(value) => save(definition.key, value)}
          />
        ))}
      </dl>
    </TitledSection>
  );
}

/** Returns the definition by which a value without a field is shown and edited; null for what no control can say. */
function definitionOf(key: string, value: Json): PropertyDefinition | null {
  const kind = KINDS[typeof value];
  return kind === undefined ? null : { ...PLAIN_PROPERTY, key, label: sayKey([key]), kind };
}

const KINDS: Readonly<Record<string, PropertyKind>> = { string: "text", number: "number", boolean: "boolean" };
