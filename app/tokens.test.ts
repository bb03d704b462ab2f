import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { COLORS } from "#domain/dialogue/wire.ts";

const css = readFileSync(new URL("./tokens.css", import.meta.url), "utf8");
const root = css.slice(css.indexOf(":root {"), css.indexOf("\n}\n", css.indexOf(":root {")));

type Theme = "light" | "dark";
type Rgb = readonly [number, number, number];

/** The token's own text, in the theme. */
function value(name: string, theme: Theme): string {
  const text = new RegExp(`--${name}:\\s*([^;]+);`).exec(root)?.[1];
  if (text === undefined) throw new Error(`no token ${name}`);
  const pair = /^light-dark\((oklch\([^)]*\)), (oklch\([^)]*\))\)$/.exec(text.replaceAll(/\s+/g, " "));
  const alias = /^var\(--([\w-]+)\)$/.exec(text);
  if (alias?.[1] !== undefined) return value(alias[1], theme);
  const chosen = theme === "light" ? pair?.[1] : pair?.[2];
  if (chosen === undefined) throw new Error(`--${name} is no pair of colours: ${text}`);
  return chosen;
}

/** Lightness and both axes of colour of a token, in OKLab. */
function oklab(name: string, theme: Theme): Rgb {
  const [l = 0, c = 0, h = 0] =
    value(name, theme)
      .match(/[\d.]+/g)
      ?.map(Number) ?? [];
  return [l, c * Math.cos((h * Math.PI) / 180), c * Math.sin((h * Math.PI) / 180)];
}

/** Returns the distance of two tokens in OKLab, where equal steps look equal: 0.02 is just visible side by side. */
function distance(first: string, second: string, theme: Theme): number {
  const other = oklab(second, theme);
  return Math.hypot(...oklab(first, theme).map((part, at) => part - (other[at] ?? 0)));
}

/** OKLCH to linear sRGB, after Björn Ottosson. */
function linear(name: string, theme: Theme): Rgb {
  const [l, a, b] = oklab(name, theme);
  const cone = (x: number) => x ** 3;
  const long = cone(l + 0.3963377774 * a + 0.2158037573 * b);
  const medium = cone(l - 0.1055613458 * a - 0.0638541728 * b);
  const short = cone(l - 0.0894841775 * a - 1.291485548 * b);
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}

const inside = (channel: number) => Math.min(1, Math.max(0, channel));

function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * inside(red) + 0.7152 * inside(green) + 0.0722 * inside(blue);
}

/** The contrast of two tokens as WCAG counts it. */
function contrast(first: string, second: string, theme: Theme): number {
  const [dark = 0, light = 0] = [luminance(linear(first, theme)), luminance(linear(second, theme))].sort(
    (x, y) => x - y,
  );
  return (light + 0.05) / (dark + 0.05);
}

const GROUNDS = ["canvas", "paper", "panel"];
const KINDS = [...root.matchAll(/--(kind-[\w-]+):/g)].map(([, name]) => name ?? "");
const PEOPLE = [1, 2, 3, 4, 5, 6, 7, 8].map((n) => `person-${n}`);

/** Text and what it stands on: at least 4.5. */
const TEXT: readonly (readonly [text: string, ground: string])[] = [
  ...["ink", "ink-2", "ink-3", "accent", "error", "warn", "ok"].flatMap((ink) =>
    GROUNDS.map((ground) => [ink, ground] as const),
  ),
  ...["ink", "ink-2", "accent-strong"].map((ink) => [ink, "accent-soft"] as const),
  ["on-accent", "accent"],
  ["on-accent", "accent-strong"],
  ["on-error-soft", "error-soft"],
  ["on-warn-soft", "warn-soft"],
  ["on-ok-soft", "ok-soft"],
  ...["read", "create", "change", "remove"].map((ink) => [ink, "paper"] as const),
  ...["ink", "ink-2", "ink-3", "code-name", "code-text", "code-value"].map((ink) => [ink, "code"] as const),
  ...COLORS.flatMap((color) => [
    [`group-${color}`, `group-${color}-soft`] as const,
    // Speakers' names stand in these inks, in the outline on what is selected, too.
    ...["canvas", "paper", "panel", "accent-soft"].map((ground) => [`group-${color}`, ground] as const),
    ["ink", `group-${color}-soft`] as const,
    ["ink-2", `group-${color}-soft`] as const,
  ]),
  ...PEOPLE.map((person) => ["on-person", person] as const),
];

/** Signs and borders that carry meaning: at least 3. */
const GRAPHICS: readonly (readonly [sign: string, ground: string])[] = [
  ...["line-strong", "selection", "ok", "warn", "error", ...KINDS, ...PEOPLE].flatMap((sign) =>
    GROUNDS.map((ground) => [sign, ground] as const),
  ),
];

describe.each(["light", "dark"] as const)("in the %s theme", (theme) => {
  test.each(TEXT)("%s can be read on %s", (text, ground) => {
    expect(contrast(text, ground, theme)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(GRAPHICS)("%s can be made out on %s", (sign, ground) => {
    expect(contrast(sign, ground, theme)).toBeGreaterThanOrEqual(3);
  });

  test.each(COLORS)("a hub is told from a group in %s where only colours are left", (color) => {
    expect(distance("kind-hub", `group-${color}`, theme)).toBeGreaterThan(0.1);
  });

  test("kinds and groups are colours a screen can show", () => {
    for (const name of [...KINDS, ...PEOPLE, ...COLORS.flatMap((each) => [`group-${each}`, `group-${each}-soft`])]) {
      for (const channel of linear(name, theme)) {
        expect(channel, name).toBeGreaterThan(-0.002);
        expect(channel, name).toBeLessThan(1.002);
      }
    }
  });
});

test("every colour has its stand-in where the reader's own palette rules", () => {
  const forced = css.slice(css.indexOf("(forced-colors: active)"), css.indexOf("(prefers-contrast: more)"));
  const colours = [...root.matchAll(/--([\w-]+):[^;]*oklch/g)].map(([, name]) => name ?? "");
  expect(colours.filter((name) => !forced.includes(`--${name}:`))).toEqual([]);
});

test("every colour is a class", () => {
  const theme = css.slice(css.indexOf("@theme inline"));
  const colours = [...root.matchAll(/--([\w-]+):\s*light-dark/g)].map(([, name]) => name ?? "");
  expect(colours.filter((name) => !theme.includes(`var(--${name})`))).toEqual([]);
});
