import { KeptById } from "../../ui/kept-by-id.ts";

/** Title page of a book as it was last exported, with the format. */
interface KeptTitlePage {
  readonly format: string;
  readonly title: string;
  readonly author: string;
  readonly language: string;
}

/** Projects whose title pages are remembered in this browser. */
const KEPT = 40;

const FIELDS = ["format", "title", "author", "language"] as const satisfies readonly (keyof KeptTitlePage)[];

const pages = new KeptById("fabula.title-pages", KEPT, isTitlePage);

/** Returns what was last written on the title page of a project's book in this browser; null where nothing was. */
export function keptTitlePage(projectId: string): KeptTitlePage | null {
  return pages.get(projectId);
}

/** Keeps a title page in this browser. Where nothing can be kept, it is written anew the next time. */
export function keepTitlePage(projectId: string, page: KeptTitlePage): void {
  pages.keep(projectId, page);
}

function isTitlePage(page: unknown): page is KeptTitlePage {
  return (
    typeof page === "object" && page !== null && FIELDS.every((name) => typeof Reflect.get(page, name) === "string")
  );
}
