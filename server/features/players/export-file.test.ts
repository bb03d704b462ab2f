import { createHash } from "node:crypto";
import { strFromU8, unzipSync } from "fflate";
import { expect, test } from "vitest";
import { packExport } from "./export-file.ts";

const MOMENT = { project_id: "prj_1", player_id: "ply_1", seq: 7, created_at: "2026-11-20T19:10:00.000Z" };

test("an export holds its files as lines of JSON, and a manifest with their digests", () => {
  const files = [
    { name: "profile", lines: [{ display_name: "Inês" }, { display_name: "Ines" }] },
    { name: "runs", lines: [] },
  ];
  const packed = packExport(MOMENT, files);
  const opened = unzipSync(packed);
  const { files: listed, ...manifest } = JSON.parse(strFromU8(opened["manifest.json"] as Uint8Array));
  expect(manifest).toEqual({ format: "fabula-player", version: 1, ...MOMENT });
  expect(Object.keys(opened).toSorted()).toEqual(["manifest.json", "profile.jsonl", "runs.jsonl"]);
  for (const { name, bytes, sha256 } of listed) {
    const content = opened[name] as Uint8Array;
    expect([content.length, createHash("sha256").update(content).digest("hex")]).toEqual([bytes, sha256]);
  }
  expect(listed.map(({ name, lines }: { name: string; lines: number }) => [name, lines])).toEqual([
    ["profile.jsonl", 2],
    ["runs.jsonl", 0],
  ]);
  expect(strFromU8(opened["profile.jsonl"] as Uint8Array)).toBe('{"display_name":"Inês"}\n{"display_name":"Ines"}\n');
  expect(packExport(MOMENT, files)).toEqual(packed);
});
