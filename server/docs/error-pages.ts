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
    text: [`## Cause\n\n${entry.cause}`, `## Remedy\n\n${entry.remedy}`, `## Example\n\n${fence(example)}`].join(
      "\n\n",
    ),
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
      "## Cause\n\nA value in the path, the query, a header or the body is invalid. All errors of the request are listed at once, up to 100; `message` has the number of further ones. Nothing was written.",
      "## Remedy\n\nEach entry has the location `loc` (`path`, `query`, `header` or `body`, then field names and list indexes), a message `msg`, an error type `type`, the received value `input`, and the limits `ctx`. Values of secret fields are shown as `**********`; values longer than a kilobyte are omitted.",
      `## Example\n\nThe \`detail\` of this error is a list.\n\n${fence(example)}`,
      `## Error types\n\n| Type | Cause | ctx |\n|---|---|---|\n${rows.join("\n")}`,
    ].join("\n\n"),
  };
}

function code(word: string): string {
  return `\`${word}\``;
}

function fence(body: object): string {
  return `${"```"}json\n${prettyJson(body)}\n${"```"}`;
}
