import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { StartProblem } from "../kernel/start-problem.ts";
import { ErasureFile } from "./erasure-file.ts";

const erasureOf = (player_id: string) => ({ project_id: "prj_1", player_id, erased_at: "2026-11-20T19:10:00.000Z" });

let folder: string;
let file: ErasureFile;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "fabula-erasures-"));
  file = new ErasureFile(join(folder, "kept", "erasures.ndjson"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("a file that is missing is told from one in which nobody was erased", async () => {
  expect(await file.read()).toBeNull();
  await file.prepare();
  expect(await file.read()).toEqual([]);
  await file.note(erasureOf("ply_1"));
  await file.prepare();
  expect(await file.read()).toEqual([erasureOf("ply_1")]);
});

test("erasures at the same time are a line each", async () => {
  const ids = Array.from({ length: 20 }, (_, index) => `ply_${index}`);
  await Promise.all(ids.map((id) => file.note(erasureOf(id))));
  const read = (await file.read()) ?? [];
  expect(read.map(({ player_id }) => player_id).toSorted()).toEqual(ids.toSorted());
});

test("a last line that was cut off is nobody's erasure, and the next one is not lost behind it", async () => {
  await file.note(erasureOf("ply_1"));
  appendFileSync(file.path, '{"project_id":"prj_1","pla');
  expect(await file.read()).toEqual([erasureOf("ply_1")]);
  await file.note(erasureOf("ply_2"));
  expect(await file.read()).toEqual([erasureOf("ply_1"), erasureOf("ply_2")]);
});

test("a damaged line refuses the file", async () => {
  await file.note(erasureOf("ply_1"));
  appendFileSync(file.path, '{"project_id":7}\n');
  await file.note(erasureOf("ply_2"));
  await expect(file.read()).rejects.toThrow(StartProblem);
});
