import type { Page } from "@playwright/test";
import { IS_FULL } from "#test-size";
import { isLost, lostBehindDoors } from "../doors.ts";
import { unseenStops } from "../focus-stops.ts";
import { gateSample } from "../gate-sample.ts";
import { graveFindings, overhang, themes } from "../looks.ts";
import { type PreparedSample, prepareSample } from "../sample.ts";
import { SCREENS, type Screen } from "../screens.ts";
import { FAILURES, inState, REQUEST_ID, SAYS } from "../states.ts";
import { expect, signInto, test } from "../story.ts";
import { given, makeWorkspace } from "../workspace.ts";

/** A window of 1440×900 at 200 % zoom. */
const ZOOMED = { width: 720, height: 450 };
const USUAL = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

// The few screens of the gate are checked in one worker: a workspace with webhooks that were answered takes seconds to make.
test.describe.configure({ mode: IS_FULL ? "parallel" : "default" });
// The page is signed in by itself; the story’s own is not used.
test.use({ isSignedIn: false, workspaceOf: "file" });

// One page for all: starting a browser for each state would take longer than looking at them.
let page: Page;
let sample: PreparedSample;
const thrown: string[] = [];

test.beforeAll(async ({ browser }) => {
  const { owner } = await makeWorkspace();
  const context = await browser.newContext({
    baseURL: given("FABULA_E2E_URL"),
    viewport: USUAL,
    reducedMotion: "reduce",
  });
  await signInto(context, owner);
  page = await context.newPage();
  page.setDefaultTimeout(30_000);
  page.on("pageerror", (error) => thrown.push(error.message));
  page.on("console", (message) => {
    if (/content security policy/i.test(message.text())) thrown.push(message.text());
  });
  sample = await prepareSample(page);
});

test.afterAll(async () => {
  await page.context().close();
  await sample.close();
});

test.beforeEach(() => {
  thrown.length = 0;
});

test.afterEach(async () => {
  await page.unrouteAll({ behavior: "ignoreErrors" });
  expect(thrown, "uncaught").toEqual([]);
});

/** Goes to a screen as it is when all goes well. */
async function show(screen: Screen): Promise<void> {
  await inState(page, screen, "loaded");
  // What an earlier screen left open must not be there.
  await page.goto(screen.address(sample));
  await screen.open?.(page);
  await expect(screen.loaded(page)).toBeVisible();
}

const named = ({ name }: Screen): string => name;
const alone = SCREENS.filter(({ isOverlay }) => isOverlay !== true);
const overlays = SCREENS.filter(({ isOverlay }) => isOverlay === true);
/**
 * Screens that this run checks: all of them in the full run, a sample in the gate. The words of every screen in every state are checked
 * in both runs by `components/screens/states.test.tsx`.
 */
const CHECKED = new Set([...gateSample(alone, 4, named), ...gateSample(overlays, 4, named)]);
/** Pages of a sentence and a link, for those who are not in the studio. */
const WITHOUT_FRAME = new Set(["join", "not-found"]);
/** Screens whose reads are refused in every way: six loads of the page for each, of words that the component tests have read. */
const REFUSED = new Set(
  gateSample(
    [...CHECKED].filter(({ reads }) => reads !== undefined),
    1,
    named,
  ),
);

for (const [at, screen] of SCREENS.entries()) {
  if (!CHECKED.has(screen)) continue;
  const looked = themes(at % 2 === 0 ? "light" : "dark");
  // Overlays are measured at one narrow width in the gate.
  const narrow = screen.isOverlay === true && !IS_FULL ? [PHONE] : [ZOOMED, PHONE];

  test.describe(screen.name, () => {
    test("is there for everyone, wide and narrow", async () => {
      await page.setViewportSize(USUAL);
      await show(screen);
      for (const colorScheme of looked) {
        await page.emulateMedia({ colorScheme });
        expect(await graveFindings(page), colorScheme).toEqual([]);
      }
      await page.emulateMedia({ colorScheme: "light" });
      for (const viewport of narrow) {
        await page.setViewportSize(viewport);
        // A popup that is open finds its new place a moment later.
        await expect.poll(() => overhang(page), `${viewport.width} px wide`).toBeLessThanOrEqual(0);
      }
    });

    if (screen.isOverlay !== true) {
      test("shows every stop of the Tab key, also at 200 % zoom", async () => {
        for (const viewport of [USUAL, ZOOMED]) {
          await page.setViewportSize(viewport);
          await show(screen);
          expect(await unseenStops(page), `${viewport.width} px wide`).toEqual([]);
        }
        await page.setViewportSize(USUAL);
      });
    }

    if (!WITHOUT_FRAME.has(screen.name)) {
      test("never loses the focus, at any of its doors", async () => {
        await page.setViewportSize(USUAL);
        await show(screen);
        // What keeps the focus comes after what the page shows.
        await expect.poll(() => isLost(page), "once it is there").toBe(false);
        if (screen.isOverlay !== true) expect(await lostBehindDoors(page)).toEqual([]);
        await page.keyboard.press("Escape");
        await expect.poll(() => isLost(page), "after Escape").toBe(false);
      });
    }

    if (screen.empty !== undefined) {
      const { says } = screen.empty;
      test("says what to do when there is nothing in it", async () => {
        await page.setViewportSize(USUAL);
        await inState(page, screen, "empty");
        await page.goto(screen.address(sample));
        for (const colorScheme of looked) {
          await page.emulateMedia({ colorScheme });
          await expect(page.getByRole("main").getByText(says)).toBeVisible();
          expect(await graveFindings(page), colorScheme).toEqual([]);
        }
      });
    }

    if (REFUSED.has(screen)) {
      test("says what it waits for, and what went wrong", async () => {
        await page.setViewportSize(USUAL);
        for (const state of ["slow", ...FAILURES] as const) {
          await inState(page, screen, state);
          await page.goto(screen.address(sample), { waitUntil: "domcontentloaded" });
          for (const colorScheme of looked) {
            await page.emulateMedia({ colorScheme });
            const said = page.getByRole("main").getByText(SAYS[state]).first();
            if (state === "slow") await expect(said, state).toBeAttached();
            else await expect(said, `${state}, ${colorScheme}`).toBeVisible();
          }
          if (state === "500") await expect(page.getByText(new RegExp(REQUEST_ID)).first()).toBeVisible();
        }
      });
    }
  });
}
