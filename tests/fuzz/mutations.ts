import fc from "fast-check";
import type { RawRequest } from "./raw-client.ts";
import { ODD_TEXTS } from "./schema-values.ts";

/** Mutation of a correct request. */
export interface Mutation {
  name: string;
  apply(request: RawRequest, credentials: readonly string[]): RawRequest;
}

type Change = (request: RawRequest, credentials: readonly string[]) => RawRequest;

const kind = (weight: number, name: string, changes: fc.Arbitrary<Change>) => ({
  weight,
  arbitrary: changes.map((apply): Mutation => ({ name, apply })),
});

/** A JSON text in place of the body. */
const withBody =
  (text: string | Uint8Array): Change =>
  (request) => ({
    ...request,
    body: typeof text === "string" ? Buffer.from(text, "utf8") : text,
  });

const textOf = ({ body }: RawRequest): string => (body === null ? "{}" : Buffer.from(body).toString("utf8"));

/** Replaces the value of one of the fields in a JSON text, at any depth. */
const withValue =
  (place: number, value: string): Change =>
  (request) => {
    const text = textOf(request);
    const fields = [...text.matchAll(/":("(?:[^"\\]|\\.)*"|-?[\d.eE+-]+|true|false|null|\{\}|\[\])/g)];
    const field = fields[place % Math.max(1, fields.length)];
    if (field === undefined) return withBody(`{"name":${value}}`)(request, []);
    const from = field.index + 2;
    return withBody(text.slice(0, from) + value + text.slice(from + (field[1]?.length ?? 0)))(request, []);
  };

const HUGE = [
  "1e999",
  "-1e999",
  "1".repeat(400),
  "123456789012345678901234567890",
  "9007199254740993",
  "1e308",
  "-1e-400",
  `0.${"1".repeat(500)}`,
  "0.1e-9999",
  "-0",
];
const UNKEEPABLE = [
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\ud800"',
  '"\\udc00x"',
  '"\\ud83d"',
  '"\\uffff"',
  '"\\u202e"',
  '"\\ufeff"',
];
/** Names that lead to what all objects inherit from, where a value is written by its path. */
export const TO_THE_PROTOTYPE = [
  '{"__proto__":{"polluted":"yes"}}',
  '{"\\u005f_proto__":{"polluted":1}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '[{"a":{"__proto__":["polluted"]}}]',
  '{"/__proto__/polluted":1,"/constructor/prototype/polluted":1}',
  '{"entity":"ent_01jd0000000000000000000000","path":"__proto__.polluted"}',
];
const nested = (open: string, inner: string, close: string, depth: number) =>
  `{"properties":${open.repeat(depth)}${inner}${close.repeat(depth)}}`;

const withHeader =
  (name: string, value: string): Change =>
  (request) => ({ ...request, headers: [...request.headers, [name, value]] });
const without = (request: RawRequest, name: string): RawRequest => ({
  ...request,
  headers: request.headers.filter(([each]) => each.toLowerCase() !== name),
});
const inPath =
  (change: (path: string) => string): Change =>
  (request) => {
    const [path = "", ...query] = request.target.split("?");
    return { ...request, target: [change(path), ...query].join("?") };
  };
const inQuery =
  (part: string): Change =>
  (request) => ({ ...request, target: `${request.target}${request.target.includes("?") ? "&" : "?"}${part}` });
const segment = (number: number, text: string): Change =>
  inPath((path) => {
    const parts = path.split("/");
    parts[1 + (number % Math.max(1, parts.length - 1))] = text;
    return parts.join("/");
  });

const scalars = fc.constantFrom(
  "null",
  "true",
  "0",
  "-1",
  "1.5",
  '""',
  '"x"',
  "[]",
  "{}",
  "[[]]",
  '{"a":1}',
  '["a",null]',
);
const place = fc.nat({ max: 1000 });
const RAW_SEGMENTS = [
  "%",
  "%zz",
  "%ff",
  "%c3%28",
  "%00",
  "%2e%2e",
  "..",
  ".",
  "",
  ";x",
  "%25",
  "\u00ff\u00fe",
  "a b".replace(" ", "%20"),
  "x".repeat(3000),
  "__proto__",
  "%u0041",
  "*",
  "{project_id}",
];
const QUERIES = [
  "%",
  "=%zz",
  "limit=%ff",
  "limit=1&limit=2",
  "limit=-1",
  "limit=99999999999999999999",
  "limit=1e2",
  "limit[]=1",
  "at_seq=-1",
  "at_seq=999999",
  "at_seq=0",
  "at_seq=%00",
  "offset=9007199254740993",
  "offset=2147483648",
  "property_filter={",
  "property_filter=%7B%22a%22%3A%7B%22%24regex%22%3A1%7D%7D",
  "property_filter=[]",
  `property_filter=${"%5B".repeat(500)}`,
  "sort_by=%27%3B--",
  "sort_by=properties.%00",
  `sort_by=properties.${"a.".repeat(80)}`,
  "sort_order=up",
  "q=%00",
  "q=%25_%5C",
  "under=..%2F",
  "under=/%25",
  "parent_id=null",
  "unknown=1",
  "__proto__=1",
  "constructor=1",
  `x=${"y".repeat(5000)}`,
  "&&&",
  "=",
  "#fragment",
];
const HEADERS: [string, string][] = [
  ["x-forwarded-for", "1.2.3.4, junk, ::1"],
  ["x-filler", "y".repeat(20_000)],
  ["authorization", "Bearer second"],
  ["content-type", "text/plain"],
  ["content-length", "x"],
  ["transfer-encoding", "gzip"],
  ["content-encoding", "gzip"],
  ["expect", "100-continue"],
  ["idempotency-key", ""],
  ["idempotency-key", "x".repeat(300)],
  ["idempotency-key", "\u00e9"],
  ["if-match", "12"],
  ["if-match", '"99999999999999999999"'],
  ["if-none-match", '"'],
  ["accept-encoding", "br;q=1.0, gzip;q=0, *;q=x"],
  ["cookie", "a=b; __Secure-x=y; ".repeat(20)],
  ["host", "evil.example"],
  ["upgrade", "websocket"],
  ["range", "bytes=0-10"],
  ["x-http-method-override", "DELETE"],
  ["x-fabula-client-address", "9.9.9.9"],
  ["bad header", "x"],
  ["__proto__", "1"],
  ["cookie", "__proto__=1; constructor=2"],
  ["x-control", "a\u0001b"],
];
const TYPES = [
  "text/plain",
  "multipart/form-data; boundary=x",
  "application/x-www-form-urlencoded",
  "application/json; charset=utf-16",
  "application/xml",
  "",
  ";",
  "application/",
  "application/json, application/json",
  "*/*",
  "application/problem+json",
];
const METHODS = ["PUT", "TRACE", "HEAD", "OPTIONS", "get", "PROPFIND", "FOO", "POST", "DELETE", "PATCH", "GET"];

/** Generates every mistake that a client can make, each as a change to a correct request. */
export const mutations: fc.Arbitrary<Mutation> = fc.oneof(
  kind(
    6,
    "wrong type",
    fc.tuple(place, scalars).map(([at, value]) => withValue(at, value)),
  ),
  kind(
    3,
    "huge number",
    fc.tuple(place, fc.constantFrom(...HUGE)).map(([at, value]) => withValue(at, value)),
  ),
  kind(
    3,
    "text that cannot be kept",
    fc.tuple(place, fc.constantFrom(...UNKEEPABLE)).map(([at, value]) => withValue(at, value)),
  ),
  kind(
    3,
    "way to the prototype",
    fc.tuple(place, fc.constantFrom(...TO_THE_PROTOTYPE)).map(([at, value]) => withValue(at, value)),
  ),
  kind(
    3,
    "odd text",
    fc.tuple(place, fc.constantFrom(...ODD_TEXTS)).map(([at, value]) => withValue(at, JSON.stringify(value))),
  ),
  kind(
    2,
    "any text",
    fc.tuple(place, fc.string({ unit: "binary" })).map(([at, value]) => withValue(at, JSON.stringify(value))),
  ),
  kind(
    1,
    "long text",
    fc
      .tuple(place, fc.constantFrom(300, 3_000, 70_000))
      .map(([at, length]) => withValue(at, `"${"x".repeat(length)}"`)),
  ),
  kind(
    2,
    "deep nesting",
    fc
      .constantFrom(60, 64, 65, 200, 50_000)
      .chain((depth) =>
        fc.constantFrom(
          withBody(nested("[", "", "]", depth)),
          withBody(nested('{"a":', "1", "}", depth)),
          withBody("[".repeat(depth)),
        ),
      ),
  ),
  kind(
    2,
    "duplicate names",
    scalars.map(
      (value): Change =>
        (request) =>
          withBody(textOf(request).replace(/^\{("[^"]*")/, `{$1:${value},$1`))(request, []),
    ),
  ),
  kind(2, "any JSON", fc.json({ maxDepth: 3, stringUnit: "binary" }).map(withBody)),
  kind(
    2,
    "broken JSON",
    fc.tuple(place, fc.constantFrom("", "}", ",", '"', "\u0000", "\ufeff", "//", "NaN")).map(
      ([at, junk]): Change =>
        (request) => {
          const text = textOf(request);
          const cut = at % (text.length + 1);
          return withBody(text.slice(0, cut) + junk)(request, []);
        },
    ),
  ),
  kind(2, "raw bytes", fc.uint8Array({ maxLength: 200 }).map(withBody)),
  kind(
    1,
    "broken UTF-8",
    fc.constantFrom(0xff, 0xc0, 0xed, 0x80).map(
      (byte): Change =>
        (request) =>
          withBody(Buffer.concat([Buffer.from('{"name":"'), Buffer.from([byte]), Buffer.from('"}')]))(request, []),
    ),
  ),
  kind(
    1,
    "UTF-16",
    fc.constant<Change>((request) => withBody(Buffer.from(textOf(request), "utf16le"))(request, [])),
  ),
  kind(
    1,
    "no body",
    fc.constant<Change>((request) => ({ ...request, body: null })),
  ),
  kind(
    1,
    "two lengths",
    fc.constant<Change>((request) =>
      withHeader("content-length", "3")({ ...request, body: request.body ?? Buffer.from("{}") }, []),
    ),
  ),
  kind(1, "empty body", fc.constant(withBody(""))),
  kind(
    1,
    "chunked",
    fc.constant<Change>((request) => ({ ...request, framing: "chunked" })),
  ),
  kind(
    1,
    "gone half-way",
    fc.constant<Change>((request) => ({ ...request, body: request.body ?? Buffer.from("{"), framing: "cut" })),
  ),
  kind(
    2,
    "content type",
    fc.constantFrom(...TYPES).map(
      (type): Change =>
        (request) =>
          withHeader("content-type", type)(without(request, "content-type"), []),
    ),
  ),
  kind(
    5,
    "path",
    fc.tuple(place, fc.constantFrom(...RAW_SEGMENTS)).map(([at, text]) => segment(at, text)),
  ),
  kind(
    1,
    "long path",
    fc
      .constantFrom("/x".repeat(2_000), "/", "//", "/v1/projects/x".repeat(300))
      .map((text) => inPath((path) => path + text)),
  ),
  kind(6, "query", fc.constantFrom(...QUERIES).map(inQuery)),
  kind(
    1,
    "any query",
    fc.string({ unit: "binary-ascii", maxLength: 40 }).map((text) => inQuery(encodeURIComponent(text.toWellFormed()))),
  ),
  kind(
    4,
    "header",
    fc.constantFrom(...HEADERS).map(([name, value]) => withHeader(name, value)),
  ),
  kind(
    1,
    "many headers",
    fc.constant<Change>((request) => ({
      ...request,
      headers: [...request.headers, ...Array.from({ length: 300 }, (_, n): [string, string] => [`x-${n}`, "1"])],
    })),
  ),
  kind(
    3,
    "method",
    fc.constantFrom(...METHODS).map(
      (method): Change =>
        (request) => ({ ...request, method }),
    ),
  ),
  kind(
    3,
    "credentials",
    fc.nat().map(
      (at): Change =>
        (request, credentials) => {
          const value = credentials[at % credentials.length] ?? "";
          const others = without(request, "authorization");
          return value === "" ? others : withHeader("authorization", value)(others, []);
        },
    ),
  ),
);
