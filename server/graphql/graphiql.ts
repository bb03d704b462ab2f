import { randomBytes } from "node:crypto";
import type { ApiResponse } from "../http/exchange.ts";
import { answerText, type ServedText, servedText } from "../http/served-text.ts";

/** Paths of the page's script and style: library code without any data, which needs no key. */
export const GRAPHIQL_ASSETS = ["/v1/graphql/graphiql.js", "/v1/graphql/graphiql.css"] as const;
export type GraphiqlAsset = (typeof GRAPHIQL_ASSETS)[number];

async function load(): Promise<Record<GraphiqlAsset, ServedText>> {
  const { css, editorWorkerService, graphqlWorker, js, jsonWorker } = await import(
    "@graphql-yoga/render-graphiql/graphiql"
  );
  const workers = JSON.stringify({ editorWorkerService, json: jsonWorker, graphql: graphqlWorker });
  // The editor starts its workers from addresses; these never leave the page.
  const script = `(() => {
    const workers = ${workers};
    const addresses = {};
    self.MonacoEnvironment = {
      globalAPI: false,
      getWorkerUrl: (_, label) => (addresses[label] ??= URL.createObjectURL(new Blob([workers[label]], { type: "application/javascript" }))),
    };
  })();
  ${js}`;
  return {
    "/v1/graphql/graphiql.js": servedText("application/javascript; charset=utf-8", script),
    "/v1/graphql/graphiql.css": servedText("text/css; charset=utf-8", css),
  };
}

/** GraphiQL from the package it comes in, loaded when somebody first asks for it: it is nine megabytes. */
export class GraphiqlAssets {
  #loaded: Promise<Record<GraphiqlAsset, ServedText>> | null = null;

  /** Answers a request for the page's script or style. */
  async answer(path: GraphiqlAsset, ifNoneMatch: string | null): Promise<ApiResponse> {
    this.#loaded ??= load();
    return answerText((await this.#loaded)[path], ifNoneMatch);
  }
}

/**
 * Returns the page's content security policy: its own script by nonce and what that loads, its workers, and nothing
 * from elsewhere. The editor writes style elements of its own, which no nonce reaches.
 */
function policy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "worker-src blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** The page. It asks for a key, which stays in its memory, unless whoever asked was let in already. */
export function graphiqlPage(refused: ApiResponse | null): ApiResponse {
  const nonce = randomBytes(18).toString("base64");
  const challenge = refused?.headers["www-authenticate"];
  return {
    status: refused?.status ?? 200,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy(nonce),
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-frame-options": "DENY",
      ...(challenge !== undefined && { "www-authenticate": challenge }),
    },
    body: page(nonce, refused === null),
  };
}

const FIRST_QUERY = `# A page of a project's entities, and what each knows.
query Entities($id: ID!) {
  project(id: $id) {
    name
    entities(first: 10) {
      totalCount
      nodes {
        id
        name
        relationships(first: 5) { nodes { type target { name } } }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
}
`;

function page(nonce: string, isLetIn: boolean): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>GraphiQL · Fabula</title>
<link rel="icon" href="data:,">
<style>
  :root { color-scheme: light dark; }
  body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; background: Canvas; color: CanvasText; }
  #root { height: 100vh; }
  form { max-width: 26rem; margin: 18vh auto 0; padding: 0 1.5rem; display: grid; gap: .75rem; }
  h1 { font-size: 1.25rem; margin: 0; }
  p { margin: 0; }
  input, button { font: inherit; padding: .5rem .75rem; }
  [hidden] { display: none; }
</style>
</head>
<body>
<form id="ask"${isLetIn ? " hidden" : ""}>
  <h1>GraphiQL</h1>
  <p>Every request needs an API key. It is kept in the memory of this page alone, and gone when you leave it.</p>
  <label for="key">API key</label>
  <input id="key" type="password" autocomplete="off" spellcheck="false" placeholder="sk_test_…" required autofocus>
  <button>Open</button>
  <p id="said" role="alert"></p>
</form>
<noscript><p>This page needs JavaScript. The endpoint itself takes documents by POST.</p></noscript>
<div id="root" hidden></div>
<script nonce="${nonce}">
  const form = document.getElementById("ask");
  const said = document.getElementById("said");
  const input = document.getElementById("key");
  let key = null;
  const ask = (body) =>
    fetch(location.pathname, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json",
        ...(key !== null && { authorization: "Bearer " + key }),
      },
      body: JSON.stringify(body),
    });
  const fetcher = async (params) => (await ask(params)).json();
  const loaded = (element) =>
    new Promise((resolve, reject) => {
      element.onload = resolve;
      element.onerror = () => reject(new Error("GraphiQL could not be loaded."));
      document.head.append(element);
    });
  const open = async () => {
    form.hidden = true;
    const style = Object.assign(document.createElement("link"), { rel: "stylesheet", href: "${GRAPHIQL_ASSETS[1]}" });
    const script = Object.assign(document.createElement("script"), { src: "${GRAPHIQL_ASSETS[0]}" });
    await Promise.all([loaded(style), loaded(script)]);
    const root = document.getElementById("root");
    root.hidden = false;
    YogaGraphiQL.renderYogaGraphiQL(root, { fetcher, title: "Fabula", defaultQuery: ${inScript(FIRST_QUERY)} });
  };
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    said.textContent = "";
    key = input.value.trim();
    try {
      const answer = await ask({ query: "{ __typename }" });
      if (answer.ok) {
        input.value = "";
        await open();
        return;
      }
      said.textContent = (await answer.json()).message ?? "This key was refused.";
    } catch (error) {
      said.textContent = error instanceof Error ? error.message : String(error);
    }
    key = null;
    form.hidden = false;
  });
  ${isLetIn ? "open();" : ""}
</script>
</body>
</html>
`;
}

/** A text as a literal of a script within a page. */
function inScript(text: string): string {
  return JSON.stringify(text).replaceAll("<", "\\u003c");
}
