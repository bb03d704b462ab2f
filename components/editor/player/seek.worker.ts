import { expose } from "comlink";
import { seek } from "#domain/runtime/seek.ts";

expose({ seek });
