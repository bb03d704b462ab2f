import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createContext, runInContext } from "node:vm";
import { type Browser, chromium, type Page } from "@playwright/test";
import { playedStory } from "#domain/import/play-imported.fixture.ts";
import { Report } from "#domain/import/report.ts";
import { readPassages } from "#domain/import/twee/passages.ts";
import { sortPassages, storyDataText } from "#domain/import/twee/story-data.ts";
import { importTwee } from "#domain/import/twee/twee.ts";
import { ImportedPlayer, type WalkedPage } from "#domain/import/walk.fixture.ts";
import { BROWSER_ARGUMENTS, browserPath } from "../../e2e/browser.ts";
import type { Verdict } from "./verdict.ts";

/** Story format as Twine ships it: the page of a story, with `{{STORY_NAME}}` and `{{STORY_DATA}}` in it. */
interface Engine {
  readonly name: string;
  readonly version: string;
  readonly source: string;
}

/** Selectors of the places where an engine shows its passage, what a player can choose, and mistakes. */
interface Places {
  readonly passage: string;
  readonly links: string;
  readonly errors: string;
}

const PLACES: Readonly<Record<string, Places>> = {
  // A link to the web is no choice, and what a passage shows of another is none either.
  SugarCube: {
    passage: "#passages .passage:last-of-type",
    links: "a:not(.link-external,[href^=http]), button, [data-passage]:not([class*=macro-include])",
    errors: ".error-view",
  },
  Harlowe: { passage: "tw-passage:last-of-type", links: "tw-link, .enchantment-link", errors: "tw-error" },
  Chapbook: { passage: "#page article", links: ".link", errors: "error-handler p" },
  Snowman: { passage: "tw-passage, #main", links: "a[data-passage], a[href='javascript:void(0)']", errors: ".error" },
};

/** Reads the engines of a folder, each a `format.js` of Twine under any name, the latest version of each. */
function readEngines(folder: string): Map<string, Engine> {
  const engines = new Map<string, Engine>();
  for (const path of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!path.endsWith(".js")) continue;
    const context = { found: null as Engine | null, window: {} as { storyFormat?: (format: Engine) => void } };
    context.window.storyFormat = (format) => {
      context.found = format;
    };
    runInContext(readFileSync(join(folder, path), "utf8"), createContext(context));
    const { found } = context;
    if (found === null) continue;
    const before = engines.get(found.name);
    const isLater = before === undefined || found.version.localeCompare(before.version, "en", { numeric: true }) > 0;
    if (isLater) engines.set(found.name, found);
  }
  return engines;
}

const escapedHtml = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** Page of a story as Twine publishes it. */
function published(source: string, engine: Engine): string {
  const sorted = sortPassages(readPassages(source).passages, new Report());
  const start = storyDataText(sorted.storyData, "start") ?? "Start";
  const passages = sorted.nodes.map(
    ({ name, tags, text }, at) =>
      `<tw-passagedata pid="${at + 1}" name="${escapedHtml(name)}" tags="${escapedHtml(tags.join(" "))}" position="0,0" size="1,1">${escapedHtml(text)}</tw-passagedata>`,
  );
  const assets = (tag: string) =>
    sorted.assets.flatMap(({ tags, text }) => (tags.includes(tag) ? [text] : [])).join("\n");
  const data = [
    `<tw-storydata name="Story" startnode="${sorted.nodes.findIndex(({ name }) => name === start) + 1}" creator="x" creator-version="1"`,
    ` format="${engine.name}" format-version="${engine.version}" ifid="5B1E0C10-0000-4000-8000-00000000FFFF" options="" hidden>`,
    `<style role="stylesheet" id="twine-user-stylesheet" type="text/twine-css">${assets("stylesheet")}</style>`,
    `<script role="script" id="twine-user-script" type="text/twine-javascript">${assets("script")}</script>`,
    ...passages,
    "</tw-storydata>",
  ].join("");
  return engine.source.replaceAll("{{STORY_NAME}}", () => "Story").replace("{{STORY_DATA}}", () => data);
}

const ADDRESS = "http://story.test/";
/** Time that a page is given after each choice, in milliseconds of its own clock: what is timed has come by then. */
const SETTLING_MS = 20_000;
/** Turns in which that time passes: pages change by animations, which have the time of the machine. */
const TURNS = 4;
const TURN_MS = 60;
/** Stories that are walked at a time: most of a walk is waiting. */
const AT_A_TIME = 6;

/** Player of a story in its own engine, in a browser whose time is ours and which reaches nothing. */
class EnginePlayer {
  readonly #page: Page;
  readonly #places: Places;

  constructor(page: Page, places: Places) {
    this.#page = page;
    this.#places = places;
  }

  /** Opens a story in a page of its own context: an engine keeps what was played. */
  static async open(browser: Browser, source: string, engine: Engine): Promise<EnginePlayer> {
    const page = await browser.newPage({ locale: "en-US" });
    page.on("dialog", (dialog) => void dialog.accept());
    const html = published(source, engine);
    await page.route("**/*", (route) =>
      route.request().url() === ADDRESS
        ? route.fulfill({ contentType: "text/html; charset=utf-8", body: html })
        : route.abort(),
    );
    await page.clock.install();
    await page.goto(ADDRESS);
    const places = PLACES[engine.name];
    if (places === undefined) throw new Error(`${engine.name} is no known engine`);
    return new EnginePlayer(page, places);
  }

  async read(): Promise<EnginePage> {
    for (let at = 0; at < TURNS; at++) {
      await this.#page.clock.runFor(SETTLING_MS / TURNS);
      await pause(TURN_MS);
    }
    return await this.#page.evaluate(({ passage, links, errors }) => {
      // Harlowe's own way back.
      for (const each of Array.from(document.querySelectorAll("tw-sidebar"))) each.remove();
      const root = Array.from(document.querySelectorAll<HTMLElement>(passage)).at(-1);
      if (root === undefined) return { text: "", choices: [], isSamePage: false, errors: ["no passage is shown"] };
      const isSamePage = "seen" in root;
      Object.assign(root, { seen: true });
      const all = Array.from(root.querySelectorAll<HTMLElement>(links)).filter((each) => each.innerText.trim() !== "");
      const choices = all.map((each) => each.innerText.trim());
      const copy = root.cloneNode(true) as HTMLElement;
      for (const each of Array.from(copy.querySelectorAll<HTMLElement>(links))) {
        if (each.innerText.trim() !== "") each.textContent = `\ue010${each.innerText.trim()}\ue011`;
      }
      root.after(copy);
      const text = copy.innerText;
      copy.remove();
      const said = Array.from(document.querySelectorAll<HTMLElement>(errors)).map((each) => each.innerText);
      return { text, choices, isSamePage, errors: said };
    }, this.#places);
  }

  async choose(at: number): Promise<void> {
    await this.#page.evaluate(
      ({ places: { passage, links }, at }) => {
        const root = Array.from(document.querySelectorAll<HTMLElement>(passage)).at(-1);
        const all = Array.from(root?.querySelectorAll<HTMLElement>(links) ?? []);
        all.filter((each) => each.innerText.trim() !== "")[at]?.click();
      },
      { places: this.#places, at },
    );
  }

  async close(): Promise<void> {
    await this.#page.close();
  }
}

/** Page of an engine: its links stand in its text between two signs of their own. */
interface EnginePage extends WalkedPage {
  /** Whether the page is that of before, changed by a link that stayed on it. */
  readonly isSamePage: boolean;
  readonly errors: readonly string[];
}

const BROKEN: EnginePage = { text: "", choices: [], isSamePage: false, errors: [] };

const unspaced = (text: string): string => text.replace(/\s+/g, "");

const withoutSigns = (text: string): string => text.replace(/[\ue010\ue011]/g, "");

/**
 * Words that a page has and the one before it had not, with the signs of its links: one stretch, which may begin wherever
 * the same words allow it.
 */
function stretchesAdded(before: string, now: string): string[] {
  const [was, is] = [withoutSigns(before), withoutSigns(now)];
  const places = Array.from(now.matchAll(/[^\ue010\ue011]/g), ({ index }) => index).concat(now.length);
  let start = 0;
  while (start < Math.min(was.length, is.length) && was[start] === is[start]) start += 1;
  const found: string[] = [];
  for (let from = start; from >= 0; from -= 1) {
    let end = 0;
    const most = Math.min(was.length, is.length) - from;
    while (end < most && was.at(-1 - end) === is.at(-1 - end)) end += 1;
    found.push(
      withWholeLinks(now, from === 0 ? 0 : (places[from] ?? now.length), places[is.length - end] ?? now.length),
    );
  }
  return found;
}

/** A stretch of a page with the whole of the links at its ends. */
function withWholeLinks(page: string, start: number, end: number): string {
  const signs = page.slice(start, end).replace(/[^\ue010\ue011]/g, "");
  const isWithin = signs === "" && page.lastIndexOf("\ue010", start) > page.lastIndexOf("\ue011", start);
  const from = isWithin || signs.startsWith("\ue011") ? page.lastIndexOf("\ue010", start) : start;
  const to = isWithin || signs.endsWith("\ue010") ? page.indexOf("\ue011", end) + 1 : end;
  return page.slice(from, to);
}

/** Whether a text is what an engine shows: words of a link may be missing from it, as a choice has them. */
function says(ours: string, theirs: string): boolean {
  const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  const pattern = theirs
    .split(/\ue010([^\ue011]*)\ue011/)
    .map((part, at) => (at % 2 === 0 ? escaped(part) : `(?:${escaped(part)})?`))
    .join("");
  return new RegExp(`^${withoutSigns(pattern)}$`).test(ours);
}

/** Whether a page of ours says and offers what one of an engine does. What stays on a page is read once, and then what is new. */
function isSame(ours: WalkedPage, theirs: EnginePage, before: EnginePage | null): boolean {
  const offers = ({ choices }: WalkedPage) =>
    JSON.stringify(choices.map((choice) => choice.replace(/\s+/g, " ").trim()));
  if (offers(ours) !== offers(theirs)) return false;
  const [text, shown] = [unspaced(ours.text), unspaced(theirs.text)];
  if (says(text, shown)) return true;
  if (!theirs.isSamePage || before === null) return false;
  return stretchesAdded(unspaced(before.text), shown).some((added) => says(text, added));
}

const told = ({ text, choices }: WalkedPage): string =>
  JSON.stringify([unspaced(text).replace(/[\ue010\ue011]/g, "|"), choices]);

/** A story of Twee 3 with a name for its verdict. */
interface TweeStory {
  readonly name: string;
  readonly source: string;
}

/**
 * Walks stories of Twee 3 in Twine's own engines and as they are imported, along the same choices.
 *
 * @param folder the engines
 * @param picks indexes of the choices, each taken modulo the number of choices
 */
export async function playTwineEngines(
  folder: string,
  stories: readonly TweeStory[],
  picks: readonly number[],
): Promise<Verdict[]> {
  const engines = readEngines(folder);
  const browser = await chromium.launch({ executablePath: await browserPath(), args: [...BROWSER_ARGUMENTS] });
  try {
    const waiting = stories.flatMap(({ name, source }, at) => {
      const { storyData } = sortPassages(readPassages(source).passages, new Report());
      const format = storyDataText(storyData, "format") ?? "";
      const engine = engines.get(format);
      return engine === undefined ? [] : [{ at, name, source, format, engine }];
    });
    const verdicts = new Map<number, Verdict>();
    const walk = async () => {
      for (let each = waiting.pop(); each !== undefined; each = waiting.pop()) {
        const { at, name, source, format, engine } = each;
        verdicts.set(at, { name, category: format, ...(await compare(browser, source, engine, picks)) });
      }
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, walk));
    return stories.flatMap((_, at) => verdicts.get(at) ?? []);
  } finally {
    await browser.close();
  }
}

async function compare(
  browser: Browser,
  source: string,
  engine: Engine,
  picks: readonly number[],
): Promise<Pick<Verdict, "outcome" | "losses" | "difference">> {
  const story = importTwee(source);
  const losses = story.report.flatMap(({ severity, code, message }) =>
    severity === "info" ? [] : [`${code}: ${message}`],
  );
  const ours = new ImportedPlayer(playedStory(story, story.graphs[0]?.key ?? ""));
  const theirs = await EnginePlayer.open(browser, source, engine);
  try {
    let same: WalkedPage = ours.start();
    let before: EnginePage | null = null;
    const way: number[] = [];
    for (const pick of [...picks, 0]) {
      const page = await theirs
        .read()
        .catch((error: unknown) => ({ ...BROKEN, errors: [String(error).slice(0, 300)] }));
      if (page.errors.length > 0)
        return { outcome: "an error of its engine", losses, difference: page.errors.join("; ") };
      if (!isSame(same, page, before)) {
        const difference = `${JSON.stringify(way)}\n    theirs ${told(page)}\n    ours   ${told(same)}`;
        return { outcome: losses.length > 0 ? "a loss that is said" : "different", losses, difference };
      }
      before = page;
      if (page.choices.length === 0) break;
      const at = pick % page.choices.length;
      way.push(at);
      await theirs.choose(at);
      same = ours.choose(at);
    }
    return { outcome: "the same", losses, difference: null };
  } finally {
    await theirs.close();
  }
}
