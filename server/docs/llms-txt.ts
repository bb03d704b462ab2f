import { GUIDES } from "./guides.ts";
import type { ApiReference } from "./reference.ts";

/**
 * The documentation as one text for language models, in the form of llmstxt.org: a title, a summary, then links by section,
 * each with what is behind it. Operations are listed whole, so that most questions need no second request.
 */
export function llmsText({ title, description, origin, groups }: ApiReference): string {
  const summary = description.split("\n\n")[0]?.replaceAll("\n", " ") ?? "";
  const guides = GUIDES.map((guide) => `- [${guide.title}](${origin}/docs/guides/${guide.slug}): ${guide.summary}`);
  const areas = groups.flatMap((group) =>
    group.areas.map((area) => {
      const operations = area.operations.map(
        ({ id, method, path, summary: what }) =>
          `- [${method} ${path}](${origin}/docs/reference/${area.slug}#${id}): ${what}`,
      );
      return `## ${area.title}\n\n${operations.join("\n")}`;
    }),
  );
  const reference = [
    `- [OpenAPI description](${origin}/v1/openapi.json): every operation with its schemas, as JSON`,
    `- [GraphQL schema](${origin}/v1/graphql/schema.graphql): every type, query and mutation of \`/v1/graphql\``,
    `- [Objects](${origin}/docs/objects): every named object and its fields`,
    `- [Events](${origin}/docs/events): every kind of event and what it tells`,
    `- [Error codes](${origin}/docs/errors): what each code means and what to do`,
    `- [Changelog](${origin}/docs/changelog): changes of the API, newest first`,
  ];
  return [
    `# ${title}`,
    `> ${summary}`,
    "Send `Authorization: Bearer <API_KEY>` with every request. Bodies are JSON.",
    `## Guides\n\n${guides.join("\n")}`,
    `## Reference\n\n${reference.join("\n")}`,
    ...areas,
  ]
    .join("\n\n")
    .concat("\n");
}
