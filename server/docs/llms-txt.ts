import { GUIDES } from "./guides.ts";
import type { ApiReference } from "./reference.ts";

/**
 * The index of the documentation for language models, in the form of llmstxt.org: a title, a summary, then links to Markdown by
 * section, each with what is behind it. Operations are listed whole, so that most questions need no second request.
 */
export function llmsText({ title, description, origin, groups }: ApiReference): string {
  const summary = description.split("\n\n")[0]?.replaceAll("\n", " ") ?? "";
  const link = (title: string, path: string, what: string) => `- [${title}](${origin}/docs/${path}.md): ${what}`;
  const guides = GUIDES.map((guide) => link(guide.title, `guides/${guide.slug}`, guide.summary));
  const areas = groups.flatMap((group) =>
    group.areas.map((area) => {
      const operations = area.operations.map(({ id, method, path, summary: what }) =>
        link(`${method} ${path}`, `reference/${area.slug}/${id}`, what),
      );
      return `## ${area.title}\n\n${operations.join("\n")}`;
    }),
  );
  const reference = [
    `- [Everything](${origin}/llms-full.txt): this documentation as one text`,
    `- [OpenAPI description](${origin}/v1/openapi.json): every operation with its schemas, as JSON`,
    `- [GraphQL schema](${origin}/v1/graphql/schema.graphql): every type, query and mutation of \`/v1/graphql\``,
    link("Runtime", "runtime", `functions and types of [the module that plays dialogues](${origin}/runtime.js)`),
    link("Objects", "objects", "every named object and its fields"),
    link("Events", "events", "every kind of event and what it tells"),
    link("Error codes", "errors", "what each code means and what to do"),
    link("Changelog", "changelog", "changes of the API, newest first"),
  ];
  return [
    `# ${title}`,
    `> ${summary}`,
    "Send `Authorization: Bearer <API_KEY>` with every request. Bodies are JSON. Every page of the documentation is Markdown at its address with `.md`, or with `Accept: text/markdown`.",
    `## Guides\n\n${guides.join("\n")}`,
    `## Reference\n\n${reference.join("\n")}`,
    ...areas,
  ]
    .join("\n\n")
    .concat("\n");
}
