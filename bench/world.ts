/**
 * The world of a large project in the studio, as a person uses it: a tree of 50,000 places of which one holds 5,000, and a
 * timeline of 200,000 events. Counts elements, requests and tasks over 50 ms; exits with 1 where a limit is missed.
 *
 *   node bench/world.ts [--places=50000] [--siblings=5000] [--events=200000]
 *
 * Builds and starts the product on a throw-away cluster, or on the server that FABULA_TEST_CLUSTER names.
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { chromium, type Page } from "@playwright/test";
import postgres from "postgres";
import { BROWSER_ARGUMENTS, browserPath } from "../e2e/browser.ts";
import runProduct from "../e2e/running-product.ts";
import { given, makeWorkspace } from "../e2e/workspace.ts";

const { values } = parseArgs({
  options: {
    places: { type: "string", default: "50000" },
    siblings: { type: "string", default: "5000" },
    events: { type: "string", default: "200000" },
  },
});
const places = Number(values.places);
const siblings = Number(values.siblings);
const events = Number(values.events);
const CURRENT = "9007199254740991";
const MAX_ELEMENTS = 400;
/** Regions beside the large one, of which each holds as many places as it takes. */
const REGIONS = 100;

/** Rows as writes would have left them: places 1 to `REGIONS` are roots, of which the first holds `siblings` places. */
async function load(databaseUrl: string, project: string): Promise<void> {
  const client = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  const id = (i: string) => `'ent_' || lpad((${i})::text, 26, '0')`;
  const parent = `CASE WHEN i <= ${REGIONS} THEN NULL WHEN i <= ${REGIONS + siblings} THEN 1
    ELSE 2 + (i % ${REGIONS - 1}) END`;
  await client.unsafe(`INSERT INTO entity_versions (project_id, id, valid_from_seq, valid_to_seq, created_seq, created_at,
      updated_at, external_id, type, name, name_search, name_alnum, properties, parent_id, located)
    SELECT '${project}', ${id("i")}, 2 + i, ${CURRENT}, 2 + i, now(), now(), 'key-' || i, 'location', n, lower(n), translate(lower(n), ' ', ''),
      jsonb_build_object('level', i % 9), ${id(parent)}, true
    FROM generate_series(1, ${places}) i, LATERAL (SELECT CASE WHEN i <= ${REGIONS} THEN 'Region ' ELSE 'Place ' END || lpad(i::text, 6, '0')) x(n)`);
  await client.unsafe(`INSERT INTO entity_paths
    SELECT '${project}', ${id("i")}, CASE WHEN p IS NULL THEN '/key-' || i || '/' ELSE '/key-' || p || '/key-' || i || '/' END, 2 + i, ${CURRENT}
    FROM generate_series(1, ${places}) i, LATERAL (SELECT ${parent}) x(p)`);
  const [head] = await client.unsafe(`SELECT last_seq::int AS seq FROM project_heads WHERE project_id = '${project}'`);
  const from = Number(head?.seq);
  // What was there before was written before.
  await client.unsafe(
    `UPDATE events SET recorded_at = recorded_at - interval '2 years' WHERE project_id = '${project}'`,
  );
  // Sittings of six people over a year, some quiet and some an import.
  await client.unsafe(`INSERT INTO events SELECT '${project}', ${from} + i, ${from} + i, 'evt_bench' || i, 1, 'entity.updated', 'entity',
      ${id(`1 + i % ${places}`)}, jsonb_build_object('set', jsonb_build_object('/properties/level', i % 9)), NULL, 'user:bench-' || (i / 500 % 6),
      NULL, NULL, now() - make_interval(secs => (${events} - i) * 150.0)
    FROM generate_series(1, ${events}) i`);
  await client.unsafe(
    `UPDATE project_heads SET last_seq = ${from + Math.max(events, places)} WHERE project_id = '${project}'`,
  );
  const migration = readFileSync(new URL("../drizzle/migrations/0012_lists_at_speed.sql", import.meta.url), "utf8");
  await client.unsafe("DELETE FROM subject_counts");
  for (const statement of migration.split("--> statement-breakpoint")) {
    if (statement.includes("INSERT INTO subject_counts")) await client.unsafe(statement);
  }
  await client.unsafe("VACUUM ANALYZE");
  await client.end();
}

let hasFailed = false;
function line(what: string, found: number, most: number | null = null): void {
  const holds = most === null || found <= most;
  hasFailed ||= !holds;
  const verdict = most === null ? "" : holds ? `holds (at most ${most})` : `MISSED (at most ${most})`;
  console.log(`${what.padEnd(58)} ${String(Math.round(found)).padStart(7)}  ${verdict}`);
}

const longTasks = (page: Page) =>
  page.evaluate(() => {
    const taken = (window as unknown as { longTasks: number[] }).longTasks;
    return taken.splice(0, taken.length);
  });

/** Tasks over 50 ms since the page began to open, once it has nothing left to do. */
async function openingTasks(page: Page): Promise<number[]> {
  await page.waitForTimeout(2_000);
  const tasks = await longTasks(page);
  // A browser that tells of no tasks would hold every limit.
  await page.evaluate(() =>
    setTimeout(() => {
      const until = performance.now() + 120;
      while (performance.now() < until);
    }),
  );
  await page.waitForTimeout(500);
  if ((await longTasks(page)).length === 0) throw new Error("the browser tells of no long tasks");
  return tasks;
}

/** Tasks over 50 ms while something is done, and until nothing of it is left to do. */
async function tasksOf(page: Page, work: () => Promise<void>): Promise<number[]> {
  await page.waitForTimeout(500);
  await longTasks(page);
  await work();
  await page.waitForTimeout(500);
  return longTasks(page);
}

function report(what: string, tasks: readonly number[], most: number | null): void {
  line(`${what}: tasks over 50 ms`, tasks.length, most);
  if (tasks.length > 0) line(`${what}: the longest task, ms`, Math.max(...tasks));
}

const stop = await runProduct();
const browser = await chromium.launch({ executablePath: await browserPath(), args: [...BROWSER_ARGUMENTS] });
try {
  const { project, owner } = await makeWorkspace();
  await load(given("FABULA_E2E_DATABASE"), project);
  const url = given("FABULA_E2E_URL");
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: url });
  await context.addCookies([{ ...owner.cookie, url }]);
  await context.addInitScript(() => {
    const tasks: number[] = [];
    (window as unknown as { longTasks: number[] }).longTasks = tasks;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration);
    }).observe({ type: "longtask", buffered: true });
  });
  const page = await context.newPage();
  await tree(page, project);
  await timeline(page, project);
} finally {
  await browser.close();
  await stop?.();
}
process.exitCode = hasFailed ? 1 : 0;

async function tree(page: Page, project: string): Promise<void> {
  const requests: string[] = [];
  /** Pages of what a region holds that were asked for. */
  const pagesOf = (region: number) => requests.filter((each) => each.includes(String(region).padStart(26, "0"))).length;
  page.on("request", (request) => {
    if (request.url().includes("locations.children")) requests.push(decodeURIComponent(request.url()));
  });
  const places = page.getByRole("tree", { name: "Places" });
  const elements = () => places.evaluate((element) => element.querySelectorAll("*").length);
  await page.goto(`/projects/${project}/places`);
  await places.getByRole("treeitem", { name: /^Region 000001/ }).waitFor();
  line("tree, as it opens: elements", await elements(), MAX_ELEMENTS);
  report("tree, as it opens", await openingTasks(page), null);
  await places.focus();
  await page.keyboard.press("Home");
  let most = 0;
  const expanding = await tasksOf(page, async () => {
    await page.keyboard.press("ArrowRight");
    await places
      .getByRole("treeitem", { name: /^Place/ })
      .first()
      .waitFor();
  });
  line(`${siblings} places are opened: requests`, pagesOf(1), 1);
  report(`${siblings} places are opened`, expanding, 0);
  most = Math.max(most, await elements());
  const scrolling = await tasksOf(page, async () => {
    for (let press = 0; press < 30; press++) {
      await page.keyboard.press("PageDown");
      most = Math.max(most, await elements());
    }
    await places.hover();
    for (let turn = 0; turn < 60; turn++) {
      await page.mouse.wheel(0, 1_200);
      if (turn % 5 === 0) most = Math.max(most, await elements());
    }
  });
  report("scrolled by pages and by the wheel", scrolling, 0);
  // A second level is asked for when it is opened, and what is open already stays.
  await places.focus();
  const second = await tasksOf(page, async () => {
    await page.keyboard.type("region 000002");
    await page.keyboard.press("ArrowRight");
    await page.waitForTimeout(800);
  });
  line("another region is found by its name and opened: requests", pagesOf(2), 1);
  report("another region is found by its name and opened", second, 0);
  const all = await tasksOf(page, async () => {
    await page.keyboard.press("End");
    most = Math.max(most, await elements());
    await page.keyboard.press("Home");
    most = Math.max(most, await elements());
  });
  report("to its end and back", all, 0);
  line("tree, at any time: elements", most, MAX_ELEMENTS);
}

async function timeline(page: Page, project: string): Promise<void> {
  await page.goto(`/projects/${project}/history`);
  const ribbon = page.getByRole("slider", { name: "Moment" });
  await ribbon.waitFor();
  report("timeline, as it opens", await openingTasks(page), 0);
  line("ribbon: the last sequence", Number(await ribbon.getAttribute("aria-valuemax")));
  const box = await ribbon.boundingBox();
  if (box === null) throw new Error("the ribbon has no place");
  const y = box.y + box.height / 2;
  const dragged = await tasksOf(page, async () => {
    await page.mouse.move(box.x + box.width - 4, y);
    await page.mouse.down();
    for (let step = 1; step <= 200; step++) await page.mouse.move(box.x + box.width - 4 - (step * box.width) / 250, y);
    await page.keyboard.press("Escape");
    await page.mouse.up();
  });
  report("ribbon, dragged over four fifths", dragged, 0);
  await page.goto(`/projects/${project}/history`);
  await ribbon.focus();
  const walked = await tasksOf(page, async () => {
    for (let press = 0; press < 100; press++) await page.keyboard.press("ArrowLeft");
  });
  report("ribbon, walked bar by bar", walked, 0);
  const gone = await tasksOf(page, async () => {
    await page.keyboard.press("Enter");
    await page.getByText(/Looking back to/).waitFor();
  });
  report("ribbon, gone to a moment", gone, 0);
  const list = page.getByRole("list", { name: "Changes, newest first" });
  const scrolled = await tasksOf(page, async () => {
    await list.hover();
    for (let turn = 0; turn < 40; turn++) await page.mouse.wheel(0, 900);
  });
  report("timeline, scrolled", scrolled, null);
}
