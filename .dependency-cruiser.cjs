/** Packages without state, input or output, which domain/ may import. */
const PURE_PACKAGES = [
  "diff",
  "entities",
  "fflate",
  "fractional-indexing",
  "inkjs",
  "markdown-it",
  "re2js",
  "syllable",
  "yaml",
];

const TESTS = "\\.(test|fixture)\\.tsx?$";

/**
 * Rules for folders that stand in an order: what is at the right imports what is at the left, never back, and folders of one
 * place do not import each other. A rule for each place, named after the first folder there.
 */
function looksLeft(root, order, comment) {
  return order.map((place, at) => ({
    name: `order-of-${place[0]}`,
    severity: "error",
    comment,
    from: { path: `^${root}/(${place.join("|")})/`, pathNot: TESTS },
    to: {
      path: `^${root}/[^/]+/`,
      pathNot: [
        `^${root}/$1/`,
        ...order
          .slice(0, at)
          .flat()
          .map((left) => `^${root}/${left}/`),
      ],
    },
  }));
}

/** Checks of the rules of ARCHITECTURE.md. Each comment is shown when its rule fires. */
module.exports = {
  forbidden: [
    {
      name: "no-circular",
      severity: "error",
      comment:
        "Two modules that need each other are one module, or hide a third one that both need. Find it and name it.",
      from: {},
      to: { circular: true },
    },
    {
      name: "domain-is-pure",
      severity: "error",
      comment:
        "domain/ runs in the browser and in the server alike: it imports nothing but itself and packages that are pure functions, no Node.",
      from: { path: "^domain/", pathNot: "\\.(test|fixture|arbitrary)\\.ts$" },
      to: { pathNot: ["^domain/", ...PURE_PACKAGES.map((name) => `node_modules/${name}/`)] },
    },
    {
      name: "schema-knows-only-itself",
      severity: "error",
      comment:
        "drizzle/schema describes tables and the fields that they are made of. What uses them is elsewhere; only the kernel's schemas and the ORM's column builders come in.",
      from: { path: "^drizzle/schema/" },
      to: {
        pathNot: ["^drizzle/schema/", "^server/kernel/", "^domain/", "node_modules/drizzle-orm", "node_modules/zod"],
      },
    },
    {
      name: "schema-stands-below-the-server",
      severity: "error",
      comment:
        "drizzle/ brings a database to the schema, whoever uses it. What the server adds is given to migrate() by the server.",
      from: { path: "^drizzle/" },
      to: { path: "^(server|app|components)/", pathNot: "^server/kernel/" },
    },
    {
      name: "kernel-depends-on-nothing-that-changes",
      severity: "error",
      comment:
        "server/kernel is what everything stands on: it knows zod and itself, no record, no feature, no transport.",
      from: { path: "^server/kernel/", pathNot: "\\.test\\.ts$" },
      to: { pathNot: ["^server/kernel/", "^domain/", "node_modules/zod", "^(node:)?(buffer|crypto|util)$"] },
    },
    {
      name: "record-knows-no-operation",
      severity: "error",
      comment:
        "The record stores what happened, whoever asked. Operations, features and transports build on it, not under it.",
      from: { path: "^server/record/", pathNot: "\\.test\\.ts$" },
      to: {
        path: "^server/(operation|features|http|trpc|auth|live|start|worker)/|^server/(main|context|operations|resources)\\.ts$",
      },
    },
    {
      name: "features-meet-at-public",
      severity: "error",
      comment:
        "A feature may use another only through its public.ts, so that its inside can change without asking anyone.",
      from: { path: "^server/features/([^/]+)/" },
      to: {
        path: "^server/features/([^/]+)/",
        pathNot: ["^server/features/$1/", "^server/features/[^/]+/public\\.ts$"],
      },
    },
    {
      name: "features-form-no-circle",
      severity: "error",
      comment: "If feature A uses B and B uses A, neither can be understood alone. Move what both need below them.",
      scope: "folder",
      from: { path: "^server/features/[^/]+$" },
      to: { circular: true },
    },
    {
      name: "features-know-no-transport",
      severity: "error",
      comment:
        "A feature answers the same over REST, GraphQL, tRPC and whatever comes next: it imports no transport and no view.",
      from: { path: "^server/features/" },
      to: {
        path: [
          "^server/(http|trpc|graphql)/",
          "^(app|components)/",
          "node_modules/(next|next-auth|@trpc|hono|@hono|react|react-dom)/",
        ],
      },
    },
    {
      name: "ui-sees-types-only",
      severity: "error",
      comment:
        "Components run in the browser: they may import types of the server and anything of domain/, but no server code.",
      from: { path: "^components/", pathNot: "\\.test\\.tsx?$" },
      to: { path: ["^server/", "^drizzle/"], dependencyTypesNot: ["type-only"] },
    },
    ...looksLeft(
      "components",
      [["ui"], ["frame"], ["editor"], ["screens"]],
      "The rooms of the studio are ui, frame, editor, screens; each imports those before it. What a room needs of one after it is moved, given as a property, or put into a context of frame/.",
    ),
    ...looksLeft(
      "components/editor",
      [
        ["model"],
        ["store", "gestures"],
        ["saving", "live"],
        ["session"],
        ["fields"],
        ["logic", "compare", "comments"],
        ["canvas", "script", "inspector", "outline", "lines", "player", "readers", "problems", "history", "import"],
      ],
      "The editor is read from the left: model, store and gestures, saving and live, session, fields, logic, compare and comments, and the panels, which do not know each other. What two of them share belongs further left.",
    ),
    ...looksLeft(
      "components/screens/world",
      [["entity"], ["filter"], ["cast"], ["table"], ["places", "profile"]],
      "The screens of the world are read from the left: what is done with one entity, the filter, the voices of characters, the table, and then the places and the profile, which do not know each other. What two of them share belongs further left.",
    ),
    {
      name: "primitives-know-no-service",
      severity: "error",
      comment:
        "components/ui is for any page: it knows domain/ and itself, no operation, no session, not even their types.",
      from: { path: "^components/ui/", pathNot: TESTS },
      to: { path: "^(app|drizzle|server)/" },
    },
    {
      name: "links-fetch-on-approach",
      severity: "error",
      comment:
        "A link of the studio fetches its page once a person approaches it, in one way: components/ui/page-link.tsx.",
      from: { path: "^(app|components)/", pathNot: "^components/ui/page-link\\.tsx$" },
      to: { path: "node_modules/next/link" },
    },
    {
      name: "docs-stand-on-primitives",
      severity: "error",
      comment:
        "The reference is read without a session and without scripts: its components import primitives and nothing else of the studio.",
      from: { path: "^components/docs/", pathNot: TESTS },
      to: { path: "^components/", pathNot: "^components/(ui|docs)/" },
    },
    {
      name: "screens-do-not-meet",
      severity: "error",
      comment:
        "A screen can be taken out of the product without the others: what two share lies in editor/, frame/ or ui/, and no screen imports another.",
      from: { path: "^components/screens/([^/]+)/", pathNot: TESTS },
      to: { path: "^components/screens/", pathNot: "^components/screens/$1/" },
    },
    {
      name: "parts-know-no-whole",
      severity: "error",
      comment:
        "The files right in frame/ and editor/canvas/ put the parts in the folders below together. A part that imports them needs the whole to be understood.",
      from: { path: "^components/(frame|editor/canvas)/[^/]+/", pathNot: TESTS },
      to: { path: "^components/$1/[^/]+$" },
    },
    {
      name: "component-folders-form-no-circle",
      severity: "error",
      comment:
        "Two folders that import each other are one folder, or hide a third one that both need, to the left of them.",
      scope: "folder",
      from: { path: "^components/" },
      to: { circular: true },
    },
    {
      name: "product-is-used-from-outside",
      severity: "error",
      comment:
        "Stories, scripts and tests of the service use what a person or a program has: pages, operations, domain/, and the map of the studio, which is data. None imports a component.",
      from: { path: "^(domain|drizzle|e2e|scripts|server|tests)/" },
      to: { path: "^components/", pathNot: "^components/frame/areas/areas\\.ts$" },
    },
    {
      name: "vendors-only-in-context",
      severity: "error",
      comment:
        "A vendor is named in its adapter and in server/context.ts alone, so that it can be replaced in one place.",
      from: { path: "^(server|app|components|domain)/", pathNot: ["^server/context\\.ts$", "^server/adapters/"] },
      to: { path: "node_modules/(openai|@anthropic-ai|stripe|ai|@ai-sdk)/" },
    },
    {
      name: "environment-read-once",
      severity: "error",
      comment: "server/config.ts reads the environment; everything else is given what it needs.",
      from: { path: "^server/(kernel|record|operation|features|http|trpc|graphql)/", pathNot: "\\.test\\.ts$" },
      to: { path: "^server/config\\.ts$", dependencyTypesNot: ["type-only"] },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    // The example of an area is looked at where it is laid over a copy of the product.
    exclude: { path: "^(\\.builds|\\.next|\\.tmp|\\.data|tests/scaffold/example/)" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
    },
  },
};
