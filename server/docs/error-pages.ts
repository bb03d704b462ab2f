import { type CatalogueEntry, PROBLEMS, type ProblemCode, VALIDATION } from "../kernel/problem-catalogue.ts";
import { prettyJson } from "./pretty-json.ts";
import { VALIDATION_VOCABULARY } from "./validation-vocabulary.ts";

/** A page about one error code. */
export interface ErrorPage {
  code: string;
  status: number;
  title: string;
  /** Markdown. */
  text: string;
}

/** Every error page, by status and then in the catalogue's order. */
export function errorPages(): ErrorPage[] {
  const pages = (Object.keys(PROBLEMS) as ProblemCode[]).map((code) => catalogued(code, PROBLEMS[code]));
  return [...pages, validationPage()].sort((a, b) => a.status - b.status);
}

/** The page of a code, or null. */
export function errorPage(code: string): ErrorPage | null {
  return errorPages().find((page) => page.code === code) ?? null;
}

function catalogued(code: ProblemCode, entry: CatalogueEntry): ErrorPage {
  const example = {
    error: entry.error,
    code,
    request_id: "5f0c3a52-6f0e-4d8e-9a53-3f1a2b8f7c10",
    detail: null,
    message: entry.message,
    doc_url: `https://fabula.example/docs/errors/${code}`,
    feedback_id: null,
  };
  return {
    code,
    status: entry.status,
    title: entry.message,
    text: [
      `## What causes it\n\n${entry.cause}`,
      `## What to do\n\n${entry.remedy}`,
      `## What it looks like\n\n${fence(example)}`,
    ].join("\n\n"),
  };
}

function validationPage(): ErrorPage {
  const example = {
    error: VALIDATION.error,
    code: VALIDATION.code,
    request_id: "5f0c3a52-6f0e-4d8e-9a53-3f1a2b8f7c10",
    detail: [
      {
        type: "less_than_equal",
        loc: ["query", "limit"],
        msg: "Input should be less than or equal to 500",
        input: "501",
        ctx: { le: 500 },
      },
      { type: "missing", loc: ["body", "name"], msg: "Field required", input: {} },
    ],
    message: VALIDATION.message,
    doc_url: `https://fabula.example/docs/errors/${VALIDATION.code}`,
    feedback_id: null,
  };
  const rows = VALIDATION_VOCABULARY.map(
    ({ types, when, ctx }) => `| ${types.map(code).join(" ")} | ${when} | ${ctx.map(code).join(" ")} |`,
  );
  return {
    code: VALIDATION.code,
    status: VALIDATION.status,
    title: VALIDATION.message,
    text: [
      "## What causes it\n\nSomething in the path, the query, a header or the body is not what the operation takes. Everything wrong is listed at once, so that one attempt is enough to learn it all. Nothing was written.",
      "## What to do\n\nFor each entry, `loc` says where: `path`, `query`, `header` or `body`, then field names and list indexes. `msg` is a sentence for a person, `type` the kind of mistake for a program, `input` what was received, and `ctx` what it was measured against. Values of secret fields are shown as `**********`; what is longer than a kilobyte is not repeated.",
      `## What it looks like\n\nAs every error, but \`detail\` is a list.\n\n${fence(example)}`,
      `## Kinds of mistakes\n\n| type | when | ctx |\n|---|---|---|\n${rows.join("\n")}`,
    ].join("\n\n"),
  };
}

function code(word: string): string {
  return `\`${word}\``;
}

function fence(body: object): string {
  return `${"```"}json\n${prettyJson(body)}\n${"```"}`;
}
