import { type CurlRequest, curlCommand } from "./curl.ts";
import { prettyJson } from "./pretty-json.ts";

/** One way of asking an operation, for pasting. */
export interface CodeSample {
  /** Language of the code, for its colours. */
  language: "sh" | "ts" | "python";
  /** Title of the sample. */
  title: string;
  code: string;
}

/**
 * The same request for a shell, for TypeScript (`fetch`, as in browsers and Node) and for Python (`requests`). Address, key and
 * ids come from variables of the same names everywhere.
 */
export function codeSamples(request: CurlRequest): CodeSample[] {
  return [
    { language: "sh", title: "cURL", code: curlCommand(request) },
    { language: "ts", title: "TypeScript", code: typescript(request) },
    { language: "python", title: "Python", code: python(request) },
  ];
}

const TYPESCRIPT_ANSWERS: Readonly<Record<CurlRequest["answers"], string>> = {
  json: "\nconst answer = await response.json();",
  text: "\nconst answer = await response.text();",
  events: "\nfor await (const text of response.body.pipeThrough(new TextDecoderStream())) console.log(text);",
  nothing: "",
};

const PYTHON_ANSWERS: Readonly<Record<CurlRequest["answers"], string>> = {
  json: "\nanswer = response.json()",
  text: "\nanswer = response.text",
  events: "\nfor line in response.iter_lines():\n    print(line.decode())",
  nothing: "",
};

function typescript({ method, path, query, body, key, answers }: CurlRequest): string {
  const address = withQuery(
    path.replace(/\{(\w+)\}/g, (_, name: string) => `\${${camel(name)}}`),
    query,
  );
  const headers = [
    ...(key ? [`    Authorization: \`Bearer \${FABULA_KEY}\`,`] : []),
    ...(body === undefined ? [] : [`    "Content-Type": "application/json",`]),
  ];
  const options = [
    ...(method === "GET" ? [] : [`  method: "${method}",`]),
    ...(headers.length === 0 ? [] : ["  headers: {", ...headers, "  },"]),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${indented(prettyJson(body), "  ")}),`]),
  ];
  const call = options.length === 0 ? "" : `, {\n${options.join("\n")}\n}`;
  return `const response = await fetch(\`\${FABULA_URL}${address}\`${call});${TYPESCRIPT_ANSWERS[answers]}`;
}

function python({ method, path, query, body, key, answers }: CurlRequest): string {
  const address = withQuery(path, query);
  const values = [
    `    f"{FABULA_URL}${address}",`,
    ...(key ? [`    headers={"Authorization": f"Bearer {FABULA_KEY}"},`] : []),
    ...(answers === "events" ? ["    stream=True,"] : []),
    ...(body === undefined ? [] : [`    json=${indented(pythonLiteral(body, ""), "    ")},`]),
  ];
  return `response = requests.${method.toLowerCase()}(\n${values.join("\n")}\n)${PYTHON_ANSWERS[answers]}`;
}

function withQuery(path: string, query: CurlRequest["query"]): string {
  if (query.length === 0) return path;
  return `${path}?${query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&")}`;
}

function camel(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function indented(text: string, by: string): string {
  return text.replaceAll("\n", `\n${by}`);
}

/** A JSON value as Python writes it. JSON's strings are Python's as well; its three words are not. */
function pythonLiteral(value: unknown, indent: string): string {
  if (value === null || value === undefined) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value !== "object") return JSON.stringify(value);
  const inner = `${indent}    `;
  const entries = Array.isArray(value)
    ? value.map((item) => pythonLiteral(item, inner))
    : Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${pythonLiteral(item, inner)}`);
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  if (entries.length === 0) return `${open}${close}`;
  return `${open}\n${entries.map((entry) => `${inner}${entry},`).join("\n")}\n${indent}${close}`;
}
