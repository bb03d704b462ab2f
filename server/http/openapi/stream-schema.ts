import { isJsonObject, type Json, type JsonObject } from "#domain/json.ts";

/**
 * The schema of a stream's messages as they are sent. The operation speaks of `{type, data}`; over the wire a message has an
 * `event`, for some kinds an `id`, and `data` that is JSON as text. So does a parser of server-sent events hand them out.
 *
 * @param identified kinds of messages that carry an id.
 */
export function asSent(messages: JsonObject, identified: readonly string[]): JsonObject {
  const forms = Array.isArray(messages.oneOf) ? messages.oneOf.filter(isJsonObject) : [];
  return {
    ...messages,
    oneOf: forms.map((form) => messageAsSent(form, identified)),
    discriminator: { propertyName: "event" },
  };
}

function messageAsSent({ properties, required: _, ...form }: JsonObject, identified: readonly string[]): JsonObject {
  const { type, data } = properties as { type: { const: string }; data: Json };
  const hasId = identified.includes(type.const);
  return {
    ...form,
    properties: {
      event: { type: "string", const: type.const, description: "Type of the message." },
      ...(hasId && {
        id: {
          type: "string",
          pattern: "^[0-9]+$",
          description: "The sequence; after a cut, send it as `Last-Event-ID`.",
        },
      }),
      data: {
        type: "string",
        contentMediaType: "application/json",
        contentSchema: data,
        description: "Content of the message: JSON in one line.",
      },
    },
    required: ["event", ...(hasId ? ["id"] : []), "data"],
  };
}

/** An example of a message, `{type, data}`, as it is sent. */
export function exampleAsSent(example: Json | undefined, idOf: (message: never) => string | null): Json | undefined {
  if (!isJsonObject(example)) return example;
  const id = idOf(example as never);
  return { event: example.type ?? null, ...(id !== null && { id }), data: JSON.stringify(example.data) };
}
