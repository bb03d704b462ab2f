import type { FeatureNames } from "./names.ts";

const page = (n: FeatureNames): string => `app/(studio)/(signed-in)/projects/[project_id]/${n.kebabPlural}/page.tsx`;
export const screenFolder = (n: FeatureNames): string => `components/screens/${n.kebabPlural}`;

/** The page of a new feature, its screen with a test, and its story, by path from the project's root. */
export function screenFiles(n: FeatureNames): Record<string, string> {
  return {
    [page(n)]: pageFile(n),
    [`${screenFolder(n)}/${n.kebabPlural}-screen.tsx`]: screen(n),
    [`${screenFolder(n)}/${n.kebabPlural}-screen.test.tsx`]: screenTest(n),
    [`e2e/studio/${n.kebabPlural}.spec.ts`]: story(n),
  };
}

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** Returns the entry among the screens that are looked at in every state, for everyone and by axe. */
export function screenEntry(n: FeatureNames): string {
  return `  {
    name: "${n.kebabPlural}",
    address: ({ project }) => \`/projects/\${project}/${n.kebabPlural}\`,
    loaded: (page) => page.getByRole("button", { name: "New ${n.words}" }).first(),
    reads: "${n.camelPlural}.list",
    empty: { answer: { ${n.snakePlural}: [], ...NONE }, says: /No ${n.words} is written here yet/ },
  },
`;
}

function pageFile(n: FeatureNames): string {
  return `import type { Metadata } from "next";
import { ${n.pascalPlural}Screen } from "#components/screens/${n.kebabPlural}/${n.kebabPlural}-screen.tsx";

export const metadata: Metadata = { title: "${capital(n.wordsPlural)}" };

export default function ${n.pascalPlural}Page() {
  return <${n.pascalPlural}Screen />;
}
`;
}

function screen(n: FeatureNames): string {
  const LIST = n.snakePlural.toUpperCase();
  return `"use client";

import { Plus } from "lucide-react";
import { useRef } from "react";
import { freeName } from "#domain/free-name.ts";
import { useApi, useStudioClient } from "../../frame/api/api-provider.tsx";
import type { Outputs } from "../../frame/api/client.ts";
import { ListScreen } from "../../frame/list/list-screen.tsx";
import { useListQuery } from "../../frame/list/use-list-query.ts";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { Shell } from "../../frame/shell/shell.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { deletion } from "../../ui/list/deletion.ts";
import { type ListHandle, useListView } from "../../ui/list/list.tsx";
import type { ListDefinition } from "../../ui/list/list-definition.ts";
import { LocalTime } from "../../ui/local-time.tsx";

type ${n.pascal} = Outputs["${n.camelPlural}"]["list"]["${n.snakePlural}"][number];

const ${LIST}: ListDefinition<${n.pascal}> = {
  name: "${capital(n.wordsPlural)}",
  one: "${n.words}",
  many: "${n.wordsPlural}",
  id: ({ id }) => id,
  order: { key: "name", descending: false },
  search: { label: "Find ${n.article} ${n.words}" },
  title: { key: "name", label: "Name", text: ({ name }) => name, sort: "ascending", width: 12 },
  columns: [
    {
      key: "changed",
      label: "Changed",
      sort: "descending",
      value: ({ updated_at }) => Date.parse(updated_at),
      cell: ({ updated_at }) => <LocalTime iso={updated_at} />,
      width: 9,
    },
    {
      key: "made",
      label: "Created",
      sort: "descending",
      value: ({ created_at }) => Date.parse(created_at),
      cell: ({ created_at }) => <LocalTime iso={created_at} />,
      width: 9,
      isExtra: true,
      yields: 1,
    },
  ],
};

/** The ${n.wordsPlural} of a project. */
export function ${n.pascalPlural}Screen() {
  return (
    <Shell section="dialogues" title={<h1 className="text-13">${capital(n.wordsPlural)}</h1>}>
      <${n.pascalPlural}List />
    </Shell>
  );
}

/** Every ${n.words} of the project. */
function use${n.pascalPlural}() {
  const input = { project_id: useProjectId(), ...useMoment().reading };
  const api = useApi();
  const client = useStudioClient();
  return useListQuery({
    queryKey: api.${n.camelPlural}.list.queryKey(input),
    changes: api.${n.camelPlural}.pathKey(),
    ask: (page, signal) => client.${n.camelPlural}.list.query({ ...input, ...page }, { signal }),
    rowsOf: ({ ${n.snakePlural} }) => ${n.snakePlural},
    isWhole: true,
  });
}

/** List of its rows, with the actions on them. */
export function ${n.pascalPlural}List() {
  const project_id = useProjectId();
  const client = useStudioClient();
  const source = use${n.pascalPlural}();
  const list = useRef<ListHandle<${n.pascal}>>(null);
  const reason = reasonOf(useCan()("change"));
  const create = () =>
    void list.current?.attempt("The ${n.words} could not be made", async () => {
      const name = freeName(source.rows ?? [], "Untitled ${n.words}");
      const made = await client.${n.camelPlural}.create.mutate({ project_id, name });
      await source.again();
      list.current?.rename(made.id);
    });
  const make = (
    <Button size="sm" variant="primary" icon={<Plus aria-hidden="true" size={14} />} disabledReason={reason} onClick={create}>
      New ${n.words}
    </Button>
  );
  return (
    <ListScreen
      list={${LIST}}
      source={source}
      {...useListView(${LIST})}
      handle={list}
      rename={{
        label: "Name of the ${n.words}",
        save: ({ id }, name) => client.${n.camelPlural}.update.mutate({ project_id, ${n.snake}_id: id, name }),
        disabledReason: reason,
      }}
      bulkActions={[
        deletion(${LIST}, {
          run: ({ id }) => client.${n.camelPlural}.delete.mutate({ project_id, ${n.snake}_id: id }),
          undo: ({ id }) => client.${n.camelPlural}.restore.mutate({ project_id, ${n.snake}_id: id }),
          disabledReason: reason,
        }),
      ]}
      actions={make}
      empty={<EmptyState action={make}>No ${n.words} is written here yet.</EmptyState>}
    />
  );
}
`;
}

function screenTest(n: FeatureNames): string {
  return `import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { ToastLayer } from "../../ui/toast-layer.tsx";
import { answerWith, Studio } from "../../studio.fixture.tsx";
import { ${n.pascalPlural}List } from "./${n.kebabPlural}-screen.tsx";

const of = (name: string) => ({
  id: \`${n.prefix}_\${name}\`,
  project_id: "prj_1",
  name,
  properties: {},
  created_at: "2026-11-01T08:00:00.000Z",
  updated_at: "2026-11-02T08:00:00.000Z",
  valid_from_seq: 1,
  valid_to_seq: null,
});

beforeEach(() => window.history.replaceState(null, "", "/"));

test("${n.wordsPlural} are found, made, named and deleted with a way back", async () => {
  let all = [of("Beacon"), of("Anchor")];
  answerWith({
    "${n.camelPlural}.list": () => ({ ${n.snakePlural}: all, total: all.length, has_more: false }),
    "${n.camelPlural}.create": ({ name }) => {
      const made = of(String(name));
      all = [...all, made];
      return made;
    },
    "${n.camelPlural}.update": ({ ${n.snake}_id: id, name }) => {
      all = all.map((each) => (each.id === id ? { ...each, name: String(name) } : each));
      return all.find((each) => each.id === id);
    },
    "${n.camelPlural}.delete": ({ ${n.snake}_id: id }) => {
      all = all.filter((each) => each.id !== id);
      return { id, deleted: true };
    },
    "${n.camelPlural}.restore": () => {
      all = [...all, of("Anchor")];
      return { restored: [of("Anchor").id], skipped: [] };
    },
  });
  render(
    <Studio>
      <${n.pascalPlural}List />
      <ToastLayer />
    </Studio>,
  );
  const user = userEvent.setup();
  const titles = () => screen.queryAllByRole("rowheader").map(({ textContent }) => textContent);
  await screen.findByText("2 ${n.wordsPlural}");
  expect(titles()).toEqual(["Anchor", "Beacon"]);
  await user.type(screen.getByRole("searchbox", { name: "Find ${n.article} ${n.words}" }), "anch");
  expect(titles()).toEqual(["Anchor"]);
  await user.click(screen.getByRole("checkbox", { name: "Select Anchor" }));
  await user.click(screen.getByRole("button", { name: "Delete 1" }));
  await screen.findByText("No results for “anch”.");
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  await screen.findByRole("rowheader", { name: "Anchor" });
  await user.clear(screen.getByRole("searchbox", { name: "Find ${n.article} ${n.words}" }));

  await user.click(screen.getByRole("button", { name: "New ${n.words}" }));
  const field = await screen.findByRole("textbox", { name: "Name of the ${n.words}" });
  await user.clear(field);
  await user.type(field, "Capstan{Enter}");
  await screen.findByRole("rowheader", { name: "Capstan" });
  expect(all.map(({ name }) => name).sort()).toEqual(["Anchor", "Beacon", "Capstan"]);
});
`;
}

function story(n: FeatureNames): string {
  return `import { graveFindings } from "../looks.ts";
import { expect, test, workspace } from "../story.ts";

test("makes ${n.article} ${n.words}, finds it by keys, deletes it and takes that back", async ({ page }) => {
  const name = \`Beacon \${Date.now().toString(36)}\`;
  await page.goto(\`/projects/\${workspace().project}/${n.kebabPlural}\`);
  await page.getByRole("button", { name: "New ${n.words}" }).first().click();
  const field = page.getByRole("textbox", { name: "Name of the ${n.words}" });
  await field.fill(name);
  await page.keyboard.press("Enter");
  const row = page.getByRole("row").filter({ hasText: name });
  await expect(row).toBeFocused();
  expect(await graveFindings(page)).toEqual([]);

  await page.getByRole("searchbox", { name: "Find ${n.article} ${n.words}" }).fill(name);
  await expect(page).toHaveURL(/q=Beacon/);
  await page.reload();
  await expect(row).toBeVisible();
  await row.focus();
  await page.keyboard.press("Space");
  await expect(row).toHaveAttribute("aria-selected", "true");
  await page.getByRole("button", { name: "Delete 1" }).click();
  await expect(row).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(row).toBeVisible();
  await page.reload();
  await expect(row).toBeVisible();
});
`;
}
