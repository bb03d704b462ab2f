import type { ReferenceArea, ReferenceObject, ReferenceOperation } from "./reference.ts";
import type { Field, Variant } from "./schema-fields.ts";
import type { ShownEventKind } from "./served-events.ts";

/** Returns an operation as Markdown, under a heading of the second level. */
export function operationText(operation: ReferenceOperation): string {
  const { method, path, scope, body, response, samples } = operation;
  return paragraphs([
    `## ${operation.summary}`,
    `\`${method} ${path}\` · ${scope === null ? "no key required" : `scope \`${scope}\``} · id \`${operation.id}\``,
    operation.description,
    ...operation.parameters.map(({ place, fields }) => part(place, fieldLines(fields, true))),
    body && part(body.required ? "Body" : "Body (optional)", shapeLines(body, true)),
    response && part(`Response ${response.status}`, answerLines(response)),
    part(
      "Errors",
      operation.errors.map(
        ({ status, codes }) => `- ${status}: ${(codes.length > 0 ? codes : ["validation_error"]).join(", ")}`,
      ),
    ),
    fence("sh", samples[0]?.code ?? ""),
    response?.example == null ? null : fence("json", response.example),
  ]);
}

/** Returns the operations of an area as Markdown. */
export function areaText({ operations }: ReferenceArea): string {
  return paragraphs(operations.map(operationText));
}

/** Returns an object as Markdown, under a heading of the second level. */
export function objectText(object: ReferenceObject): string {
  const transitions = object.states?.transitions ?? [];
  return paragraphs([
    `## ${object.name}`,
    object.description,
    shapeLines(object, object.isSent).join("\n"),
    part(
      "States",
      transitions.map(({ name, from, to }) => `- \`${name}\`: ${from.join(", ")} → ${to}`),
    ),
  ]);
}

/** Returns a kind of event as Markdown, under a heading of the second level. */
export function eventText({ kind, meaning, others, object, example }: ShownEventKind): string {
  const gone = kind.endsWith(".deleted") ? ", which is null now" : "";
  const content =
    object === null ? null : `With \`include=resource\` it contains [${object}](/docs/objects/${object})${gone}.`;
  return paragraphs([`## ${kind}`, meaning, others, content, fence("json", example)]);
}

function answerLines({ object, isShared, ...shape }: NonNullable<ReferenceOperation["response"]>): string[] {
  if (isShared) return [`[${object}](/docs/objects/${object})`];
  const lines = shapeLines(shape, false);
  return lines.length > 0 ? lines : ["No fields."];
}

function shapeLines({ fields, variants }: { fields: Field[]; variants: Variant[] }, isRequest: boolean): string[] {
  return [...fieldLines(fields, isRequest), ...variantLines(variants, isRequest, "")];
}

/** Fields as a list, with what is inside them indented. */
function fieldLines(fields: readonly Field[], isRequest: boolean, indent = ""): string[] {
  return fields.flatMap((field) => {
    const type = field.object === null ? field.type : `[${field.type}](/docs/objects/${field.object})`;
    const marks = [
      `${type}${field.nullable ? " or null" : ""}`,
      isRequest && field.required && "required",
      field.deprecated && "deprecated",
    ].filter((each) => each !== false);
    const words = [field.description, field.facts.join("; ")].filter((each) => each !== null && each !== "");
    return [
      `${indent}- \`${field.name}\` (${marks.join(", ")})${words.length > 0 ? `: ${words.join(" ").replaceAll("\n", " ")}` : ""}`,
      ...fieldLines(field.fields, isRequest, `${indent}  `),
      ...variantLines(field.variants, isRequest, `${indent}  `),
    ];
  });
}

function variantLines(variants: readonly Variant[], isRequest: boolean, indent: string): string[] {
  return variants.flatMap(({ title, object, fields }) => [
    `${indent}- form ${object === null ? `\`${title}\`` : `[${title}](/docs/objects/${object})`}`,
    ...fieldLines(fields, isRequest, `${indent}  `),
  ]);
}

const part = (title: string, lines: readonly string[]): string => `### ${title}\n\n${lines.join("\n")}`;

const fence = (language: string, code: string): string => `\`\`\`${language}\n${code}\n\`\`\``;

const paragraphs = (texts: readonly (string | null)[]): string =>
  texts.filter((text) => text !== null && text !== "").join("\n\n");
