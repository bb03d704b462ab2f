/** Title page of a book as it was last exported, with the format. */
interface KeptTitlePage {
  readonly format: string;
  readonly title: string;
  readonly author: string;
  readonly language: string;
}

/** Projects whose title pages are remembered in this browser. */
const KEPT = 40;
const KEY = "fabula.title-pages";

const FIELDS = ["format", "title", "author", "language"] as const satisfies readonly (keyof KeptTitlePage)[];

/** The title pages by project, the one that was kept last first. */
type Kept = readonly (readonly [projectId: string, page: KeptTitlePage])[];

/** Returns what was last written on the title page of a project's book in this browser; null where nothing was. */
export function keptTitlePage(projectId: string): KeptTitlePage | null {
  return kept().find(([id]) => id === projectId)?.[1] ?? null;
}

/** Keeps a title page in this browser. Where nothing can be kept, it is written anew the next time. */
export function keepTitlePage(projectId: string, page: KeptTitlePage): void {
  const others = kept().filter(([id]) => id !== projectId);
  try {
    localStorage.setItem(KEY, JSON.stringify([[projectId, page], ...others].slice(0, KEPT)));
  } catch {
    // Storage is full or shut.
  }
}

function kept(): Kept {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found.filter(isEntry) : [];
  } catch {
    return [];
  }
}

function isEntry(value: unknown): value is Kept[number] {
  if (!Array.isArray(value) || typeof value[0] !== "string") return false;
  const page: unknown = value[1];
  return (
    typeof page === "object" && page !== null && FIELDS.every((name) => typeof Reflect.get(page, name) === "string")
  );
}
