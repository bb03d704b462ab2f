/** The rules of ARCHITECTURE.md as a check. Each comment is what a person reads when the rule fires. */
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
        "domain/ runs in the browser and in the server alike: it imports nothing but itself, no packages, no Node.",
      from: { path: "^domain/", pathNot: "\\.(test|fixture|arbitrary)\\.ts$" },
      to: { pathNot: "^domain/" },
    },
    {
      name: "schema-knows-only-itself",
      severity: "error",
      comment: "drizzle/schema describes tables. What uses them is elsewhere; only the ORM's column builders come in.",
      from: { path: "^drizzle/schema/" },
      to: { pathNot: ["^drizzle/schema/", "node_modules/drizzle-orm"] },
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
        path: "^server/(operation|features|http|trpc|auth)/|^server/(main|start|context|operations|resources)\\.ts$",
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
    exclude: { path: "^(\\.builds|\\.next|\\.tmp|\\.data)" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
    },
  },
};
