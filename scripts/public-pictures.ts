// Pictures of public/, taken from the running product: two for the README, one for link previews, and the icons.
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import type { Sample } from "../e2e/screens.ts";

const FOLDER = join(dirname(dirname(fileURLToPath(import.meta.url))), "public");
const SCREEN = { width: 1440, height: 900 };
const PREVIEW = { width: 1200, height: 630 };
/** The three pictures are in every clone and every page load of a preview. */
const MOST_BYTES = 300_000;
/** Side of each icon, and the share of it that the mark takes: systems cut the corners of the larger ones. */
const ICONS = [
  { file: "icons/icon-192.png", side: 192, share: 0.62 },
  { file: "icons/icon-512.png", side: 512, share: 0.62 },
  { file: "icons/apple-touch-icon.png", side: 180, share: 0.72 },
] as const;
const PAPER = "#fbfaf7";

const write = (file: string, bytes: Buffer) => writeFileSync(join(FOLDER, file), bytes);
const dataUrl = (type: string, bytes: Buffer) => `data:${type};base64,${bytes.toString("base64")}`;

/**
 * Takes all pictures of public/ with a page that is signed in.
 *
 * @throws Error when the three pictures have more than 300 kB together.
 */
export async function takePublicPictures(page: Page, sample: Pick<Sample, "project" | "dialogue">): Promise<void> {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await page.setViewportSize(SCREEN);
  await page.goto(`/projects/${sample.project}/dialogues/${sample.dialogue}`);
  await page.getByRole("application", { name: "Canvas of the dialogue" }).waitFor();
  await page.getByRole("button", { name: "Hide the inspector" }).click();
  await page.getByRole("button", { name: "Zoom out" }).click();
  const canvas = await toWebp(page, await settled(page));
  await page.goto(`/projects/${sample.project}/places`);
  await page.getByRole("row").nth(1).waitFor();
  for (const place of ["The Brack Coast", "Thole"]) {
    await page.getByRole("treeitem", { name: new RegExp(`^${place}`) }).click();
    await page.keyboard.press("ArrowRight");
  }
  await page.getByRole("treeitem", { level: 3 }).first().waitFor();
  const world = await toWebp(page, await settled(page));
  const link = await previewPicture(page, canvas);
  const bytes = canvas.length + world.length + link.length;
  if (bytes > MOST_BYTES) throw new Error(`The pictures have ${bytes} bytes together, more than ${MOST_BYTES}.`);
  write("pictures/canvas.webp", canvas);
  write("pictures/world.webp", world);
  write("pictures/link.png", link);
  const mark = dataUrl("image/svg+xml", readFileSync(join(FOLDER, "icons/icon.svg")));
  for (const { file, side, share } of ICONS) write(file, await iconOf(page, mark, side, share, PAPER));
  write("favicon.ico", icoOf(await iconOf(page, mark, 32, 1, "transparent"), 32));
}

/** A picture of the page once fonts are loaded and nothing has moved between two frames of it. */
async function settled(page: Page): Promise<Buffer> {
  await page.evaluate(() => document.fonts.ready);
  let last = await page.screenshot();
  for (;;) {
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    const next = await page.screenshot();
    if (next.equals(last)) return next;
    last = next;
  }
}

/** The picture as WebP, compressed by the browser. */
async function toWebp(page: Page, png: Buffer): Promise<Buffer> {
  const encoded = await page.evaluate(
    async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = document.createElement("canvas");
      canvas.width = image.width;
      canvas.height = image.height;
      canvas.getContext("2d")?.drawImage(image, 0, 0);
      return canvas.toDataURL("image/webp", 0.8);
    },
    dataUrl("image/png", png),
  );
  return Buffer.from(encoded.slice(encoded.indexOf(",") + 1), "base64");
}

/** Picture of a link: the name and a sentence over the canvas, in the fonts and colours of the product. */
async function previewPicture(page: Page, canvas: Buffer): Promise<Buffer> {
  await page.setViewportSize(PREVIEW);
  // The page lends its styles alone: its scripts would draw it anew over the picture, or lead whoever is signed in away from it.
  await page.route("**/*.js", (route) => route.abort());
  await page.goto("/sign-in");
  await page.evaluate(
    (source) => {
      document.body.innerHTML = `
      <div style="position:fixed;inset:0;background:var(--paper)">
        <div style="position:absolute;left:500px;top:0;width:700px;height:630px;overflow:hidden;border-left:1px solid var(--line)">
          <img src="${source}" alt="" style="position:absolute;left:-345px;top:-25px;width:1200px;max-width:none">
        </div>
        <div style="position:absolute;left:72px;top:190px;width:400px;color:var(--ink)">
          <div style="font:600 84px/1 'Literata Variable',serif;letter-spacing:-0.01em">Fabula</div>
          <div style="margin-top:28px;font:400 34px/1.35 'Instrument Sans Variable',sans-serif;color:var(--ink-2)">
            Stories that branch, and every moment of them.</div>
        </div>
      </div>`;
    },
    dataUrl("image/webp", canvas),
  );
  await page.locator("img").evaluate((image: HTMLImageElement) => image.decode());
  const picture = await settled(page);
  await page.unroute("**/*.js");
  return picture;
}

/** A square icon as PNG: the mark in the middle of its ground. */
async function iconOf(page: Page, mark: string, side: number, share: number, ground: string): Promise<Buffer> {
  const encoded = await page.evaluate(
    async ({ mark, side, share, ground }) => {
      const image = new Image(side, side);
      image.src = mark;
      await image.decode();
      const canvas = document.createElement("canvas");
      canvas.width = side;
      canvas.height = side;
      const context = canvas.getContext("2d");
      if (context === null) throw new Error("this browser draws no canvas");
      context.fillStyle = ground;
      context.fillRect(0, 0, side, side);
      const width = side * share;
      context.drawImage(image, (side - width) / 2, (side - width) / 2, width, width);
      return canvas.toDataURL("image/png");
    },
    { mark, side, share, ground },
  );
  return Buffer.from(encoded.slice(encoded.indexOf(",") + 1), "base64");
}

/** An ICO file of one picture: a header of 6 bytes, an entry of 16, and the PNG. */
function icoOf(png: Buffer, side: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(side, 6);
  head.writeUInt8(side, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}
