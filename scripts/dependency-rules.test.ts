import { execFile } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const tree = mkdtempSync(join(tmpdir(), "fabula-rules-"));
const rules: { name: string; comment?: string }[] = createRequire(import.meta.url)(
  join(root, ".dependency-cruiser.cjs"),
).forbidden;

/** Imports that break the rules: for each rule the file, or for a rule about folders the folder, that breaks it, and what it imports. */
const PLANTED: Record<string, readonly [from: string, to: string]> = {
  "no-circular": ["server/http/app.ts", "server/http/respond.ts"],
  "domain-is-pure": ["domain/impure.ts", "server/config.ts"],
  "schema-knows-only-itself": ["drizzle/schema/curious.ts", "drizzle/migrate.ts"],
  "schema-stands-below-the-server": ["drizzle/migrate.ts", "server/record/store.ts"],
  "kernel-depends-on-nothing-that-changes": ["server/kernel/outward.ts", "server/record/store.ts"],
  "record-knows-no-operation": ["server/record/store.ts", "server/operation/run.ts"],
  "features-meet-at-public": ["server/features/one/inside.ts", "server/features/two/inside.ts"],
  "features-form-no-circle": ["server/features/one", "server/features/two"],
  "features-know-no-transport": ["server/features/one/page.ts", "server/http/app.ts"],
  "ui-sees-types-only": ["components/frame/api/client.ts", "server/http/app.ts"],
  "order-of-ui": ["components/ui/button.tsx", "components/frame/api/client.ts"],
  "order-of-frame": ["components/frame/shell/rail.tsx", "components/editor/store/dialogue-state.ts"],
  "order-of-editor": ["components/editor/player/player.tsx", "components/screens/home/home.tsx"],
  "order-of-screens": ["components/screens/home/home.tsx", "components/docs/markdown.tsx"],
  "order-of-model": ["components/editor/model/model.ts", "components/editor/gestures/move.ts"],
  "order-of-store": ["components/editor/gestures/move.ts", "components/editor/store/dialogue-state.ts"],
  "order-of-saving": ["components/editor/saving/outbox/outbox.ts", "components/editor/session/dialogue-session.ts"],
  "order-of-session": ["components/editor/session/dialogue-session.ts", "components/editor/fields/picker.tsx"],
  "order-of-fields": ["components/editor/fields/picker.tsx", "components/editor/logic/value-text.ts"],
  "order-of-logic": ["components/editor/logic/value-text.ts", "components/editor/canvas/drawing/full-node.tsx"],
  "order-of-canvas": ["components/editor/canvas/drawing/full-node.tsx", "components/editor/player/player.tsx"],
  "order-of-entity": ["components/screens/world/entity/entity.ts", "components/screens/world/filter/filter.ts"],
  "order-of-filter": ["components/screens/world/filter/filter.ts", "components/screens/world/cast/voices.tsx"],
  "order-of-cast": ["components/screens/world/cast/voices.tsx", "components/screens/world/table/table.tsx"],
  "order-of-table": ["components/screens/world/table/table.tsx", "components/screens/world/places/tree.tsx"],
  "order-of-places": ["components/screens/world/places/tree.tsx", "components/screens/world/profile/profile.tsx"],
  "primitives-know-no-service": ["components/ui/badge.tsx", "server/config.ts"],
  "links-fetch-on-approach": ["components/screens/home/way.tsx", "node_modules/next/link.js"],
  "docs-stand-on-primitives": ["components/docs/markdown.tsx", "components/frame/api/client.ts"],
  "screens-do-not-meet": ["components/screens/home/list.tsx", "components/screens/keys/keys.tsx"],
  "parts-know-no-whole": ["components/editor/canvas/drawing/edge-line.tsx", "components/editor/canvas/canvas.tsx"],
  "component-folders-form-no-circle": ["components/screens/keys/table", "components/screens/keys/rows"],
  "product-is-used-from-outside": ["server/http/card.ts", "components/ui/button.tsx"],
  "vendors-only-in-context": ["server/http/vendor.ts", "node_modules/openai/index.js"],
  "environment-read-once": ["server/operation/run.ts", "server/config.ts"],
};

/** Files and imports that a violation needs besides: the way back of a circle, and the files in its folders. */
const BESIDE: readonly (readonly [from: string, to: string])[] = [
  ["server/http/respond.ts", "server/http/app.ts"],
  ["server/features/two/inside.ts", "server/features/one/public.ts"],
  ["components/screens/keys/table/head.tsx", "components/screens/keys/rows/row.tsx"],
  ["components/screens/keys/rows/cell.tsx", "components/screens/keys/table/body.tsx"],
];

/** Names by which the planted packages are imported. */
const PACKAGES: Readonly<Record<string, string>> = {
  "node_modules/openai/index.js": "openai",
  "node_modules/next/link.js": "next/link",
};

/** The files of a small project that has these imports and no others. */
function brokenProject(): Record<string, string> {
  const imports = [...Object.values(PLANTED), ...BESIDE].filter(([from]) => /\.tsx?$/.test(from));
  const files: Record<string, string> = {
    "node_modules/openai/index.js": "export {};",
    "node_modules/openai/package.json":
      '{"name": "openai", "version": "1.0.0", "type": "module", "exports": "./index.js"}',
    "node_modules/next/link.js": "export {};",
    "node_modules/next/package.json":
      '{"name": "next", "version": "1.0.0", "type": "module", "exports": {"./link": "./link.js"}}',
  };
  for (const [from, to] of imports) {
    const path = PACKAGES[to] ?? `./${relative(dirname(from), to)}`.replace("./../", "../");
    files[from] = `import "${path}";\n${files[from] ?? ""}`;
    files[to] ??= "";
  }
  return files;
}

beforeAll(() => {
  for (const [path, content] of Object.entries(brokenProject())) {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), `${content}\n`);
  }
  for (const name of [".dependency-cruiser.cjs", "tsconfig.json"]) copyFileSync(join(root, name), join(tree, name));
  // The cruiser reads TypeScript with the compiler it finds beside the sources.
  symlinkSync(join(root, "node_modules/typescript"), join(tree, "node_modules/typescript"));
  writeFileSync(
    join(tree, "package.json"),
    '{"name": "broken", "type": "module", "dependencies": {"openai": "1.0.0", "next": "1.0.0"}}',
  );
});
afterAll(() => rmSync(tree, { recursive: true, force: true }));

test("every dependency rule fires where it is broken, and explains itself", async () => {
  const cruiser = join(root, "node_modules/dependency-cruiser/bin/dependency-cruiser.mjs");
  const folders = ["domain", "drizzle", "server", "components"];
  const { stdout } = await promisify(execFile)(process.execPath, [cruiser, "--output-type", "json", ...folders], {
    cwd: tree,
    maxBuffer: 16 * 1024 * 1024,
  }).catch((error: { stdout: string }) => error);
  const violations: { from: string; to: string; rule: { name: string } }[] = JSON.parse(stdout).summary.violations;
  expect(Object.keys(PLANTED).sort()).toEqual(rules.map(({ name }) => name).sort());
  for (const { name, comment } of rules) {
    const [from, to] = PLANTED[name] ?? [];
    const fired = violations.filter(({ rule }) => rule.name === name);
    expect(fired, name).toContainEqual(expect.objectContaining({ from, to }));
    expect(comment?.length ?? 0, name).toBeGreaterThan(60);
  }
});
