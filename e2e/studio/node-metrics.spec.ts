import type { Page } from "@playwright/test";
import { FOOT, nodeMetrics } from "#domain/dialogue/node-metrics.ts";
import type { DialogueNode } from "#domain/dialogue/wire.ts";
import { openCanvas } from "../canvas.ts";
import { choice, makeDialogue, nodeAt } from "../own-dialogue.ts";
import { expect, test } from "../story.ts";

const WORDS = {
  Latin: [
    "The Warden greets you",
    "Nobody has paid the toll since the flood, and nobody will. ".repeat(6),
    "Pay the toll",
  ],
  Arabic: ["الحارس يحيّيك", "لم يدفع أحدٌ المكوس منذ الطوفان، ولن يدفعها أحد. ".repeat(8), "ادفع المكوس"],
  Japanese: ["門番のあいさつ", "洪水のあと、通行料を払った者はひとりもいない。".repeat(10), "通行料を払う"],
} as const;

/** Size of a drawn node and positions of its parts, in canvas units from its corner. */
interface Drawn {
  readonly id: string;
  readonly width: number;
  readonly height: number;
  readonly text: { readonly top: number; readonly bottom: number } | null;
  readonly rows: readonly { readonly top: number; readonly height: number }[];
  readonly ports: readonly number[];
}

function drawnNodes(page: Page): Promise<Drawn[]> {
  return page.evaluate(() => {
    const viewport = document.querySelector<HTMLElement>(".react-flow__viewport");
    const zoom = new DOMMatrixReadOnly(getComputedStyle(viewport as HTMLElement).transform).a;
    return [...document.querySelectorAll<HTMLElement>('[data-shown="node"]')].map((node) => {
      const face = (node.querySelector(".cv-face") as HTMLElement).getBoundingClientRect();
      const within = (element: Element) => {
        const { top, height } = element.getBoundingClientRect();
        return { top: (top - face.top) / zoom, height: height / zoom };
      };
      const words = node.querySelector(".cv-text");
      const text = words === null ? null : within(words);
      return {
        id: node.closest<HTMLElement>(".react-flow__node")?.dataset.id ?? "",
        width: face.width / zoom,
        height: face.height / zoom,
        text: text === null ? null : { top: text.top, bottom: text.top + text.height },
        rows: [...node.querySelectorAll(".cv-row")].map(within),
        ports: [...node.querySelectorAll('.cv-port:not([data-port=""])')].map((port) => {
          const { top, height } = within(port);
          return top + height / 2;
        }),
      };
    });
  });
}

interface Scripts {
  readonly url: string;
  readonly nodes: ReadonlyMap<string, DialogueNode>;
}

/** Distance between the columns of nodes, one for each script. */
const COLUMN = 400;

/** A dialogue with a node of each kind and number of branches in each script. */
async function writeScripts(page: Page): Promise<Scripts> {
  const nodes = Object.values(WORDS).flatMap(([title, text, says], column) => [
    nodeAt(column * COLUMN, 0, { title, text, speaker_label: title, branches: [] }),
    nodeAt(column * COLUMN, 150, {
      title,
      text,
      branches: [choice(says.repeat(9), null), choice(says, null), choice("", null)] as DialogueNode["branches"],
    }),
    nodeAt(column * COLUMN, 400, {
      title: title.repeat(5),
      kind: "condition",
      branches: [choice(says, null)] as DialogueNode["branches"],
    }),
    nodeAt(column * COLUMN, 520, { title, kind: "end", text }),
  ]);
  const dialogue = await makeDialogue(page, "In three scripts", nodes);
  const recorded = await dialogue.recorded();
  return { url: dialogue.url, nodes: new Map(recorded.nodes.map((node) => [node.id, node])) };
}

/** Compares every node with what was computed for it. */
async function expectAsMeasured(page: Page, { url, nodes }: Scripts, zoom: number): Promise<void> {
  await openCanvas(page, `${url}?look=${COLUMN + 132},330,${zoom}`);
  await page.evaluate(() => document.fonts.ready);
  const drawnById = new Map((await drawnNodes(page)).map((drawn) => [drawn.id, drawn]));
  expect([...drawnById.keys()].sort()).toEqual([...nodes.keys()].sort());
  for (const drawn of drawnById.values()) {
    const node = nodes.get(drawn.id);
    if (node === undefined) throw new Error(`${drawn.id} is not of this dialogue`);
    const metrics = nodeMetrics(node);
    const near = (found: number, wanted: number, what: string) =>
      expect(
        Math.abs(found - wanted),
        `${what} of ${node.kind} ‘${node.title}’: ${found}, not ${wanted}`,
      ).toBeLessThanOrEqual(1);
    near(drawn.width, metrics.width, "width");
    near(drawn.height, metrics.height, "height");
    expect(drawn.text !== null).toBe(metrics.showsText);
    if (drawn.text !== null) {
      expect(drawn.text.top).toBeGreaterThanOrEqual(metrics.text.y - 1);
      expect(drawn.text.bottom).toBeLessThanOrEqual(metrics.text.y + metrics.text.height + 1);
    }
    expect(drawn.rows).toHaveLength(metrics.rows.length);
    for (const [i, { y }] of metrics.rows.entries()) {
      near(drawn.rows[i]?.top ?? 0, y, `row ${i}`);
      near(drawn.ports[i] ?? 0, y + 13, `port ${i}`);
    }
    const last = drawn.rows.at(-1);
    if (last !== undefined) expect(last.top + last.height).toBeLessThanOrEqual(metrics.height - FOOT + 1);
  }
}

// Large enough that all of them are in view at once.
test.use({ viewport: { width: 1920, height: 1080 } });

test("cards are as large as is computed, in every script", async ({ page }) => {
  await expectAsMeasured(page, await writeScripts(page), 1);
});

test.describe("at twice the text size", () => {
  test.use({ viewport: { width: 3840, height: 1700 } });

  test("cards are as large as is computed, and drawn twice as large", async ({ page }) => {
    await page.addInitScript(() => {
      document.addEventListener("DOMContentLoaded", () => {
        document.documentElement.style.fontSize = "200%";
      });
    });
    await expectAsMeasured(page, await writeScripts(page), 2);
    await expect(page.getByRole("toolbar", { name: "Canvas tools" })).toContainText("100 %");
  });
});

test.describe("in a browser zoomed to 200 %", () => {
  test.use({ deviceScaleFactor: 2 });

  test("cards are as large as is computed", async ({ page }) => {
    await expectAsMeasured(page, await writeScripts(page), 1);
  });
});
